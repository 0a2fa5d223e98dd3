import { OperatorsOnly } from '../../parts/access.js';
import { isOperator, signedOutBecause } from '../../session/credentials.js';
import { Accounts } from './accounts.js';
import { LiveGauges } from './live-gauges.js';

/** Live gauges of the gateway, and the usage of accounts; for the operator. */
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
      <Accounts />
    </div>
  );
}
