import type { JsonMember, JsonObject } from '../json/json-tree.js';

/**
 * Returns a record as an object, by the names of the columns.
 *
 * It has the cells that the record has, and no others: a long header over short records would make them large. Of two
 * columns with one name the first counts, as of two members of an object the last.
 */
export function csvObject(names: readonly string[], record: readonly string[]): JsonObject {
  const members: JsonMember[] = [];
  for (let i = Math.min(names.length, record.length) - 1; i >= 0; i--) {
    members.push({ key: JSON.stringify(names[i]), value: JSON.stringify(record[i]) });
  }
  return { members };
}
