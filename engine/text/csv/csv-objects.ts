import type { JsonMember, JsonObject } from '../json/json-tree.js';

/**
 * Returns a record as an object keyed by the column names.
 *
 * It has only the cells of the record: a long header over short records would make objects large. If two columns have
 * the same name the first counts; if two members of an object do, the last.
 */
export function csvObject(names: readonly string[], record: readonly string[]): JsonObject {
  const members: JsonMember[] = [];
  for (let i = Math.min(names.length, record.length) - 1; i >= 0; i--) {
    members.push({ key: JSON.stringify(names[i]), value: JSON.stringify(record[i]) });
  }
  return { members };
}
