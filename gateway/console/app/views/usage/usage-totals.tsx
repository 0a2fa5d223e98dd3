import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { AccountLink } from '../../parts/account-link.js';
import { EmptyState } from '../../parts/notice.js';
import { useDocument } from '../../session/document.js';
import { NumberTable } from './number-table.js';
import { RangeChoice } from './range-choice.js';
import { RequestsChart } from './requests-chart.js';
import type { AccountTotal, Totals } from './responses.js';
import { accountName } from './store.js';
import { whole } from './units.js';
import { Unloaded } from './unloaded.js';

/** How often the totals are loaded, in milliseconds. */
const everyMs = 30_000;

/** The requests of all accounts in a range of time, and the accounts with most of them. */
export function UsageTotals() {
  const [range, setRange] = useState<UsageRangeName>('24h');
  const { body: shown, problem } = useDocument<Totals>(`/usage?range=${range}`, everyMs);
  return (
    <section aria-labelledby="usage-totals" class="usage-totals" aria-busy={shown === undefined}>
      <div class="usage-head">
        <h2 id="usage-totals">All accounts</h2>
        <RangeChoice value={range} onChange={setRange} />
      </div>
      <p class="fine account-said" role="status">
        {shown !== undefined && problem}
      </p>
      {shown === undefined ? (
        <Unloaded what="totals" problem={problem} class="usage-totals-skeleton" />
      ) : (
        <Loaded shown={shown} />
      )}
    </section>
  );
}

function Loaded({ shown }: { readonly shown: Totals }) {
  const { requests, succeeded, clientErrors, rateLimited, failed } = resultsOf(shown);
  if (requests === 0) {
    return (
      <EmptyState title="No requests yet">
        <p>The requests of all accounts appear here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <dl class="usage-figures">
        <Figure name="Requests" count={requests} />
        <Figure name="Succeeded" count={succeeded} of={requests} />
        <Figure name="Client errors" count={clientErrors} of={requests} />
        <Figure name="Refused by a limit" count={rateLimited} of={requests} />
        <Figure name="Failed" count={failed} of={requests} />
      </dl>
      <RequestsChart history={shown.history} range={shown.range} heading="h3" />
      <TopAccounts accounts={shown.accounts} />
    </>
  );
}

/** The requests of a range by their results. */
interface Results {
  readonly requests: number;
  readonly succeeded: number;
  /** Refused with a 4xx, apart from 429. */
  readonly clientErrors: number;
  readonly rateLimited: number;
  readonly failed: number;
}

/** Adds up the requests of all accounts. */
function resultsOf({ history }: Pick<Totals, 'history'>): Results {
  const countOf = (isCounted: (status: number) => boolean) =>
    history.reduce((sum, { status, count }) => (isCounted(status) ? sum + count : sum), 0);
  return {
    requests: countOf(() => true),
    succeeded: countOf((status) => status >= 200 && status < 300),
    clientErrors: countOf((status) => status >= 400 && status < 500 && status !== 429),
    rateLimited: countOf((status) => status === 429),
    failed: countOf((status) => status >= 500),
  };
}

function Figure({ name, count, of }: { readonly name: string; readonly count: number; readonly of?: number }) {
  return (
    <div class="panel">
      <dt>{name}</dt>
      <dd>
        {whole(count)} {of !== undefined && count > 0 && <small>{share(count / of)}</small>}
      </dd>
    </div>
  );
}

function share(part: number): string {
  if (part > 0 && part < 0.001) return 'below 0.1 %';
  // A few failures are not "100 %" of successes.
  const percent = part < 1 ? Math.min(99.9, Math.round(part * 1_000) / 10) : 100;
  return `${percent} %`;
}

function TopAccounts({ accounts }: { readonly accounts: readonly AccountTotal[] }) {
  const title = 'Accounts with most requests';
  return (
    <NumberTable
      title={title}
      heads={[title, 'Requests', 'Refused', 'Failed']}
      rows={accounts.map(
        ({ accountId, requests, rateLimited, failed }) =>
          [
            <AccountLink key={accountId} id={accountId} name={accountName(accountId)} />,
            ...[requests, rateLimited, failed],
          ] as const,
      )}
    />
  );
}
