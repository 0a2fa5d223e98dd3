import { useLayoutEffect, useRef } from 'preact/hooks';
import { Modal } from '../../parts/modal.js';
import { Timestamp, tickingNow, Until } from '../../parts/timestamp.js';
import { isOwner } from '../../session/credentials.js';
import { addressOf } from '../../session/router.js';
import { focusKey, keyDraft, type OfDraft } from './dialogs.js';
import { EditLabel } from './edit-label.js';
import { EditOrigins } from './edit-origins.js';
import type { Key } from './key.js';
import { LastUsed, Requests, Status } from './key-facts.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';

/** The dialog of one key: its facts and actions. */
export function ManageKey({ draft, managed }: OfDraft) {
  const close = () => {
    keyDraft.value = undefined;
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
          {isOwner.value ? (
            <code>{managed.accountId}</code>
          ) : (
            <a href={addressOf(`usage/${managed.accountId}`)} onClick={close}>
              <code>{managed.accountId}</code>
            </a>
          )}
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
      </dl>
      {managed.revokedAt === null ? (
        <>
          <EditLabel draft={draft} managed={managed} />
          <EditOrigins draft={draft} managed={managed} />
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
