import { numbered } from '../words/numbered.js';
import { shortestEdit } from './shortest-edit.js';

/** A stretch of two lists: equal in both, only in the old one, or only in the new one. */
export interface Change {
  readonly kind: 'equal' | 'delete' | 'insert';
  /** Where it begins in each list. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly count: number;
}

/**
 * Returns the shortest list of changes from one list to another, by the algorithm of Myers. Deletions come before
 * insertions. If more than `maxEdits` items differ, everything between the first and the last difference counts as
 * changed.
 *
 * @param oldKeys - the keys by which items are compared.
 * @param maxEdits - the time of the search is quadratic in it.
 */
export function changesBetween(oldKeys: readonly string[], newKeys: readonly string[], maxEdits: number): Change[] {
  const head = commonLength(oldKeys, newKeys, (keys, i) => keys[i]);
  const rest = [oldKeys.slice(head), newKeys.slice(head)] as const;
  const tail = commonLength(...rest, (keys, i) => keys.at(-1 - i));
  const [oldMiddle, newMiddle] = rest.map((keys) => keys.slice(0, keys.length - tail)) as [string[], string[]];
  const counts = shortestEdit(...numbered(oldMiddle, newMiddle), maxEdits) ?? [
    { kind: 'delete' as const, count: oldMiddle.length },
    { kind: 'insert' as const, count: newMiddle.length },
  ];
  return located([{ kind: 'equal', count: head }, ...counts, { kind: 'equal', count: tail }]);
}

function commonLength(
  a: readonly string[],
  b: readonly string[],
  at: (keys: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && at(a, length) === at(b, length)) length++;
  return length;
}

function located(changes: readonly Pick<Change, 'kind' | 'count'>[]): Change[] {
  let oldStart = 0;
  let newStart = 0;
  const all: Change[] = [];
  for (const { kind, count } of changes) {
    if (count === 0) continue;
    all.push({ kind, count, oldStart, newStart });
    if (kind !== 'insert') oldStart += count;
    if (kind !== 'delete') newStart += count;
  }
  return all;
}
