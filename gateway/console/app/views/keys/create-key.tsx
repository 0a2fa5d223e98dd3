import { useId } from 'preact/hooks';
import { useAction } from '../../parts/action.js';
import { Field } from '../../parts/field.js';
import { Modal } from '../../parts/modal.js';
import { Notice } from '../../parts/notice.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { nameOf } from './key.js';
import { type FieldProblem, originProblem, readOriginLines } from './origin-lines.js';
import {
  closeNewKey,
  createKey,
  editNewKey,
  isOfOneAccount,
  keys,
  lostResponse,
  type NewKeyDraft,
  openKey,
} from './store.js';

/** The dialog that creates a key. */
export function CreateKey({ draft }: { readonly draft: NewKeyDraft }) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const accounts = useId();
  const problem = problemsOf(action, draft);
  const change = (changes: Partial<NewKeyDraft>) => {
    editNewKey(changes);
    action.say();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const read = readOriginLines(draft.origins);
    if ('problem' in read) return action.say(read.problem, 'origins');
    await action.run(() => createKey(draft, read.origins));
  };
  return (
    <Modal title="Create key" onClose={closeNewKey}>
      <form ref={form} class="stack" onSubmit={submit} noValidate>
        <Field label="Label" help="A name for it, such as the program that uses it." error={problem.label}>
          {(ids) => (
            <input
              {...ids}
              data-first
              autocomplete="off"
              value={draft.label}
              onInput={({ currentTarget }) => change({ label: currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label="Environment"
          help={
            draft.environment === 'live'
              ? 'For production. Begins with svc_live_.'
              : 'Also for pages on ports 3000 and 5173 of your own machine. Begins with svc_dev_.'
          }
        >
          {(ids) => (
            <select
              {...ids}
              value={draft.environment}
              onChange={({ currentTarget }) => change({ environment: currentTarget.value === 'dev' ? 'dev' : 'live' })}
            >
              <option value="live">Live</option>
              <option value="dev">Development</option>
            </select>
          )}
        </Field>
        {!isOfOneAccount.value && (
          <>
            <Field
              label="Account"
              help="Keys of one account share its daily quota. Leave it empty for a new account."
              error={problem.account}
            >
              {(ids) => (
                <input
                  {...ids}
                  autocomplete="off"
                  spellcheck={false}
                  list={accounts}
                  placeholder="A new account"
                  value={draft.accountId}
                  onInput={({ currentTarget }) => change({ accountId: currentTarget.value })}
                />
              )}
            </Field>
            <datalist id={accounts}>
              {knownAccounts().map((id) => (
                <option key={id} value={id} />
              ))}
            </datalist>
          </>
        )}
        <OriginsField value={draft.origins} error={problem.origins} onInput={(origins) => change({ origins })} />
        {problem.other !== '' && <Trouble problem={problem.other} draft={draft} />}
        <div class="row">
          <button type="submit" class="button primary" aria-disabled={action.isBusy}>
            Create key
          </button>
          <button type="button" class="button quiet" onClick={closeNewKey}>
            Cancel
          </button>
          <span class="fine" role="status">
            {action.note}
          </span>
        </div>
      </form>
    </Modal>
  );
}

/** Why it failed; after a lost response, what the list tells when the gateway is back. */
function Trouble({ problem, draft }: { readonly problem: string; readonly draft: NewKeyDraft }) {
  const lost = lostResponse.value;
  if (lost?.dialog !== draft.dialog) return <Notice kind="error">{problem}</Notice>;
  const { found } = lost;
  if (found === undefined) {
    return (
      <Notice kind="info">The response was lost, and the list has no such key: it was not created. Try again.</Notice>
    );
  }
  const manage = (
    <button
      type="button"
      class="button"
      onClick={() => {
        closeNewKey();
        openKey(found);
      }}
    >
      Manage it
    </button>
  );
  return (
    <Notice kind="error" action={manage}>
      The response was lost, but the list has {nameOf(found)} since then. Its secret can no longer be shown: rotate it
      for another.
    </Notice>
  );
}

export interface OriginsFieldProps {
  /** One per line. */
  readonly value: string;
  readonly error: string;
  readonly onInput: (value: string) => void;
}

/** Origins, one per line. */
export function OriginsField({ value, error, onInput }: OriginsFieldProps) {
  return (
    <Field
      label="Browser origins, one per line"
      help="Pages that may use the key, such as https://app.example.com. Programs outside browsers need none."
      error={error}
    >
      {(ids) => (
        <textarea
          {...ids}
          rows={3}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function knownAccounts(): string[] {
  return [...new Set((keys.value ?? []).map(({ accountId }) => accountId))];
}

/** A problem of one field. */
function problemsOf(found: FieldProblem, { origins }: NewKeyDraft) {
  const none = { label: '', account: '', origins: '', other: '' };
  const { problem, path, reason } = found;
  if (path === 'label') return { ...none, label: reason === '' ? problem : `Label ${reason}` };
  if (path === 'accountId') return { ...none, account: reason === '' ? problem : `The account ${reason}` };
  if (path.startsWith('origins')) return { ...none, origins: originProblem(found, origins) };
  return { ...none, other: problem };
}
