import { isUtf8 } from 'node:buffer';
import { lazyLibrary } from '#engine/core/lazy-library.js';
import { decodeBeginning } from '#engine/text/encoding/charset-decoder.js';

const detector = lazyLibrary<typeof import('jschardet')>('jschardet');

/** Labels of the WHATWG Encoding Standard for the detector's names. Charsets that hardly any file is in are left out. */
const labels: ReadonlyMap<string, string> = new Map([
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((part): [string, string] => [`cp125${part}`, `windows-125${part}`]),
  ...[2, 5, 7, 15].map((part): [string, string] => [`iso8859-${part}`, `iso-8859-${part}`]),
  ['cp866', 'ibm866'],
  ['koi8-r', 'koi8-r'],
  ['koi8-u', 'koi8-u'],
  ['mac-roman', 'macintosh'],
  ['tis-620', 'windows-874'],
  ['cp932', 'shift_jis'],
  ['euc_jis_2004', 'euc-jp'],
  ['gb18030', 'gb18030'],
  ['big5hkscs', 'big5'],
  ['cp949', 'euc-kr'],
  ['euc_kr', 'euc-kr'],
]);

/**
 * Returns the legacy charset that the beginning of a text is most likely in; undefined if it is in none.
 *
 * @param sample - has bytes beyond ASCII.
 * @param isCut - whether the text goes on, so that the last character may be incomplete.
 */
export function likelyCharset(sample: Uint8Array, isCut: boolean): string | undefined {
  // No text has zeros in these encodings.
  if (sample.includes(0)) return undefined;
  const found = detector().chardet.detectAll(sample, {
    ignoreThreshold: true,
    compatNames: false,
    includeEncodings: labels.keys(),
  });
  let best: { readonly label: string; readonly score: number } | undefined;
  for (const { encoding, confidence } of found) {
    const label = labels.get(encoding ?? '');
    if (label === undefined || confidence <= (best?.score ?? 0)) continue;
    const score = confidence * plausibility(sample, label, isCut);
    if (score > (best?.score ?? 0)) best = { label, score };
  }
  if (best === undefined) return undefined;
  const usual = usualInstead.get(best.label) ?? best.label;
  return decodeBeginning(sample, usual, isCut) === decodeBeginning(sample, best.label, isCut) ? usual : best.label;
}

/** The name that people know for a charset that reads most texts alike. */
const usualInstead: ReadonlyMap<string, string> = new Map([
  ['iso-8859-2', 'windows-1250'],
  ['iso-8859-7', 'windows-1253'],
  ['iso-8859-15', 'windows-1252'],
]);

/**
 * Returns 0 for bytes that are not in a charset, else the share of words with letters beyond ASCII that are in one script:
 * the detector takes `många` for Hebrew in Latin.
 */
function plausibility(sample: Uint8Array, label: string, isCut: boolean): number {
  const text = decodeBeginning(sample, label, isCut);
  if (text === undefined || /[\u0080-\u009f]/.test(text)) return 0;
  const words = text.match(/[\p{L}\p{M}]*[^\P{L}a-z][\p{L}\p{M}]*/giu) ?? [];
  if (words.length === 0) return 1;
  const mixed = words.filter((word) => /\p{Script=Latin}/u.test(word) && /[^\p{Script=Latin}\p{M}ªº]/u.test(word));
  return 1 - mixed.length / words.length;
}

/** Returns the label of the charset that a byte order mark at the start of a text names. */
export function markedCharset(start: Uint8Array): string | undefined {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Text in UTF-16 has a zero in most characters of a Latin script, blanks and line ends included. */
const leastZeros = 0.1;

/** Returns the label of UTF-16 without a byte order mark, by the zeros in its characters below U+0100. */
export function unmarkedUtf16(sample: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  if (high + low <= sample.length * leastZeros) return undefined;
  if (high === 0) return 'utf-16le';
  return low === 0 ? 'utf-16be' : undefined;
}

/** Returns whether text switches to Japanese by the escape sequences of ISO-2022-JP. */
export function isIso2022Jp(sample: Buffer): boolean {
  return ['\u001b$B', '\u001b$@', '\u001b(J'].some((sequence) => sample.includes(sequence, 0, 'latin1'));
}

/** The longest character of UTF-8, in bytes. */
const longestCharacter = 4;

/** Returns whether the beginning of a text is UTF-8. */
export function isUtf8Beginning(sample: Uint8Array, isCut: boolean): boolean {
  for (let missing = 0; missing < (isCut ? longestCharacter : 1); missing++) {
    if (isUtf8(sample.subarray(0, sample.length - missing))) return true;
  }
  return false;
}
