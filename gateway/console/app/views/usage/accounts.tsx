import { useState } from 'preact/hooks';
import { EmptyState, Notice } from '../../parts/notice.js';
import { usePolling } from '../../session/polling.js';
import { route } from '../../session/router.js';
import { AccountChooser } from './account-chooser.js';
import { accounts, accountsProblem, loadAccounts, loadUsage } from './account-list.js';
import { AccountUsageView } from './account-usage.js';

/** How often the numbers of accounts are loaded, in milliseconds. */
const everyMs = 15_000;

/** Requests and quotas of the last 24 hours of the chosen account. */
export function Accounts() {
  const [, named = ''] = route.value.split('/');
  const [chosen, setChosen] = useState({ id: named, under: named });
  // A link to another account overrides an earlier choice.
  const id = chosen.under === named && chosen.id !== '' ? chosen.id : named || (accounts.value?.[0]?.accountId ?? '');
  usePolling(loadAccounts, everyMs);
  usePolling((signal) => loadUsage(id, signal), everyMs, id);
  return (
    <section aria-labelledby="usage-accounts">
      <div class="usage-head">
        <h2 id="usage-accounts">Accounts in the last 24 hours</h2>
      </div>
      <Body id={id} onChoose={(next) => setChosen({ id: next, under: named })} />
    </section>
  );
}

function Body({ id, onChoose }: { readonly id: string; readonly onChoose: (id: string) => void }) {
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
      <AccountUsageView accountId={id} />
    </div>
  );
}
