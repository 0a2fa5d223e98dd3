const bel = 0x07;
const can = 0x18;
const sub = 0x1a;
const esc = 0x1b;

/** The introducers of ECMA-48 section 5.4 and 5.6, as the character after ESC; as one C1 control it is 0x40 above. */
const csi = 0x5b;
const osc = 0x5d;
const stringTerminator = 0x5c;
const stringIntroducers: ReadonlySet<number> = new Set([0x50, 0x58, osc, 0x5e, 0x5f]);

const introducer = /[\x1b\x80-\x9f]/g;

/**
 * Removes the escape and control sequences of terminals (ECMA-48): colours, cursor movements, titles, links.
 *
 * - A sequence interrupted by an invalid character ends before that character.
 * - A control string (title, link, image) that never ends goes up to the end of its line, since a terminal would
 *   swallow everything that follows.
 * - The C1 controls that introduce sequences without ESC are the letters ›, ž, Ÿ and the like in text with a mistaken
 *   encoding, so only complete sequences of that kind are removed.
 *
 * Linear: a control string is never searched beyond the place where the next sequence can start.
 */
export function removeControlSequences(text: string): string {
  let result = '';
  let kept = 0;
  introducer.lastIndex = 0;
  for (let match = introducer.exec(text); match !== null; match = introducer.exec(text)) {
    const start = match.index;
    const end = sequenceEnd(text, start);
    result += text.slice(kept, start);
    kept = end;
    if (end === start) {
      result += text.charAt(start);
      kept++;
    }
    introducer.lastIndex = kept;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

/** Returns the end of the sequence that starts here; the start itself if a C1 control starts none. */
function sequenceEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== esc) {
    const kind = text.charCodeAt(start) - 0x40;
    const end =
      kind === csi
        ? controlSequenceEnd(text, start + 1)
        : stringIntroducers.has(kind)
          ? stringEnd(text, start + 1, kind)
          : undefined;
    return end?.whole === true ? end.at : start;
  }
  const kind = text.charCodeAt(start + 1);
  if (kind === csi) return controlSequenceEnd(text, start + 2).at;
  if (stringIntroducers.has(kind)) return stringEnd(text, start + 2, kind).at;
  // Escape sequences, ECMA-35 section 13.2: intermediate bytes and a final one.
  return finalEnd(text, start + 1, 0x30).at;
}

interface End {
  readonly at: number;
  /** False if it was interrupted. */
  readonly whole: boolean;
}

/** Parameter bytes, intermediate bytes, a final byte. */
function controlSequenceEnd(text: string, start: number): End {
  let i = start;
  while (isBetween(text.charCodeAt(i), 0x30, 0x3f)) i++;
  return finalEnd(text, i, 0x40);
}

function finalEnd(text: string, start: number, lowestFinal: number): End {
  let i = start;
  while (isBetween(text.charCodeAt(i), 0x20, 0x2f)) i++;
  const whole = isBetween(text.charCodeAt(i), lowestFinal, 0x7e);
  return { at: whole ? i + 1 : i, whole };
}

/**
 * Returns the offset after the terminator of a control string. BEL ends those of operating systems (OSC), as in xterm.
 */
function stringEnd(text: string, start: number, kind: number): End {
  let lineEnd = -1;
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x9c || (code === bel && kind === osc)) return { at: i + 1, whole: true };
    if (code === esc && text.charCodeAt(i + 1) === stringTerminator) return { at: i + 2, whole: true };
    if (code === can || code === sub) return { at: i + 1, whole: false };
    if (code === esc || isBetween(code, 0x80, 0x9f)) break;
    if (code === 0x0a || code === 0x0d) {
      if (lineEnd === -1) lineEnd = i;
      // Images have line ends, titles and links do not.
      if (kind === osc) break;
    }
  }
  return { at: lineEnd === -1 ? i : lineEnd, whole: false };
}

function isBetween(code: number, lowest: number, highest: number): boolean {
  return code >= lowest && code <= highest;
}
