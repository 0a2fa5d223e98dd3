import { nearestName } from '../../core/edit-distance.js';
import { withSuggestion } from '../../core/error-table.js';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';

/**
 * Decodes and encodes by the tables of the WHATWG Encoding Standard. The `TextDecoder` of Node.js does not: its tables
 * are those of ICU, which differ in Big5, EUC-JP, Shift_JIS, EUC-KR and GB 18030, and from one version to the next.
 */
export const encodingLibrary = lazyLibrary<typeof import('@exodus/bytes/encoding.js')>('@exodus/bytes/encoding.js');

/** Charsets that people name, for messages. */
const usualNames = [
  ...'UTF-8 UTF-16LE UTF-16BE Shift_JIS EUC-JP ISO-2022-JP GBK gb18030 Big5 EUC-KR'.split(' '),
  ...Array.from({ length: 9 }, (_, index) => `windows-125${index}`),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`),
  ...'windows-874 KOI8-R KOI8-U IBM866 macintosh'.split(' '),
];

/**
 * Returns the name of the charset that a label of the WHATWG Encoding Standard stands for, such as `Shift_JIS` for
 * `sjis`. Case and white space around the label do not count.
 *
 * @throws {ToolError} if no charset has the label.
 */
export function charsetName(label: string): string {
  const name = encodingLibrary().labelToName(label);
  if (name !== null && name.toLowerCase() !== 'replacement') return name;
  const meant = nearestName(label.trim(), usualNames);
  const usual = meant === undefined ? '; use a label such as windows-1252, Shift_JIS or gb18030' : '';
  throw new ToolError(withSuggestion(`charset "${label}" is unknown${usual}`, meant));
}
