import { type Key, shownLabel } from './key.js';

/** The columns that the table can be sorted by. */
export type SortColumn = 'label' | 'environment' | 'plan' | 'account' | 'created' | 'used' | 'requests' | 'status';

export interface KeyOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Newest first. */
export const usualOrder: KeyOrder = { column: 'created', descending: true };

const collator = new Intl.Collator('en', { numeric: true });

/** What a column is sorted by; '' comes last in both directions. */
const values: Readonly<Record<SortColumn, (key: Key) => string>> = {
  label: ({ label }) => shownLabel(label),
  environment: ({ environment }) => environment,
  plan: ({ plan }) => plan,
  account: ({ accountId }) => accountId,
  created: ({ createdAt }) => createdAt,
  used: ({ lastUsedAt }) => lastUsedAt ?? '',
  requests: ({ requests }) => String(requests ?? ''),
  status: ({ revokedAt }) => (revokedAt === null ? 'active' : 'revoked'),
};

/** Times are ISO 8601 in UTC, so their order is that of their code units. */
const isTime: ReadonlySet<SortColumn> = new Set(['created', 'used']);
/** The newest, and the largest number, is of most interest. */
const beginsDescending: ReadonlySet<SortColumn> = new Set([...isTime, 'requests']);

/**
 * Sorts keys, those with equal values newest first. Keys of the same millisecond have an order too.
 *
 * @param keys - in order of creation.
 */
export function sortKeys(keys: readonly Key[], { column, descending }: KeyOrder): Key[] {
  const compare = isTime.has(column) ? (a: string, b: string) => (a < b ? -1 : Number(a > b)) : collator.compare;
  const isOldestFirst = column === 'created' && !descending;
  const sorted = (isOldestFirst ? keys : keys.toReversed()).map((key) => ({ key, value: values[column](key) }));
  sorted.sort((a, b) => {
    if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '');
    return descending ? compare(b.value, a.value) : compare(a.value, b.value);
  });
  return sorted.map(({ key }) => key);
}

/** Returns the order after a click on a column: times begin with the newest, numbers with the largest, others with `a`. */
export function orderAfterClick(order: KeyOrder, column: SortColumn): KeyOrder {
  if (order.column === column) return { column, descending: !order.descending };
  return { column, descending: beginsDescending.has(column) };
}
