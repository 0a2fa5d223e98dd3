import { useState } from 'preact/hooks';
import type { UsageRangeName } from '../../../../core/usage-range.js';
import { Choice } from '../../parts/choice.js';
import { EmptyState } from '../../parts/notice.js';
import { gatewayNow } from '../../session/gateway-clock.js';
import { chartOf, type Division, type Outcome, sumOf } from './history.js';
import { NumbersTable } from './numbers-table.js';
import { rangeName } from './range-choice.js';
import { UsageChart } from './usage-chart.js';

const divisions: readonly (readonly [Division, string])[] = [
  ['operation', 'By operation'],
  ['status', 'By status'],
];

export interface RequestsChartProps {
  readonly history: readonly Outcome[];
  readonly range: UsageRangeName;
  /** Its place among the headings of the page. */
  readonly heading: 'h2' | 'h3';
}

/** The requests of a range by hour or day: a chart, and the same numbers as a table. */
export function RequestsChart({ history, range, heading: Heading }: RequestsChartProps) {
  const [division, setDivision] = useState<Division>('operation');
  const chart = chartOf(history, division, range, gatewayNow());
  if (sumOf(chart.totals) === 0) {
    return (
      <div class="no-requests">
        <EmptyState title={`No requests in the ${rangeName(range).toLowerCase()}`}>
          <p>Requests appear here by {chart.period}.</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <section>
      <div class="usage-part-head">
        <Heading>Requests by {chart.period}</Heading>
        <Choice label="Divide by" value={division} choices={divisions} onChange={setDivision} />
      </div>
      <UsageChart chart={chart} />
      <details class="numbers">
        <summary>The same as a table</summary>
        <NumbersTable chart={chart} />
      </details>
    </section>
  );
}
