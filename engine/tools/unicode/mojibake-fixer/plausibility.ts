import type { Span } from '../../../text/span.js';
import {
  type CharacterKind,
  characterKind,
  isAsciiLetter,
  isLatin,
  isLetter,
  isLetterOrNumber,
  isLower,
  isOtherScript,
  isUpper,
} from './characters.js';
import type { EncodingName } from './misread-encodings.js';
import type { Utf8Sequence } from './utf8-sequences.js';

/** A sequence with the evidence for it. */
interface Candidate extends Utf8Sequence {
  readonly kind: CharacterKind;
  readonly surprise: number;
  /** Whether it stands right behind a sequence that decodes to a lower-case letter. */
  readonly followsLower: boolean;
}

/** What distinguishes the encodings: which of their characters occur together in correct text as well. */
interface Policy {
  /** The minimum number of adjacent letters of another script. */
  readonly shortestWord: number;
  /** Tests whether one character without other evidence in the line can be damaged. */
  stands(text: string, candidate: Candidate, context: Context): boolean;
  /** Repairs a whole line or nothing. */
  readonly wholeLines?: boolean;
  /** Repairs a line if most of its non-ASCII text is damaged; in other lines only what needs no support. */
  readonly mostOfLine?: boolean;
}

interface Context {
  /** Whether the line has non-ASCII characters that belong to no sequence. */
  readonly hasOthers: boolean;
}

const roman: Policy = {
  shortestWord: 2,
  stands(text, candidate) {
    const { kind, surprise, decoded } = candidate;
    if (kind === 'latin' || kind === 'sign') return surprise >= 0.75;
    if (kind === 'symbol') return surprise >= (decoded.length > 1 ? 1.5 : 1);
    if (kind === 'mark') return surprise >= 1 && /\S/.test(text.charAt(candidate.start - 1));
    // Alpha and gamma occur inside the names of formulas and proteins.
    if (kind === 'greek' && /[A-Za-z\d]/.test(text.charAt(candidate.end))) return surprise >= 0.75;
    return isOtherScript(kind) && surprise >= 1.5 && !touchesLatin(text, candidate);
  },
};

/** Correct Cyrillic text has pairs such as `Рі`, but not two in a row that give usual letters. */
const cyrillic: Policy = {
  shortestWord: 2,
  mostOfLine: true,
  stands(text, candidate, { hasOthers }) {
    const { kind, start, end, decoded, surprise } = candidate;
    if (decoded.length > 1 && kind === 'symbol') return true;
    if (kind === 'sign' && /^в[Ђ„‚][^\p{L}\s]/u.test(text.slice(start, end))) return true;
    if (kind === 'symbol' && /^в[„†‡‰Њ‹њ™–”•—ќћџ]/.test(text.slice(start, end))) return surprise >= 2 && !hasOthers;
    if (hasOthers || !['latin', 'sign', 'mark'].includes(kind)) return false;
    return surprise >= (isAsciiLetter(text, end) ? 0.75 : 1);
  },
};

/** Looks like mathematics and quotes: repaired where a Latin word continues. */
const macintosh: Policy = {
  shortestWord: 3,
  stands(text, candidate) {
    const { start, end, kind } = candidate;
    const written = text.slice(start, end);
    if (kind === 'sign') return /^‚[ÄÇÑ]/.test(written);
    if (/^√[π∞∑∂Ωµ]/.test(written)) return isLetter(text, start - 1);
    return kind === 'latin' && /^(?:[√ƒ≈]|·[∫ª])/.test(written) && touchesLatin(text, candidate);
  },
};

/** Looks like boxes. */
const dos: Policy = {
  shortestWord: 3,
  wholeLines: true,
  stands(text, candidate) {
    const { start, end, kind, decoded } = candidate;
    const written = text.slice(start, end);
    if (kind === 'sign')
      return /^Γ[Çéä]/.test(written) || (written.startsWith('┬') && /\w/.test(text.charAt(start - 1)));
    if (kind === 'symbol') return decoded.length > 1 || written.startsWith('Γ');
    return kind === 'latin' && /^(?:[├─┼]|ß[║╗])/.test(written) && touchesLatin(text, candidate);
  },
};

const policies: Record<EncodingName | 'western', Policy> = {
  western: roman,
  cp1252: roman,
  latin1: roman,
  cp1250: roman,
  latin2: roman,
  cp1251: cyrillic,
  macroman: macintosh,
  cp437: dos,
};

/**
 * Chooses the sequences of a line whose decoding makes it more plausible: the characters as they are are surprising,
 * and their decoding is not. A chance sequence such as `5×£35` (a Hebrew letter) fails the second condition, `LE CAFÉ…`
 * both.
 *
 * @param sequences - in the order of the line.
 */
export function plausibleSequences(
  line: string,
  sequences: Iterable<Utf8Sequence>,
  encoding: EncodingName | 'western',
): Utf8Sequence[] {
  const policy = policies[encoding];
  const candidates: Candidate[] = [];
  for (const sequence of sequences) {
    const kind = characterKind(sequence.decoded.codePointAt(0) ?? 0);
    const before = candidates.at(-1);
    const followsLower = before?.end === sequence.start && isLower(before.decoded, 0);
    candidates.push({ ...sequence, kind, surprise: surpriseOf(line, sequence), followsLower });
  }
  if (candidates.length === 0) return [];
  const context = { hasOthers: hasOthers(line, candidates) };
  const inWords = wordLetters(candidates, policy);
  const isCertain = (candidate: Candidate) =>
    keepsCase(line, candidate) && (inWords.has(candidate) || policy.stands(line, candidate, context));
  const certain = candidates.filter(isCertain);
  if (certain.length === 0) return [];
  if (policy.mostOfLine && context.hasOthers && !coverMost(line, certain)) {
    return certain.filter((candidate) => !inWords.has(candidate));
  }
  const plausible = withSupported(line, candidates, new Set(certain), context);
  const isWhole = plausible.length === candidates.length && !context.hasOthers;
  return policy.wholeLines && !isWhole ? [] : plausible;
}

/** Returns the letters that are in words of their script. */
function wordLetters(candidates: readonly Candidate[], { shortestWord }: Policy): ReadonlySet<Candidate> {
  const letters = new Set<Candidate>();
  for (let first = 0; first < candidates.length; ) {
    let next = first + 1;
    while (continuesWord(candidates, next)) next++;
    const word = candidates.slice(first, next);
    const known = word.filter(({ kind }) => isOtherScript(kind));
    const surprise = known.reduce((sum, each) => sum + each.surprise, 0);
    const isSurprising = known.length > 3 || surprise >= known.length / 2;
    if (known.length >= shortestWord && isSurprising) for (const each of word) letters.add(each);
    first = next;
  }
  return letters;
}

/** Tests whether a sequence directly follows the previous one, in the same script; a lost character fits any. */
function continuesWord(candidates: readonly Candidate[], index: number): boolean {
  const before = candidates[index - 1];
  const candidate = candidates[index];
  if (before === undefined || candidate?.start !== before.end) return false;
  const isLost = candidate.decoded === '\ufffd' || before.decoded === '\ufffd';
  return isLost || (isOtherScript(candidate.kind) && candidate.kind === before.kind);
}

/**
 * Adds what the certain sequences support: letters of the same script; after a certain one, and if two or more are
 * certain, also signs and Latin letters that would not suffice alone. If all of a longer line is UTF-8, so is every
 * character.
 */
function withSupported(
  line: string,
  candidates: readonly Candidate[],
  certain: ReadonlySet<Candidate>,
  { hasOthers }: Context,
): Candidate[] {
  const ends = new Set(Array.from(certain, ({ end }) => end));
  const scripts = new Set(Array.from(certain, ({ kind }) => kind).filter(isOtherScript));
  const isWholeLine = !hasOthers && certain.size >= 3 && certain.size >= candidates.length / 2;
  const isSupported = (candidate: Candidate, before: Candidate | undefined): boolean => {
    if (certain.has(candidate) || scripts.has(candidate.kind) || isWholeLine) return true;
    // Half of a character that was misread several times: the next pass puts it together.
    if (/^[\x80-\x9f]$/.test(candidate.decoded)) return before?.end === candidate.start;
    if (candidate.kind === 'rare' || isOtherScript(candidate.kind) || !keepsCase(line, candidate)) return false;
    return certain.size > 1 || ends.has(candidate.start);
  };
  const supported: Candidate[] = [];
  for (const candidate of candidates) if (isSupported(candidate, supported.at(-1))) supported.push(candidate);
  return supported;
}

/** Tests whether the line has non-ASCII characters that are not part of a sequence. */
function hasOthers(line: string, candidates: readonly Candidate[]): boolean {
  let from = 0;
  for (const { start, end } of candidates) {
    if (hasNonAscii(line, from, start)) return true;
    from = end;
  }
  return hasNonAscii(line, from, line.length);
}

function hasNonAscii(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) >= 0x80) return true;
  return false;
}

/** Tests whether at least half of the non-ASCII characters belong to some candidates. */
function coverMost(line: string, candidates: readonly Candidate[]): boolean {
  const covered = candidates.reduce((sum, { start, end }) => sum + end - start, 0);
  return covered * 2 >= line.replace(/[\0-\x7f]/g, '').length;
}

function touchesLatin(text: string, { start, end }: Candidate): boolean {
  return isAsciiLetter(text, start - 1) || isAsciiLetter(text, end);
}

/** Tests whether a word in capitals stays one: not `PÄŤ` as `Pč`, nor `MÄ£ÄM` as `Mģ…`. `ß` has no usual capital. */
function keepsCase(text: string, { start, end, decoded, followsLower }: Candidate): boolean {
  if (followsLower || !isLower(decoded, 0) || decoded === 'ß' || !isUpper(text, start - 1)) return true;
  return !(isUpper(text, start - 2) || isUpper(text, end) || isUpperThroughout(text, start, end));
}

function isUpperThroughout(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isUpper(text, i)) return false;
  return true;
}

/** Characters that often follow a word without a blank: `VOILÀ…`, `CAFÉ’S`, `NESTLÉ®`. */
const closing = '…’”»›®–—•“‘\xa0';
/** Of these, the ones that also occur between two words. */
const joining = '’–—\xa0';
/** Characters that follow only some words: a unit, a footnote, an ordinal, a trademark. */
const raised = '™°ª²³¹º';
/** The signs in Mac Roman and DOS for the lead byte of a Latin letter in UTF-8. */
const leadSigns = '√≈├┼─┬';

/**
 * Rates how surprising characters would be in undamaged text, from 0: an accented capital and an ellipsis hardly are,
 * an accented letter and a sign in the middle of a word are.
 *
 * @param sequence - may be one character in UTF-8.
 */
function surpriseOf(text: string, { start, end }: Span): number {
  let surprise = isJump(text, start) ? 1 : 0;
  if (text[start] === 'Ã') surprise += 0.25;
  if ((text[start] === 'Â' || text[start] === 'â') && !isLetter(text, start - 1)) surprise += 0.5;
  for (let i = start + 1; i < end; i++) surprise += surpriseOfFollower(text, i, start);
  return surprise;
}

/**
 * Tests for a capital after a small letter or, for `Â` (`20Â°`), after a digit; and for another alphabet inside a word.
 */
function isJump(text: string, lead: number): boolean {
  const before = text.charCodeAt(lead - 1);
  if (before >= 0x30 && before <= 0x39) return text[lead] === 'Â';
  if (isLower(text, lead - 1) && isUpper(text, lead)) return true;
  if (!isAsciiLetter(text, lead - 1)) return false;
  return leadSigns.includes(text.charAt(lead)) || (isLetter(text, lead) && !isLatin(text, lead));
}

/**
 * Rates a dash after `Ã`: together they may be `Ö` or `×`. A word can end in `Ã` before a dash (`IRMÃ—`), but no word
 * consists of it (`Ã–sterreich`, `3 Ã— 4`), and an en dash between two words (`KÃ–LN`) hardly ever has no blanks.
 */
function surpriseOfDash(text: string, at: number, lead: number): number {
  if (!isLetter(text, lead - 1)) return 0.75;
  return text[at] === '–' && isLetter(text, at + 1) ? 0.75 : 0.25;
}

function surpriseOfFollower(text: string, at: number, lead: number): number {
  const character = text.charAt(at);
  const isInside = isLetterOrNumber(text, at + 1);
  if (character === '\xa0' && text[lead] === 'Ã') return 0.5;
  if (text[lead] === 'Ã' && (character === '–' || character === '—')) return surpriseOfDash(text, at, lead);
  if (closing.includes(character)) return isInside && !joining.includes(character) ? 0.75 : 0.25;
  if (raised.includes(character)) return isInside || text[lead] === 'Ã' ? 0.75 : 0.5;
  if (character === '\ufffd') return 0.25;
  if (character >= '\x80' && character < '\xa0') return 2;
  if (!isLetter(text, at)) return 1;
  return isLower(text, at) && isLower(text, lead) && isLatin(text, lead) ? 0.25 : 0.75;
}
