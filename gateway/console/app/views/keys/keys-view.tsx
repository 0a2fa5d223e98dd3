import { useLayoutEffect } from 'preact/hooks';
import { OperatorsOnly } from '../../parts/access.js';
import { usePolling } from '../../session/polling.js';
import { isOperator, signedOutBecause } from '../../session/session-store.js';
import { CreateKey } from './create-key.js';
import { KeyCatalogue } from './key-catalogue.js';
import { ManageKey } from './manage-key.js';
import { isOfOneAccount, keyDraft, keys, listKeysOf, loadKeys, newKeyDraft, openNewKey } from './store.js';

/** How often the list is refreshed, for the times of use, in milliseconds. */
const refreshMs = 30_000;

/** API keys, for the operator. */
export function KeysView() {
  return isOperator.value ? <Keys /> : <Gate />;
}

function Gate() {
  return (
    <>
      <h1 class="off-screen">Keys</h1>
      <OperatorsOnly reason={signedOutBecause.value} />
    </>
  );
}

/** API keys: all, or those of one account. @param of - the account, for an operator. */
export function Keys({ of = '' }: { readonly of?: string }) {
  // Before the first request.
  useLayoutEffect(() => listKeysOf(of), [of]);
  usePolling(loadKeys, refreshMs, of);
  const draft = keyDraft.value;
  const managed = draft === undefined ? undefined : keys.value?.find(({ id }) => id === draft.id);
  return (
    <>
      <div class="view-head keys-head">
        <div>
          {isOfOneAccount.value ? <h2>Keys</h2> : <h1>Keys</h1>}
          <p>
            Programs name one of these in the header <code>x-api-key</code>.
          </p>
        </div>
        <button type="button" id="create-key" class="button primary" onClick={openNewKey}>
          Create key
        </button>
      </div>
      <KeyCatalogue />
      {newKeyDraft.value !== undefined && <CreateKey key={newKeyDraft.value.dialog} draft={newKeyDraft.value} />}
      {draft !== undefined && managed !== undefined && <ManageKey key={draft.id} draft={draft} managed={managed} />}
    </>
  );
}
