import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { EmptyState, Notice } from '../../parts/notice.js';
import { usePolling } from '../../session/polling.js';
import { nameOf } from '../keys/key.js';
import { keys, loadKeys } from '../keys/store.js';
import { RangeChoice } from '../usage/range-choice.js';
import { RequestsChart } from '../usage/requests-chart.js';
import { whole } from '../usage/units.js';
import { loadOwnUsage, ownProblem, ownUsage, type UsageCount } from './store.js';

/** How often the numbers are loaded, in milliseconds. */
const everyMs = 15_000;

/** The requests of the owner's account: by hour or day, by operation and by key. */
export function OwnUsage() {
  const [range, setRange] = useState<UsageRangeName>('24h');
  usePolling((signal) => loadOwnUsage(range, signal), everyMs, range);
  // For the names of the keys.
  usePolling(loadKeys, everyMs * 4);
  const usage = ownUsage.value?.range === range ? ownUsage.value : undefined;
  return (
    <div class="usage">
      <div class="usage-part-head">
        <h1>Usage</h1>
        <RangeChoice value={range} onChange={setRange} />
      </div>
      {ownProblem.value !== '' && <Notice kind="error">{ownProblem.value}</Notice>}
      {usage?.history.length === 0 && <EmptyState title="No requests in this range" />}
      {usage !== undefined && usage.history.length > 0 && (
        <>
          <RequestsChart history={usage.history} range={range} heading="h2" />
          <Numbers
            title="Requests by operation"
            head="Operation"
            rows={rowsBy(usage.history, (each) => each.operation)}
          />
          <Numbers
            title="Requests by key"
            head="Key"
            rows={rowsBy(usage.byKey, ({ keyId }) => keyName(keyId ?? null))}
          />
        </>
      )}
    </div>
  );
}

function keyName(keyId: string | null): string {
  if (keyId === null) return 'Other keys';
  const key = keys.value?.find(({ id }) => id === keyId);
  return key === undefined ? keyId : nameOf(key);
}

/** The numbers of one row of a table. */
interface Row {
  readonly name: string;
  readonly requests: number;
  /** Those with a 4xx, apart from 429. */
  readonly clientErrors: number;
  /** Those that were refused with 429. */
  readonly limited: number;
  /** Those that failed with a 5xx. */
  readonly failed: number;
}

const none = { requests: 0, clientErrors: 0, limited: 0, failed: 0 };

/** Adds counts up by a name, in the order of their first appearance. */
function rowsBy(counts: readonly UsageCount[], nameOf: (count: UsageCount) => string): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const counted of counts) {
    const name = nameOf(counted);
    const { requests, clientErrors, limited, failed } = rows.get(name) ?? none;
    const { status, count } = counted;
    rows.set(name, {
      name,
      requests: requests + count,
      clientErrors: clientErrors + (status >= 400 && status < 500 && status !== 429 ? count : 0),
      limited: limited + (status === 429 ? count : 0),
      failed: failed + (status >= 500 ? count : 0),
    });
  }
  return [...rows.values()];
}

interface NumbersProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly Row[];
}

function Numbers({ title, head, rows }: NumbersProps) {
  return (
    <section>
      <h2>{title}</h2>
      <table class="refusals">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" class="number">
              Requests
            </th>
            <th scope="col" class="number">
              Client errors
            </th>
            <th scope="col" class="number">
              Refused by a limit
            </th>
            <th scope="col" class="number">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, requests, clientErrors, limited, failed }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">{whole(requests)}</td>
              <td class="number">{whole(clientErrors)}</td>
              <td class="number">{whole(limited)}</td>
              <td class="number">{whole(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
