import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { Notice } from '../../parts/notice.js';
import { refusalsOf } from './history.js';
import { OwnerAccess } from './owner-access.js';
import { QuotaBar } from './quota-bar.js';
import { RangeChoice } from './range-choice.js';
import { refusalReason } from './refusal-reasons.js';
import { RequestsChart } from './requests-chart.js';
import type { AccountUsage } from './responses.js';
import { labels, usage, usageProblem } from './store.js';
import { whole } from './units.js';

export interface AccountUsageProps {
  readonly accountId: string;
  readonly range: UsageRangeName;
  readonly onRange: (range: UsageRangeName) => void;
}

/** The usage of one account, and the results of its requests. */
export function AccountUsageView({ accountId, range, onRange }: AccountUsageProps) {
  const latest = usage.value;
  const shown = latest?.accountId === accountId && latest.range === range ? latest : undefined;
  const names = labels.value.get(accountId) ?? [];
  return (
    <div class="account-usage" aria-busy={shown === undefined}>
      <div class="account-title">
        <h3>{names.length === 0 ? <code>{accountId}</code> : names.join(', ')}</h3>
        {names.length > 0 && <code>{accountId}</code>}
        <RangeChoice value={range} onChange={onRange} />
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
  return (
    <>
      <QuotaBar {...shown} />
      <RequestsChart history={shown.history} range={shown.range} heading="h3" />
      <Refusals of={shown} />
    </>
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
