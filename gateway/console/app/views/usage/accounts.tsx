import { useState } from 'preact/hooks';
import { AccountLink } from '../../parts/account-link.js';
import { EmptyState } from '../../parts/notice.js';
import { usePolling } from '../../session/polling.js';
import { AccountChooser } from './account-chooser.js';
import { AccountUsageView } from './account-usage.js';
import { accountName, accounts, accountsProblem, loadAccounts } from './store.js';
import { Unloaded } from './unloaded.js';

/** How often the numbers of accounts are loaded, in milliseconds. */
const everyMs = 15_000;

/** Quotas of all accounts, and the requests of the chosen one in a range of time. */
export function Accounts() {
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
