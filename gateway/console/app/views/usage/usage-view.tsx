import { OperatorsOnly } from '../../parts/access.js';
import { addressOf, route } from '../../session/router-store.js';
import { isOperator, signedOutBecause } from '../../session/session-store.js';
import { AccountPage } from './account-page.js';
import { Accounts } from './accounts.js';
import { Audit } from './audit.js';
import { Gateways } from './gateways.js';
import { LiveGauges } from './live-gauges.js';
import { UsageTotals } from './usage-totals.js';

/** Live gauges of the gateway, the gateways of the cluster, and the usage of all accounts and of each; or one account. For the operator. */
export function UsageView() {
  if (!isOperator.value) {
    return (
      <>
        <h1 class="off-screen">Usage</h1>
        <OperatorsOnly reason={signedOutBecause.value} />
      </>
    );
  }
  const [, accountId = ''] = route.value.split('/');
  if (accountId === 'audit') return <Audit path="/audit?" heading="h1" />;
  if (accountId !== '') return <AccountPage key={accountId} id={accountId} />;
  return (
    <div class="usage">
      <div class="usage-head">
        <h1>Usage</h1>
        <a href={addressOf('usage/audit')}>Audit log</a>
      </div>
      <LiveGauges />
      <Gateways />
      <UsageTotals />
      <Accounts />
    </div>
  );
}
