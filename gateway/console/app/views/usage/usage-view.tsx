import { OperatorsOnly } from '../../parts/access.js';
import { isOperator, signedOutBecause } from '../../session/session-store.js';
import { Accounts } from './accounts.js';
import { Gateways } from './gateways.js';
import { LiveGauges } from './live-gauges.js';
import { UsageTotals } from './usage-totals.js';

/** Live gauges of the gateway, the gateways of the cluster, and the usage of all accounts and of one; for the operator. */
export function UsageView() {
  if (!isOperator.value) {
    return (
      <>
        <h1 class="off-screen">Usage</h1>
        <OperatorsOnly reason={signedOutBecause.value} />
      </>
    );
  }
  return (
    <div class="usage">
      <h1>Usage</h1>
      <LiveGauges />
      <Gateways />
      <UsageTotals />
      <Accounts />
    </div>
  );
}
