import type { Chart } from './history.js';
import { periodName } from './period-name.js';
import { whole } from './units.js';

/** The numbers of a chart: periods with requests, newest first. */
export function NumbersTable({ chart: { period, periods, series, totals } }: { readonly chart: Chart }) {
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
