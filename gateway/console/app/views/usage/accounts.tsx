import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { EmptyState, Notice } from '../../parts/notice.js';
import { usePolling } from '../../session/polling.js';
import { route } from '../../session/router-store.js';
import { AccountChooser } from './account-chooser.js';
import { AccountUsageView } from './account-usage.js';
import { accounts, accountsProblem, loadAccounts, loadUsage } from './store.js';

/** How often the numbers of accounts are loaded, in milliseconds. */
const everyMs = 15_000;

/** Quotas of all accounts, and the requests of the chosen one in a range of time. */
export function Accounts() {
  const [, named = ''] = route.value.split('/');
  const [chosen, setChosen] = useState({ id: named, under: named });
  // A link to another account overrides an earlier choice.
  const id = chosen.under === named && chosen.id !== '' ? chosen.id : named || (accounts.value?.[0]?.id ?? '');
  const [range, setRange] = useState<UsageRangeName>('24h');
  usePolling(loadAccounts, everyMs);
  usePolling((signal) => loadUsage(id, range, signal), everyMs, `${id} ${range}`);
  return (
    <section aria-labelledby="usage-accounts">
      <div class="usage-head">
        <h2 id="usage-accounts">Accounts</h2>
      </div>
      <Body id={id} onChoose={(next) => setChosen({ id: next, under: named })} range={range} onRange={setRange} />
    </section>
  );
}

interface BodyProps {
  readonly id: string;
  readonly onChoose: (id: string) => void;
  readonly range: UsageRangeName;
  readonly onRange: (range: UsageRangeName) => void;
}

function Body({ id, onChoose, ...ranged }: BodyProps) {
  if (accounts.value === undefined) {
    if (accountsProblem.value !== '') return <Notice kind="error">{accountsProblem.value}</Notice>;
    return (
      <div class="usage-skeleton" role="status">
        <span class="off-screen">Loading the accounts…</span>
      </div>
    );
  }
  if (accounts.value.length === 0) {
    return (
      <EmptyState title="No accounts yet">
        <p>An account is created with its first key, under Keys.</p>
      </EmptyState>
    );
  }
  return (
    <div class="usage-accounts">
      <AccountChooser chosen={id} onChoose={onChoose} />
      <AccountUsageView accountId={id} {...ranged} />
    </div>
  );
}
