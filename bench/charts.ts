import { writeFileSync } from 'node:fs';
import { type Bar, barChart, lineChart } from './chart.js';
import { seriesOf } from './cluster/walls.js';
import { factsLine } from './facts.js';
import type { MeasuredRow, Results } from './results.js';
import type { Comparison, RowId } from './row.js';

/** A chart of the results. */
export interface Chart {
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** Returns the charts of the measured rows. */
export function chartsOf({ rows }: Results): Chart[] {
  const named = (...ids: RowId[]): MeasuredRow[] => rows.filter(({ id }) => ids.includes(id));
  const charts = [
    requestsChart(named('P1', 'P2', 'P3')),
    engineChart(named('P4', 'P5', 'P7')),
    sharingChart(named('P16', 'P17')),
    limitChart(named('P18')),
    storeChart(named('P17')),
  ];
  return charts.filter((chart) => chart !== undefined);
}

/** Writes the charts of the results that there are into a folder, over those of earlier results. */
export function writeCharts(folder: string, results: Results): void {
  for (const { file, svg } of chartsOf(results)) writeFileSync(`${folder}/${file}`, svg);
}

/** Compares Textmill with the servers of P1 to P3, which are measured with one load. */
function requestsChart(rows: readonly MeasuredRow[]): Chart | undefined {
  const comparisons = rows.flatMap((row) => row.comparisons).filter(({ unit }) => unit === 'requests/s');
  const [ours] = comparisons;
  if (ours === undefined) return undefined;
  const servers = new Map(
    comparisons.flatMap(({ reference, theirs }) => (reference && theirs ? [[reference, theirs.median] as const] : [])),
  );
  const bars: Bar[] = [
    { label: 'Textmill', value: ours.ours.median },
    ...[...servers].map(([label, value]): Bar => ({ label, value, series: 1 })),
  ];
  const title = 'Small requests per second';
  const svg = barChart({ title, axis: 'requests/s; higher is better', bars, foot: footOf(rows) });
  return { file: 'requests.svg', title, svg };
}

/** Compares the engine with the JSON floor, by corpus. */
function engineChart(rows: readonly MeasuredRow[]): Chart | undefined {
  if (rows.length === 0) return undefined;
  const operations: Partial<Record<RowId, string>> = { P4: 'sanitize', P5: 'sort-dedupe', P7: 'upper-case' };
  const bars = rows.flatMap(({ id, comparisons }) =>
    comparisons.map((comparison): Bar => {
      const label = `${operations[id]}: ${comparison.name}`;
      return { label, value: comparison.value, ...targetOf(comparison) };
    }),
  );
  const title = 'The engine compared with reading and writing the same JSON';
  const axis = 'time divided by that of the JSON floor; lower is better';
  return { file: 'engine.svg', title, svg: barChart({ title, axis, bars, foot: footOf(rows) }) };
}

/** Compares two gateways with one, and a store in PostgreSQL with one in SQLite. */
function sharingChart(rows: readonly MeasuredRow[]): Chart | undefined {
  const shared: Partial<Record<RowId, string>> = { P16: 'GATEWAYS=2', P17: 'PostgreSQL' };
  const bars = rows.flatMap(({ id, comparisons }) =>
    comparisons
      .filter(({ valueUnit }) => valueUnit === '×')
      .map((comparison): Bar => {
        const label = `${shared[id]}: ${comparison.name}`;
        return { label, value: comparison.value, ...targetOf(comparison) };
      }),
  );
  if (bars.length === 0) return undefined;
  const title = 'Processor time of a request, with a shared port or store';
  const axis = 'times that of one gateway, or of SQLite; lower is better';
  return { file: 'shared-cost.svg', title, svg: barChart({ title, axis, bars, foot: footOf(rows) }) };
}

/** Shows what several gateways admit of one burst limit. */
function limitChart(rows: readonly MeasuredRow[]): Chart | undefined {
  const bars = rows
    .flatMap(({ comparisons }) => comparisons.filter(({ valueUnit }) => valueUnit === '%'))
    .map((comparison): Bar => ({ label: comparison.name, value: comparison.value, ...targetOf(comparison) }));
  if (bars.length === 0) return undefined;
  const title = 'What several gateways admit of one burst limit';
  const axis = '% of what the limit allows (least), and of what one gateway may admit (most); 100 is best';
  return { file: 'shared-limits.svg', title, svg: barChart({ title, axis, bars, foot: footOf(rows) }) };
}

/** Shows what the simulated loads of P17 need of PostgreSQL. */
function storeChart(rows: readonly MeasuredRow[]): Chart | undefined {
  const loads = rows.flatMap(({ simulation = [] }) => simulation);
  if (loads.length === 0) return undefined;
  const series = [...seriesOf(loads)].map(([name, each]) => ({
    name,
    points: each.map(({ requestsPerSecond, postgresCores }) => ({ x: requestsPerSecond, y: postgresCores })),
  }));
  const title = 'Cores that PostgreSQL needs, simulated';
  const [xAxis, yAxis] = ['requests/s at all gateways together', 'cores; lower is better'];
  const svg = lineChart({ title, series, xAxis, yAxis, yScale: 'logarithmic', foot: footOf(rows) });
  return { file: 'shared-store.svg', title, svg };
}

/** Returns the line below a chart. Its rows may come from several runs. */
function footOf(rows: readonly MeasuredRow[]): string {
  return [...new Set(rows.map(({ facts }) => factsLine(facts)))].join(' / ');
}

function targetOf({ target }: Comparison): { target?: number } {
  if (target === undefined) return {};
  return { target: 'atMost' in target ? target.atMost : target.atLeast };
}
