import { useState } from 'preact/hooks';
import { count } from '../../parts/text-pane/text-pane.js';
import type { Account } from './responses.js';
import { accounts, accountsProblem, labels, loadMoreAccounts, nextAccount } from './store.js';
import { whole } from './units.js';

/** The least number of accounts with a search field. */
const searchedFrom = 8;

export interface AccountChooserProps {
  readonly chosen: string;
  readonly onChoose: (accountId: string) => void;
}

/** The list of accounts. */
export function AccountChooser({ chosen, onChoose }: AccountChooserProps) {
  const [text, setText] = useState('');
  const all = accounts.value ?? [];
  const shown = all.filter((account) => fits(account, text));
  return (
    <div class="account-list">
      {all.length >= searchedFrom && (
        <>
          <label class="off-screen" for="account-search">
            Search accounts
          </label>
          <input
            id="account-search"
            type="search"
            autocomplete="off"
            spellcheck={false}
            placeholder="Account, your id, or label of a key"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </>
      )}
      <ul aria-label="Accounts">
        {shown.map((account) => (
          <li key={account.id}>
            <button type="button" aria-pressed={account.id === chosen} onClick={() => onChoose(account.id)}>
              <span class="account-name">{nameOf(account)}</span>
              <span class="account-quota">{quotaOf(account)}</span>
              <code>{account.id}</code>
              <span class="fine">{account.keys === 0 ? 'no active key' : count(account.keys, 'key')}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="fine" role="status">
        {shown.length === 0 && 'No account matches.'}
        {accountsProblem.value}
      </p>
      {nextAccount.value !== null && (
        <button type="button" class="button" onClick={() => void loadMoreAccounts()}>
          Load more
        </button>
      )}
    </div>
  );
}

function fits({ id, name, externalId }: Account, text: string): boolean {
  const searched = [id, name, externalId, ...(labels.value.get(id) ?? [])].join('\n').toLowerCase();
  return searched.includes(text.trim().toLowerCase());
}

/** Searches the labels of an account's keys. */
function nameOf({ id, name, plan }: Account): string {
  if (name !== null) return name;
  const [first, ...others] = labels.value.get(id) ?? [];
  if (first === undefined) return plan === 'free' ? 'Free account' : 'Account without labels';
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function quotaOf({ used, limit }: Account): string {
  return limit === null ? whole(used) : `${whole(used)} of ${whole(limit)}`;
}
