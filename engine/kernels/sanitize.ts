import { areas, type Kernels, memory } from './kernels.js';
import type { ByteList, ByteResult } from './lists.js';
import type { NameTable } from './name-tables.js';

const before = '{"sanitized":[';
/** Bytes around the URLs of a response, at most. */
const otherBytes = 100;

/**
 * Cleans the URLs of the list that was just read, or those in the lines of a text that are not blank.
 *
 * @param cleanByHost - cleans a URL of a host that has rules.
 * @returns the response's JSON, in the memory of the kernels; undefined if the kernels cannot do this, or no URL has more
 *   than white space.
 */
export function cleanUrls(
  kernels: Kernels,
  { isText, count: given, bytes, units, isAscii, hasEscapes }: ByteList,
  names: NameTable,
  cleanByHost: (url: string) => string,
): ByteResult | undefined {
  const { table, made } = areas;
  // No URL is longer in the response than it was in the request; a line end has fewer bytes than what is between two.
  if (bytes + given + otherBytes > made.bytes || !names.use(kernels)) return undefined;
  const count = isText ? kernels.trimLines(table.start, given, 0, true) : given;
  const first = made.start + memory.write(before, made.start, 'latin1');
  let to = first;
  for (let index = 0; ; index++) {
    to = kernels.cleanUrls(table.start, index, count, to, hasEscapes);
    if (to === 0) return undefined;
    index = kernels.stopOfCleaner();
    if (index === count) break;
    const entry = table.start + 8 * index;
    const url = memory.toString('utf8', memory.readUInt32LE(entry), memory.readUInt32LE(entry + 4));
    to += memory.write(`${index > 0 ? ',' : ''}${JSON.stringify(cleanByHost(url))}`, to);
  }
  if (kernels.foundText() === 0) return undefined;
  // Without the quotes, and the commas between them.
  const unitsOut = isAscii && !hasEscapes ? to - first : kernels.jsonUnits(first, to);
  const charactersOut = unitsOut - (3 * count - 1);
  to += memory.write(`],"count":${count}}`, to, 'latin1');
  return { json: memory.subarray(made.start, to), charactersIn: units, charactersOut };
}
