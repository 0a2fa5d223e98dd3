import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { KeyUsage } from '#gateway/client/responses.js';
import { AccountLink } from '../../parts/account-link.js';
import { Notice } from '../../parts/notice.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { Until } from '../../parts/timestamp.js';
import { useDocument } from '../../session/document.js';
import { Keys } from '../keys/keys-view.js';
import { QuotaBar } from '../usage/quota-bar.js';
import { whole } from '../usage/units.js';
import { areKeysShown, showKeys } from './store.js';

/** The account of the signed-in owner, as in `GET /account`. */
interface OwnAccount extends KeyUsage {
  readonly accountId: string;
  readonly activeKeys: number;
  readonly mostActiveKeys: number;
}

/** How often the quota is loaded, in milliseconds. */
const everyMs = 15_000;

/** The plan of the owner's account, what is left of the quota, and the keys once they are asked for. */
export function PlanView() {
  const { body: account, problem } = useDocument<OwnAccount>('/account', everyMs);
  const keys = useRef<HTMLElement>(null);
  const [isAsked, setAsked] = useState(false);
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (isAsked) keys.current?.focus();
  }, [isAsked]);
  return (
    <>
      <div class="view-head">
        <div>
          <h1>Plan and API access</h1>
          {account !== undefined && (
            <p>
              Plan <strong>{account.plan}</strong>, account <AccountLink id={account.accountId} />
            </p>
          )}
        </div>
      </div>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      {account !== undefined && (
        <section class="panel own-quota" aria-labelledby="own-quota">
          <div>
            <h2 id="own-quota">Daily quota</h2>
            <p class="fine">
              {count(account.activeKeys, 'active key')} of at most {account.mostActiveKeys}
            </p>
          </div>
          <QuotaBar used={account.used} limit={account.quota} remaining={account.remaining} />
          {account.freeAt !== null && (
            <p>
              The next request is possible <Until at={account.freeAt} />.
            </p>
          )}
          <p class="fine">
            All keys of the account share this quota. Each may send{' '}
            {account.burstPerMinute === null ? 'any number of' : whole(account.burstPerMinute)} requests a minute.
          </p>
        </section>
      )}
      {areKeysShown.value ? (
        <section ref={keys} aria-label="Keys" tabIndex={-1}>
          <Keys />
        </section>
      ) : (
        <section class="own-keys-gate" aria-labelledby="own-keys">
          <h2 id="own-keys">Keys</h2>
          <p class="fine">Create, rotate and revoke the keys of this account, and set who may use them in browsers.</p>
          <button
            type="button"
            class="button primary"
            onClick={() => {
              showKeys();
              setAsked(true);
            }}
          >
            Load keys
          </button>
        </section>
      )}
    </>
  );
}
