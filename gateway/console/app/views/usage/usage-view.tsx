import { useState } from 'preact/hooks';
import { OperatorsOnly } from '../../parts/access.js';
import { AccountLink } from '../../parts/account-link.js';
import { EmptyState } from '../../parts/notice.js';
import { usePolling } from '../../session/polling.js';
import { addressOf, route } from '../../session/router-store.js';
import { isOperator, signedOutBecause } from '../../session/session-store.js';
import { AccountChooser } from './account-chooser.js';
import { AccountPage } from './account-page.js';
import { AccountUsageView } from './account-usage.js';
import { Audit } from './audit.js';
import { Gateways } from './gateways.js';
import { LiveGauges } from './live-gauges.js';
import { accountName, accounts, accountsProblem, loadAccounts } from './store.js';
import { Unloaded } from './unloaded.js';
import { UsageTotals } from './usage-totals.js';

/**
 * Live gauges of the gateway, the gateways of the cluster, and the usage of all accounts and of each; or one account.
 * For the operator.
 */
export function UsageView() {
  if (!isOperator.value) {
    return (
      <>
        <h1 class="off-screen">Usage</h1>
        <OperatorsOnly reason={signedOutBecause.value} />
      </>
    );
  }
  const [, accountId = ''] = route.value.split('/');
  if (accountId === 'audit') return <Audit path="/audit?" heading="h1" />;
  if (accountId !== '') return <AccountPage key={accountId} id={accountId} />;
  return (
    <div class="usage">
      <div class="usage-head">
        <h1>Usage</h1>
        <a href={addressOf('usage/audit')}>Audit log</a>
      </div>
      <LiveGauges />
      <Gateways />
      <UsageTotals />
      <Accounts />
    </div>
  );
}

/** How often the numbers of accounts are loaded, in milliseconds. */
const everyMs = 15_000;

/** Quotas of all accounts, and the requests of the chosen one in a range of time. */
function Accounts() {
  const [chosen, setChosen] = useState('');
  usePolling(loadAccounts, everyMs);
  return (
    <section aria-labelledby="usage-accounts">
      <div class="usage-head">
        <h2 id="usage-accounts">Accounts</h2>
      </div>
      <Body id={chosen || (accounts.value?.[0]?.id ?? '')} onChoose={setChosen} />
    </section>
  );
}

interface BodyProps {
  readonly id: string;
  readonly onChoose: (id: string) => void;
}

function Body({ id, onChoose }: BodyProps) {
  if (accounts.value === undefined) {
    return <Unloaded what="accounts" problem={accountsProblem.value} />;
  }
  if (accounts.value.length === 0) {
    return (
      <EmptyState title="No accounts yet">
        <p>An account is created with its first key, under Keys.</p>
      </EmptyState>
    );
  }
  const name = accountName(id);
  return (
    <div class="usage-accounts">
      <AccountChooser chosen={id} onChoose={onChoose} />
      <AccountUsageView
        accountId={id}
        heading={
          <>
            <h3>
              <AccountLink id={id} name={name} />
            </h3>
            {name !== '' && <code>{id}</code>}
          </>
        }
      />
    </div>
  );
}
