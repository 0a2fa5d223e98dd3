import { AccountLink } from '../../parts/account-link.js';
import { tickingNow } from '../../parts/clock-store.js';
import { Timestamp, Until } from '../../parts/timestamp.js';
import { manageButtonId } from './focus-key.js';
import { type Key, nameOf, shownLabel } from './key.js';
import { openKey } from './store.js';

/** The props of one fact about a key in the list. */
interface OfKey {
  readonly of: Key;
}

export function Name({ of: { label, last4 } }: OfKey) {
  const shown = shownLabel(label);
  return (
    <div class="keys-name">
      <bdi class={shown === '' ? 'keys-label nothing' : 'keys-label'}>{shown === '' ? 'No label' : shown}</bdi>
      <code>…{last4}</code>
    </div>
  );
}

export function Environment({ of: { environment } }: OfKey) {
  return <span class="tag">{environment}</span>;
}

/** Only for operators: all keys of an owner are in one account. */
export function Account({ of: { accountId } }: OfKey) {
  return (
    <span class="keys-account">
      <AccountLink id={accountId} />
    </span>
  );
}

export function Origins({ of: { origins } }: OfKey) {
  const [first, ...others] = origins;
  if (first === undefined) return <span class="nothing">None</span>;
  return (
    <span class="keys-origins" title={origins.join('\n')}>
      <span>{first}</span>
      {others.length > 0 && <small> and {others.length} more</small>}
    </span>
  );
}

export function Created({ of: { createdAt } }: OfKey) {
  return <Timestamp at={createdAt} />;
}

export function LastUsed({ of: { lastUsedAt } }: OfKey) {
  return lastUsedAt === null ? <span class="nothing">Never</span> : <Timestamp at={lastUsedAt} />;
}

export function Status({ of: key }: OfKey) {
  const status = statusOf(key);
  return <span class={`status${status === 'Active' ? ' live' : ''}`}>{status}</span>;
}

function statusOf({ revokedAt, expiresAt, enabled }: Key): string {
  if (revokedAt !== null) return 'Revoked';
  if (!enabled) return 'Disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= tickingNow() ? 'Expired' : 'Active';
}

/** The requests in 24 hours. */
export function Requests({ of: { requests } }: OfKey) {
  if (requests === undefined || requests === null) {
    return (
      <span class="nothing" title="Not counted apart from other keys, or the database does not respond">
        –
      </span>
    );
  }
  return <>{requests.toLocaleString('en')}</>;
}

/** Until when the secret before a rotation is valid; nothing if none is. */
export function OldSecret({ of: { oldSecretExpiresAt } }: OfKey) {
  if (oldSecretExpiresAt === undefined || Date.parse(oldSecretExpiresAt) <= tickingNow()) return null;
  return (
    <small class="keys-old-secret">
      Old secret ends <Until at={oldSecretExpiresAt} />
    </small>
  );
}

export function ManageButton({ of: key }: OfKey) {
  return (
    <button
      type="button"
      id={manageButtonId(key.id)}
      class="button"
      aria-haspopup="dialog"
      aria-label={`Manage ${nameOf(key)}`}
      onClick={() => openKey(key)}
    >
      Manage
    </button>
  );
}
