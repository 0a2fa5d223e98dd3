import { Until } from '../../parts/moment.js';
import { Notice } from '../../parts/notice.js';
import { usePolling } from '../../session/polling.js';
import { Keys } from '../keys/keys-view.js';
import { QuotaBar } from '../usage/quota-bar.js';
import { areKeysShown, loadOwnAccount, ownAccount, ownProblem } from './own-account.js';

/** How often the quota is loaded, in milliseconds. */
const everyMs = 15_000;

/** The plan of the owner's account, what is left of the quota, and the keys once they are asked for. */
export function PlanView() {
  usePolling(loadOwnAccount, everyMs);
  const account = ownAccount.value;
  return (
    <>
      <div class="view-head">
        <div>
          <h1>Plan and API access</h1>
          {account !== undefined && (
            <p>
              Plan <strong>{account.plan}</strong>, account <code>{account.accountId}</code>
            </p>
          )}
        </div>
      </div>
      {ownProblem.value !== '' && <Notice kind="error">{ownProblem.value}</Notice>}
      {account !== undefined && (
        <section class="own-quota" aria-label="Daily quota">
          <QuotaBar used={account.used} limit={account.quota} remaining={account.remaining} />
          {account.freeAt !== null && (
            <p>
              The next request is possible <Until at={account.freeAt} />.
            </p>
          )}
          <p class="fine">
            {account.activeKeys} active keys share this quota; {account.mostActiveKeys} are possible.
          </p>
        </section>
      )}
      {areKeysShown.value ? (
        <Keys />
      ) : (
        <button
          type="button"
          class="button primary"
          onClick={() => {
            areKeysShown.value = true;
          }}
        >
          Load keys
        </button>
      )}
    </>
  );
}
