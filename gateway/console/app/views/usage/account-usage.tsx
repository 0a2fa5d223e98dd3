import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { useDocument } from '../../session/document.js';
import { QuotaBar } from './quota-bar.js';
import { RangeChoice } from './range-choice.js';
import { Refusals } from './refusals.js';
import { RequestsChart } from './requests-chart.js';
import type { AccountUsage } from './responses.js';
import { Unloaded } from './unloaded.js';

/** How often it is loaded, in milliseconds. */
const everyMs = 15_000;

export interface AccountUsageProps {
  readonly accountId: string;
  readonly heading: ComponentChildren;
}

/** The usage of one account, and the results of its requests. */
export function AccountUsageView({ accountId, heading }: AccountUsageProps) {
  const [range, setRange] = useState<UsageRangeName>('24h');
  const path = `/accounts/${encodeURIComponent(accountId)}/usage?range=${range}`;
  const { body: shown, problem } = useDocument<AccountUsage>(path, everyMs);
  return (
    <div class="account-usage" aria-busy={shown === undefined}>
      <div class="account-title">
        {heading}
        <RangeChoice value={range} onChange={setRange} />
      </div>
      <p class="fine account-said" role="status">
        {shown !== undefined && problem}
      </p>
      {shown === undefined ? <Unloaded what="usage" problem={problem} /> : <Loaded shown={shown} />}
    </div>
  );
}

function Loaded({ shown }: { readonly shown: AccountUsage }) {
  return (
    <>
      <QuotaBar {...shown} />
      <RequestsChart history={shown.history} range={shown.range} heading="h3" />
      <Refusals history={shown.history} heading="h3" />
    </>
  );
}
