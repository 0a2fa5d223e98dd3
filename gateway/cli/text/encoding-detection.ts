import { isUtf8 } from 'node:buffer';
import { lazyLibrary } from '#engine/core/lazy-library.js';
import { decodeBeginning } from '#engine/text/encoding/charset-decoder.js';
import { isTurkishText, isWesternText } from './latin-text.js';

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
  const short = charsetOfShortText(sample, isCut);
  if (short !== undefined) return short;
  const found = detector().chardet.detectAll(sample, {
    ignoreThreshold: true,
    compatNames: false,
    includeEncodings: labels.keys(),
  });
  const isShort = countBeyondAscii(sample) <= mostBytesOfShortText;
  let best: { readonly label: string; readonly score: number } | undefined;
  for (const { encoding, confidence } of found) {
    const label = labels.get(encoding ?? '');
    if (label === undefined || confidence <= (best?.score ?? 0)) continue;
    const score = confidence * plausibility(sample, label, isCut) * (isShort && rare.has(label) ? rareWeight : 1);
    if (score > (best?.score ?? 0)) best = { label, score };
  }
  if (best === undefined) return undefined;
  const usual = usualInstead.get(best.label) ?? best.label;
  return decodeBeginning(sample, usual, isCut) === decodeBeginning(sample, best.label, isCut) ? usual : best.label;
}

/** With more bytes beyond ASCII than this the detector is right more often than a rule. */
const mostBytesOfShortText = 12;

/** Charsets that few texts are in. A short text has too little evidence for them. */
const rare = new Set([
  'macintosh',
  'ibm866',
  'koi8-u',
  'windows-874',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
]);
const rareWeight = 0.6;

function countBeyondAscii(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte >= 0x80) count++;
  return count;
}

/** Returns windows-1252 or windows-1254 for a text with few bytes beyond ASCII that reads well in it. */
function charsetOfShortText(sample: Uint8Array, isCut: boolean): string | undefined {
  if (countBeyondAscii(sample) > mostBytesOfShortText) return undefined;
  const turkish = decodeBeginning(sample, 'windows-1254', isCut);
  if (turkish !== undefined && isTurkishText(turkish)) return 'windows-1254';
  const western = decodeBeginning(sample, 'windows-1252', isCut);
  return western !== undefined && isWesternText(western) ? 'windows-1252' : undefined;
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

/** Controls that text has: tab, line ends, form feed, escape sequences of terminals, backspace, and the end of old files. */
const textControls = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);
/** Text has fewer other controls than this share. */
const mostControls = 0.1;

/** Returns how many bytes are controls that text does not have, and how many of them are zeros. */
export function countControls(sample: Uint8Array): { readonly controls: number; readonly zeros: number } {
  let controls = 0;
  let zeros = 0;
  for (const byte of sample) {
    if (byte >= 0x20 || textControls.has(byte)) continue;
    controls++;
    if (byte === 0) zeros++;
  }
  return { controls, zeros };
}

/** Returns why bytes are no text; undefined if they may be one. */
export function binaryReason(sample: Uint8Array, isUtf8: boolean): string | undefined {
  const { controls, zeros } = countControls(sample);
  if (controls <= sample.length * mostControls && (zeros === 0 || isUtf8)) return undefined;
  const found = zeros > 0 ? `${zeros} NUL bytes` : `${controls} control characters`;
  return `it is not text: ${found} are among its first ${sample.length} bytes`;
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
