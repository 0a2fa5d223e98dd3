import { useState } from 'preact/hooks';
import { Choice } from '../../parts/choice.js';
import { EmptyState, Notice } from '../../parts/notice.js';
import { gatewayNow } from '../../session/gateway-clock.js';
import { type AccountUsage, labels, usage, usageProblem } from './account-list.js';
import { type Chart, chartOf, type Division, refusalsOf, sumOf } from './history.js';
import { NumbersTable } from './numbers-table.js';
import { OwnerAccess } from './owner-access.js';
import { QuotaBar } from './quota-bar.js';
import { refusalReason } from './refusal-reasons.js';
import { whole } from './units.js';
import { UsageChart } from './usage-chart.js';

/** The usage of one account, and the results of its requests. */
export function AccountUsageView({ accountId }: { readonly accountId: string }) {
  const shown = usage.value?.accountId === accountId ? usage.value : undefined;
  const names = labels.value.get(accountId) ?? [];
  return (
    <div class="account-usage" aria-busy={shown === undefined}>
      <div class="account-title">
        <h3>{names.length === 0 ? <code>{accountId}</code> : names.join(', ')}</h3>
        {names.length > 0 && <code>{accountId}</code>}
      </div>
      <p class="fine account-said" role="status">
        {shown !== undefined && usageProblem.value}
      </p>
      {shown === undefined ? <Unloaded /> : <Loaded shown={shown} />}
      <OwnerAccess key={accountId} accountId={accountId} />
    </div>
  );
}

function Unloaded() {
  if (usageProblem.value !== '') return <Notice kind="error">{usageProblem.value}</Notice>;
  return (
    <div class="usage-skeleton" role="status">
      <span class="off-screen">Loading the usage…</span>
    </div>
  );
}

function Loaded({ shown }: { readonly shown: AccountUsage }) {
  const [division, setDivision] = useState<Division>('operation');
  const chart = chartOf(shown.history, division, gatewayNow());
  return (
    <>
      <QuotaBar {...shown} />
      {sumOf(chart.totals) === 0 ? (
        <div class="no-requests">
          <EmptyState title="No requests in the last 24 hours">
            <p>Requests appear here by hour.</p>
          </EmptyState>
        </div>
      ) : (
        <Requests chart={chart} division={division} onDivide={setDivision} />
      )}
      <Refusals of={shown} />
    </>
  );
}

const divisions: readonly (readonly [Division, string])[] = [
  ['operation', 'By operation'],
  ['status', 'By status'],
];

interface RequestsProps {
  readonly chart: Chart;
  readonly division: Division;
  readonly onDivide: (division: Division) => void;
}

function Requests({ chart, division, onDivide }: RequestsProps) {
  return (
    <section>
      <div class="usage-part-head">
        <h3>Requests by hour</h3>
        <Choice label="Divide by" value={division} choices={divisions} onChange={onDivide} />
      </div>
      <UsageChart chart={chart} />
      <details class="numbers">
        <summary>The same as a table</summary>
        <NumbersTable chart={chart} />
      </details>
    </section>
  );
}

function Refusals({ of: { history } }: { readonly of: AccountUsage }) {
  const refusals = refusalsOf(history);
  return (
    <section>
      <h3>Refusals by reason</h3>
      {refusals.length === 0 ? (
        <p class="fine">No request was refused by a limit.</p>
      ) : (
        <table class="refusals">
          <thead>
            <tr>
              <th scope="col">Why</th>
              <th scope="col" class="number">
                Requests
              </th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ reason, count }) => (
              <tr key={reason}>
                <td>{refusalReason(reason)}</td>
                <td class="number">{whole(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
