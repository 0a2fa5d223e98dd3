import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { EmptyState, Notice } from '../../parts/notice.js';
import { useDocument } from '../../session/document.js';
import { usePolling } from '../../session/polling.js';
import { nameOf } from '../keys/key.js';
import { keys, loadKeys } from '../keys/store.js';
import { Audit } from '../usage/audit.js';
import type { Tally } from '../usage/history.js';
import { Months } from '../usage/months.js';
import { NumberTable } from '../usage/number-table.js';
import { RangeChoice } from '../usage/range-choice.js';
import { Refusals } from '../usage/refusals.js';
import { RequestsChart } from '../usage/requests-chart.js';

/** A count in an hour or a day, or of a key. */
export interface UsageCount extends Tally {
  readonly keyId?: string | null;
}

interface OwnUsage {
  readonly range: UsageRangeName;
  readonly history: readonly UsageCount[];
  readonly byKey: readonly UsageCount[];
}

/** How often the numbers are loaded, in milliseconds. */
const everyMs = 15_000;

/** The requests of the owner's account: by hour or day, by operation and by key. */
export function OwnUsage() {
  const [range, setRange] = useState<UsageRangeName>('24h');
  const { body: usage, problem } = useDocument<OwnUsage>(`/account/usage?range=${range}`, everyMs);
  // For the names of the keys.
  usePolling(loadKeys, everyMs * 4);
  return (
    <div class="usage">
      <div class="usage-part-head">
        <h1>Usage</h1>
        <RangeChoice value={range} onChange={setRange} />
      </div>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      {usage?.history.length === 0 && <EmptyState title="No requests in this range" />}
      {usage !== undefined && usage.history.length > 0 && (
        <>
          <RequestsChart history={usage.history} range={range} heading="h2" />
          <Numbers by="operation" rows={rowsBy(usage.history, (each) => each.operation)} />
          <Numbers by="key" rows={rowsBy(usage.byKey, ({ keyId }) => keyName(keyId ?? null))} />
          <Refusals history={usage.history} heading="h2" />
        </>
      )}
      <Months path="/account/usage/days?" />
      <Audit path="/account/audit?" heading="h2" />
    </div>
  );
}

function keyName(keyId: string | null): string {
  if (keyId === null) return 'Other keys';
  const key = keys.value?.find(({ id }) => id === keyId);
  return key === undefined ? keyId : nameOf(key);
}

/** The name of a row, then its requests: all, with a 4xx apart from 429, refused with 429, failed with a 5xx. */
type Row = readonly [name: string, requests: number, clientErrors: number, limited: number, failed: number];

/** Adds counts up by a name, in the order of their first appearance. */
function rowsBy(counts: readonly UsageCount[], nameOf: (count: UsageCount) => string): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const counted of counts) {
    const name = nameOf(counted);
    const [, requests, clientErrors, limited, failed] = rows.get(name) ?? [name, 0, 0, 0, 0];
    const { status, count } = counted;
    rows.set(name, [
      name,
      requests + count,
      clientErrors + (status >= 400 && status < 500 && status !== 429 ? count : 0),
      limited + (status === 429 ? count : 0),
      failed + (status >= 500 ? count : 0),
    ]);
  }
  return [...rows.values()];
}

function Numbers({ by, rows }: { readonly by: 'operation' | 'key'; readonly rows: readonly Row[] }) {
  const title = `Requests by ${by}`;
  const first = by === 'key' ? 'Key' : 'Operation';
  return (
    <section>
      <h2>{title}</h2>
      <NumberTable
        title={title}
        heads={[first, 'Requests', 'Client errors', 'Refused by a limit', 'Failed']}
        rows={rows}
      />
    </section>
  );
}
