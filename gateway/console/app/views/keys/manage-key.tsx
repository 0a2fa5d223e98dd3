import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AccountLink } from '../../parts/account-link.js';
import { useAction } from '../../parts/action.js';
import { tickingNow } from '../../parts/clock-store.js';
import { Field } from '../../parts/field.js';
import { Modal } from '../../parts/modal.js';
import { Notice } from '../../parts/notice.js';
import { SaveRow } from '../../parts/save-row.js';
import { Switch } from '../../parts/switch.js';
import { Timestamp, Until } from '../../parts/timestamp.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { OriginsField } from './create-key.js';
import { focusKey } from './focus-key.js';
import { type Key, nameOf } from './key.js';
import { LastUsed, Requests, Status } from './key-facts.js';
import { EditLimits, SetBy } from './key-limits.js';
import { originProblem, readOriginLines } from './origin-lines.js';
import { RotateKey } from './rotate-key.js';
import { closeKey, editKey, type OfDraft, revokeKey, saveEnabled, saveLabel, saveOrigins, setter } from './store.js';

/** The dialog of one key: its facts and actions. */
export function ManageKey({ draft, managed }: OfDraft) {
  const close = () => {
    closeKey();
    focusKey(managed.id);
  };
  return (
    <Modal title={`Key …${managed.last4}`} onClose={close}>
      <dl class="facts">
        <dt>Id</dt>
        <dd>
          <code>{managed.id}</code>
        </dd>
        <dt>Account</dt>
        <dd>
          <AccountLink id={managed.accountId} onFollow={close} />
        </dd>
        <dt>Kind</dt>
        <dd>
          {managed.environment}, {managed.plan}
        </dd>
        <dt>Created</dt>
        <dd>
          <Timestamp at={managed.createdAt} />
        </dd>
        <dt>Last used</dt>
        <dd>
          <LastUsed of={managed} />
        </dd>
        <dt>Requests, 24 h</dt>
        <dd>
          <Requests of={managed} />
        </dd>
        <dt>Status</dt>
        <dd>
          <Status of={managed} />
        </dd>
        <OldSecretEnd of={managed} />
        <SetBy of={managed} />
      </dl>
      {managed.revokedAt === null ? (
        <>
          <EditLabel draft={draft} managed={managed} />
          <EditOrigins draft={draft} managed={managed} />
          <EditLimits draft={draft} managed={managed} />
          <Switch
            name={`key …${managed.last4}`}
            isEnabled={managed.setBy[setter.value]?.enabled ?? true}
            save={(isEnabled) => saveEnabled(managed, isEnabled)}
          />
          <RotateKey managed={managed} />
          <RevokeKey managed={managed} />
        </>
      ) : (
        <Revoked at={managed.revokedAt} />
      )}
    </Modal>
  );
}

/** When the secret before a rotation stops working, to the second. */
function OldSecretEnd({ of: { oldSecretExpiresAt } }: { readonly of: Key }) {
  if (oldSecretExpiresAt === undefined || Date.parse(oldSecretExpiresAt) <= tickingNow()) return null;
  return (
    <>
      <dt>Old secret</dt>
      <dd>
        Ends <Until at={oldSecretExpiresAt} />, at {new Date(oldSecretExpiresAt).toLocaleString()}
      </dd>
    </>
  );
}

/** Edits the label of a key. */
function EditLabel({ draft, managed }: OfDraft) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const label = draft.label.trim();
  const submit = async (event: Event) => {
    event.preventDefault();
    await action.run(() => saveLabel(managed, label), 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <Field label="Label" error={action.problem}>
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            value={draft.label}
            onInput={({ currentTarget }) => {
              editKey({ label: currentTarget.value });
              action.say();
            }}
          />
        )}
      </Field>
      <SaveRow name="label" action={action} isChanged={label !== (managed.label ?? '')} />
    </form>
  );
}

/** Edits the origins that may use a key. */
function EditOrigins({ draft, managed }: OfDraft) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const submit = async (event: Event) => {
    event.preventDefault();
    const read = readOriginLines(draft.origins);
    if ('problem' in read) return action.say(read.problem);
    await action.run(() => saveOrigins(managed, read.origins, draft.origins), 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <OriginsField
        value={draft.origins}
        error={originProblem(action, draft.origins)}
        onInput={(origins) => {
          editKey({ origins });
          action.say();
        }}
      />
      <SaveRow name="origins" action={action} isChanged={draft.origins !== managed.origins.join('\n')} />
    </form>
  );
}

function Revoked({ at }: { readonly at: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  // Revoked elsewhere while the user typed here: the focused field is gone.
  useLayoutEffect(() => {
    if (said.current?.closest('dialog')?.contains(document.activeElement) !== true) said.current?.focus();
  }, []);
  return (
    <p ref={said} class="fine" tabIndex={-1} role="status">
      This key has been revoked, <Timestamp at={at} />. A revoked key cannot be changed or brought back.
    </p>
  );
}

/** Revokes a key permanently, after a confirmation. */
function RevokeKey({ managed }: { readonly managed: Key }) {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const action = useAction();
  // The focus is always on the harmless button.
  useLayoutEffect(() => {
    if (isAsking || wasAsking.current) first.current?.focus();
    first.current?.scrollIntoView({ block: 'nearest' });
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <div class="key-part">
        <h3>Revoke</h3>
        <p class="fine">Requests with this key are refused from then on. This cannot be undone.</p>
        <div class="row">
          <button ref={first} key="ask" type="button" class="button danger" onClick={() => setAsking(true)}>
            Revoke…
          </button>
        </div>
      </div>
    );
  }
  return (
    <div class="key-part">
      <h3>Revoke {nameOf(managed)} permanently?</h3>
      <p class="fine">Programs that use it get 401 from the next request on. This cannot be undone.</p>
      {action.problem !== '' && <Notice kind="error">{action.problem}</Notice>}
      <div class="row">
        <button ref={first} key="keep" type="button" class="button" onClick={() => setAsking(false)}>
          Keep it
        </button>
        <button
          type="button"
          class="button danger"
          aria-disabled={action.isBusy}
          onClick={() => void action.run(() => revokeKey(managed))}
        >
          Revoke key …{managed.last4}
        </button>
        <span class="fine" role="status">
          {action.note}
        </span>
      </div>
    </div>
  );
}
