/** The encodings to choose from: the name of the standard (WHATWG Encoding), and what people call it. */
export const encodings = [
  ['windows-1252', 'Western European (Windows-1252, ISO-8859-1)'],
  ['iso-8859-15', 'Western European with € (ISO-8859-15)'],
  ['utf-16le', 'Unicode, UTF-16 little-endian'],
  ['utf-16be', 'Unicode, UTF-16 big-endian'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['iso-8859-2', 'Central European (ISO-8859-2)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['gb18030', 'Chinese, simplified (GB18030, GBK)'],
  ['big5', 'Chinese, traditional (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
  ['macintosh', 'Western European (Macintosh)'],
] as const;

export type Encoding = (typeof encodings)[number][0];

/** How much of a file is looked at, in bytes. */
const sampleBytes = 10_000;
/** The share of NUL bytes in every second place from which a file is UTF-16: ASCII letters have one each. */
const leastShare = 0.3;

/**
 * Guesses the encoding of a file that is not UTF-8.
 *
 * @returns undefined if it is no text: it has NUL bytes, and is not UTF-16.
 */
export function guessedEncoding(bytes: Uint8Array): Encoding | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleBytes);
  if (!sample.includes(0)) return bytes.includes(0) ? undefined : 'windows-1252';
  const nulsAt = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) nulsAt[index % 2] = (nulsAt[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nulsAt;
  if (bytes.length % 2 > 0 || Math.max(even, odd) < (leastShare * sample.length) / 2 || Math.min(even, odd) > 0)
    return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

/** Reads bytes in an encoding, without a byte order mark. What is invalid becomes U+FFFD. */
export function decodedAs(encoding: Encoding, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}
