import { writeFileSync } from 'node:fs';
import { type Bar, barChart } from './chart.js';
import { factsLine } from './facts.js';
import type { MeasuredRow, Results } from './results.js';
import type { Comparison, RowId } from './row.js';

/** A chart of the results: its file's name, what it shows, and how it is drawn. */
export interface Chart {
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** The charts that can be drawn of what was measured. */
export function chartsOf({ rows }: Results): Chart[] {
  const named = (...ids: RowId[]): MeasuredRow[] => rows.filter(({ id }) => ids.includes(id));
  return [requestsChart(named('P1', 'P2', 'P3')), engineChart(named('P4', 'P5', 'P7'))].filter(
    (chart) => chart !== undefined,
  );
}

export function writeCharts(folder: string, results: Results): void {
  for (const { file, svg } of chartsOf(results)) writeFileSync(`${folder}/${file}`, svg);
}

/** Textmill beside the servers of P1 to P3, which share one load. */
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
  const title = 'Small requests, answered in a second';
  const svg = barChart({ title, axis: 'requests/s; more is better', bars, foot: footOf(rows) });
  return { file: 'requests.svg', title, svg };
}

/** How many times the floor the engine takes, corpus by corpus. */
function engineChart(rows: readonly MeasuredRow[]): Chart | undefined {
  if (rows.length === 0) return undefined;
  const operations: Partial<Record<RowId, string>> = { P4: 'sanitize', P5: 'sort-dedupe', P7: 'upper-case' };
  const bars = rows.flatMap(({ id, comparisons }) =>
    comparisons.map((comparison): Bar => {
      const label = `${operations[id]}: ${comparison.name}`;
      return { label, value: comparison.value, ...targetOf(comparison) };
    }),
  );
  const title = 'The engine beside reading and writing the same JSON';
  const axis = 'times as long as the JSON floor; less is better';
  return { file: 'engine.svg', title, svg: barChart({ title, axis, bars, foot: footOf(rows) }) };
}

/** The rows of a chart may come from several runs. */
function footOf(rows: readonly MeasuredRow[]): string {
  return [...new Set(rows.map(({ facts }) => factsLine(facts)))].join(' / ');
}

function targetOf({ target }: Comparison): { target?: number } {
  if (target === undefined) return {};
  return { target: 'atMost' in target ? target.atMost : target.atLeast };
}
