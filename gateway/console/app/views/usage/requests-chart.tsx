import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { Choice } from '../../parts/choice.js';
import { EmptyState } from '../../parts/notice.js';
import { gatewayNow } from '../../session/gateway-clock.js';
import { type Chart, chartOf, type Division, type Outcome, sumOf } from './history.js';
import { NumberTable } from './number-table.js';
import { periodName } from './period-name.js';
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

/** The numbers of a chart: periods with requests, newest first. */
function NumbersTable({ chart: { period, periods, series, totals } }: { readonly chart: Chart }) {
  const shownSeries = series.filter(({ total }) => total > 0);
  return (
    <NumberTable
      title={`Requests by ${period}, as a table`}
      heads={[period === 'hour' ? 'Hour' : 'Day (UTC)', ...shownSeries.map(({ name }) => name), 'All']}
      rows={periods
        .map((begin, index) => {
          const counts = [...shownSeries.map(({ counts }) => counts), totals].map((each) => each[index] ?? 0);
          return [periodName(period, begin), ...counts] as const;
        })
        .filter((row) => row.at(-1) !== 0)
        .reverse()}
    />
  );
}
