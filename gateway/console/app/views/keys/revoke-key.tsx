import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../../parts/action.js';
import { Notice } from '../../parts/notice.js';
import { type Key, nameOf } from './key.js';
import { revokeKey } from './store.js';

/** Revokes a key permanently, after a confirmation. */
export function RevokeKey({ managed }: { readonly managed: Key }) {
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
