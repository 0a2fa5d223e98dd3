/**
 * Returns the end of a URL that is alone between two marks, so that no heuristics are needed.
 *
 * @param start - where the URL starts, directly after the opening mark.
 * @returns -1 if no such marks surround it.
 */
export type EnclosedUrlEnd = (start: number) => number;

/** The closing mark for each opening one. */
const closingMarks: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['<', '>'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['‹', '›'],
]);

/** An opening mark as an HTML reference; the closing one has the same notation. */
const escapedMark = /&(?:(quot|apos|#0*3[49]|#x0*2[27])|(lt|#0*60|#x0*3c));$/i;
const longestEscapedMark = 8;

/** A blank, a control character or a zero width space: each ends every URL. */
const blank = String.raw`\s\0-\x1f\x7f-\x9f\u200b`;

interface Enclosure {
  readonly closing: string;
  /** Matches the closing mark, and everything that cannot be between the marks. */
  readonly end: RegExp;
  /**
   * Whether punctuation before the closing mark can belong to a sentence: “https://example.com/.” It cannot in an
   * attribute (`href="…"`) or between `<` and `>`.
   */
  readonly isQuotation: boolean;
}

/**
 * Prepares to find the ends of enclosed URLs in a text, in time linear in its length.
 *
 * The marks are quotes, `<…>`, the parentheses of a Markdown link and of CSS (`](…)`, `url(…)`), and quotes and angle
 * brackets that HTML escapes. The text between them has no blank.
 */
export function enclosedUrlEnds(text: string): EnclosedUrlEnd {
  /** The offset up to which a closing mark was searched without success. */
  const searched = new Map<RegExp, number>();
  return (start) => {
    if (text[start - 1] === '(') return isDestination(text, start - 1) ? destinationEnd(text, start) : -1;
    const enclosure = enclosureAt(text, start);
    if (enclosure === undefined || start < (searched.get(enclosure.end) ?? 0)) return -1;
    const { end: ending, closing, isQuotation } = enclosure;
    ending.lastIndex = start;
    const match = ending.exec(text);
    if (match?.[0].toLowerCase() !== closing) {
      searched.set(ending, match?.index ?? text.length);
      return -1;
    }
    if (isQuotation) return withoutFullStop(text, start, match.index);
    return text[start - 1] === '<' ? withoutLabel(text, start, match.index) : match.index;
  };
}

function enclosureAt(text: string, start: number): Enclosure | undefined {
  const mark = text.charAt(start - 1);
  if (mark === ';') return escapedEnclosure(text.slice(Math.max(0, start - longestEscapedMark), start));
  const closing = closingMarks.get(mark);
  if (closing === undefined) return undefined;
  if (mark === '<') return enclosureOf(closing, '<', false);
  const isAttribute = text[start - 2] === '=';
  return isAttribute ? enclosureOf(closing, '', false) : enclosureOf(closing, '<>\\\\', true);
}

function escapedEnclosure(before: string): Enclosure | undefined {
  const [mark, quote] = escapedMark.exec(before.toLowerCase()) ?? [];
  if (mark === undefined) return undefined;
  const closing = quote === undefined ? mark.replace('lt', 'gt').replace('60', '62').replace('3c', '3e') : mark;
  return enclosureOf(closing, '<>', quote !== undefined);
}

const enclosures = new Map<string, Enclosure>();

function enclosureOf(closing: string, excluded: string, isQuotation: boolean): Enclosure {
  const key = `${closing} ${excluded}`;
  const known = enclosures.get(key);
  if (known !== undefined) return known;
  const enclosure = { closing, end: new RegExp(`${closing}|[${excluded}${blank}]`, 'gi'), isQuotation };
  // There are a dozen keys, however many zeros a reference has: only eight characters are read.
  enclosures.set(key, enclosure);
  return enclosure;
}

/** Tests whether the bracket opens the destination of a Markdown link or of CSS. */
function isDestination(text: string, bracket: number): boolean {
  return text[bracket - 1] === ']' || /(?<![\w-])url$/i.test(text.slice(Math.max(0, bracket - 4), bracket));
}

const destinationMark = new RegExp(String.raw`\\.|[()<>${blank}]`, 'g');

/**
 * Returns the end of a destination: the bracket that closes it, or the blank before a title (CommonMark, section 6.3).
 */
function destinationEnd(text: string, start: number): number {
  let open = 1;
  destinationMark.lastIndex = start;
  for (let match = destinationMark.exec(text); match !== null; match = destinationMark.exec(text)) {
    const { 0: mark, index } = match;
    if (mark.startsWith('\\')) continue;
    if (mark === '(') {
      // Stops at the next destination, so that no part of the text is read twice.
      if (isDestination(text, index)) return -1;
      open++;
    } else if (mark === ')') {
      if (--open === 0) return index;
    } else {
      return /^[ \t]+["'(]/.test(text.slice(index, index + 3)) ? index : -1;
    }
  }
  return -1;
}

/** The label of a link as Slack writes it, `<https://example.com/?id=1|our page>`, and no part of a query. */
const label = /^https?:\/\/[^|]*(\|[^|&=?{]*)$/i;

function withoutLabel(text: string, start: number, end: number): number {
  return end - (label.exec(text.slice(start, end))?.[1]?.length ?? 0);
}

/** The apostrophes of a URL, of which one may end a quotation that began before it: `'see https://example.com/','b'`. */
export class UrlQuotes {
  #isOpen = false;

  /** Tests whether the next apostrophe ends a quotation, and no text in the URL, such as `?name='a'`. */
  endQuotation(text: string, apostrophe: number): boolean {
    const opens = !this.#isOpen && /[=(,:;]/.test(text.charAt(apostrophe - 1));
    const isText = opens || this.#isOpen;
    this.#isOpen = opens;
    return !isText && /^(?:[,;:.!?)\]}\s]|$)/.test(text.charAt(apostrophe + 1));
  }
}

/** Tests for the end of an emphasis that may have started at an earlier word: `**see https://example.com/**`. */
export function endsEmphasis(text: string, end: number): boolean {
  const mark = text[end - 1];
  return (mark === '*' || mark === '~') && (text[end - 2] === mark || text[end] === mark);
}

/** Excludes the punctuation that a writer puts inside the quotation marks. */
function withoutFullStop(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && '.,:;!?。、，；：？！…'.includes(text.charAt(last - 1))) last--;
  return last;
}
