import { useState } from 'preact/hooks';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { Choice } from '../../parts/choice.js';
import { EmptyState } from '../../parts/notice.js';
import { gatewayNow } from '../../session/gateway-clock.js';
import { type Chart, chartOf, type Division, type Outcome, sumOf } from './history.js';
import { periodName } from './period-name.js';
import { rangeName } from './range-choice.js';
import { whole } from './units.js';
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keys as well.
    <section class="numbers-scroll" tabIndex={0} aria-label={`Requests by ${period}, as a table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{period === 'hour' ? 'Hour' : 'Day (UTC)'}</th>
            {shownSeries.map(({ name }) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            <th scope="col" class="number">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {periods
            .map((begin, index) => ({ begin, index }))
            .filter(({ index }) => (totals[index] ?? 0) > 0)
            .reverse()
            .map(({ begin, index }) => (
              <tr key={begin}>
                <th scope="row">{periodName(period, begin)}</th>
                {shownSeries.map(({ name, counts }) => (
                  <td key={name} class="number">
                    {whole(counts[index] ?? 0)}
                  </td>
                ))}
                <td class="number">{whole(totals[index] ?? 0)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
