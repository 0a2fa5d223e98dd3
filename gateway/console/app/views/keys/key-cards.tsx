import type { Key } from './key.js';
import {
  Account,
  Created,
  Environment,
  LastUsed,
  ManageButton,
  Name,
  OldSecret,
  Origins,
  Requests,
  Status,
} from './key-facts.js';
import { Limits } from './key-limits.js';
import { isOfOneAccount } from './store.js';

/** Keys on a narrow screen. */
export function KeyCards({ shown }: { readonly shown: readonly Key[] }) {
  return (
    <ul class="keys-cards">
      {shown.map((key) => (
        <li key={key.id} class="panel keys-card" data-revoked={key.revokedAt === null ? undefined : true}>
          <div class="keys-card-head">
            <Name of={key} />
            <ManageButton of={key} />
          </div>
          <dl class="facts">
            <dt>Status</dt>
            <dd>
              <Status of={key} /> <OldSecret of={key} />
              <Limits of={key} />
            </dd>
            <dt>Environment</dt>
            <dd>
              <Environment of={key} />, {key.plan}
            </dd>
            {!isOfOneAccount.value && (
              <>
                <dt>Account</dt>
                <dd>
                  <Account of={key} />
                </dd>
              </>
            )}
            <dt>Origins</dt>
            <dd>
              <Origins of={key} />
            </dd>
            <dt>Created</dt>
            <dd>
              <Created of={key} />
            </dd>
            <dt>Last used</dt>
            <dd>
              <LastUsed of={key} />
            </dd>
            <dt>Requests, 24 h</dt>
            <dd>
              <Requests of={key} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
