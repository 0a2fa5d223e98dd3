import type { SimulatedLoad } from './cluster/simulation.js';
import type { MeasuredRow } from './results.js';
import { type Comparison, isMet, type RowResult, type Sample, type Target, type Unit } from './row.js';

/** For a row with more comparisons, the table shows how many meet the target, and the worst ones. */
const mostShown = 12;
const worstShown = 3;

/** The shown part of a row. */
interface Shown {
  readonly comparisons: readonly Comparison[];
  /** Summarizes the rest; undefined if everything is shown. */
  readonly summary?: string;
}

/** Selects the comparisons to show: of a long row the worst ones, and those that miss their target. */
export function shownOf({ comparisons }: RowResult): Shown {
  if (comparisons.length <= mostShown) return { comparisons };
  const worstFirst = comparisons.toSorted((a, b) => distance(b) - distance(a));
  const missed = comparisons.filter((comparison) => !isMet(comparison));
  const shown = worstFirst.slice(0, Math.max(worstShown, missed.length));
  const summary = `${comparisons.length - missed.length} of ${comparisons.length} meet their target. The worst:`;
  return { comparisons: shown, summary };
}

/** Returns the distance of a figure from its target: 1 on the target, more beyond it. */
function distance({ value, target }: Comparison): number {
  if (target === undefined) return 0;
  const ratio = 'atLeast' in target ? target.atLeast / value : value / target.atMost;
  // NaN: the measurement failed.
  return Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
}

/** Formats a row for a terminal. */
export function terminalTable(row: RowResult): string {
  const { comparisons, summary } = shownOf(row);
  const lines = comparisons.map((comparison) => [
    comparison.name,
    `${sample(comparison.ours)} ${comparison.unit}`,
    comparison.theirs === undefined ? '' : `${sample(comparison.theirs)} ${comparison.unit}`,
    comparison.reference ?? '',
    quantity(comparison.value, comparison.valueUnit),
    comparison.target === undefined ? '' : targetText(comparison.target, comparison.valueUnit),
    verdict(comparison),
  ]);
  const table = alignedColumns([['', 'ours', 'theirs', 'theirs is', 'figure', 'target', ''], ...lines]);
  const heading = [`${row.id}  ${row.title}`, ...(summary === undefined ? [] : [summary])];
  const simulated = row.simulation === undefined ? [] : ['', ...alignedColumns(simulationCells(row.simulation))];
  return [...heading, ...table, ...row.notes.map((note) => `note: ${note}`), ...simulated, ''].join('\n');
}

function simulationCells(loads: readonly SimulatedLoad[]): string[][] {
  const head = [
    'Gateways',
    'Accounts',
    'By key',
    'Requests/s',
    'Statements/s',
    'Rows/s',
    'PostgreSQL',
    'Event loop',
    'Waiting',
  ];
  const rows = loads.map((load) => [
    ...[load.gateways, load.accounts].map((count) => count.toLocaleString('en')),
    load.isByKey ? 'yes' : 'no',
    load.requestsPerSecond.toLocaleString('en'),
    ...[load.statementsPerSecond, load.rowsPerSecond].map(figure),
    `${figure(load.postgresCores)} cores`,
    ...[load.loopShare, load.waiting].map((part) => `${figure(100 * part)} %`),
  ]);
  return [head, ...rows];
}

/** Formats all rows in Markdown, for bench/README.md: each with the figure that is worst for its target. */
export function markdownTable(rows: readonly MeasuredRow[]): string {
  const lines = rows.map(({ id, title, comparisons }) => {
    const withTarget = comparisons.filter(({ target }) => target !== undefined);
    const [worst] = withTarget.toSorted((a, b) => distance(b) - distance(a));
    const met = withTarget.filter(isMet).length;
    const figure = worst === undefined ? '' : markdownFigure(worst);
    return `| ${id} | ${cell(title)} | ${figure} | ${met} of ${withTarget.length} |`;
  });
  return ['| | What | Worst figure (target) | Met |', '|---|---|---|---|', ...lines, '', circumstances(rows)].join(
    '\n',
  );
}

function markdownFigure(comparison: Comparison): string {
  const { name, reference, value, valueUnit, target } = comparison;
  const what = [name, reference && `beside ${reference}`].filter((part) => part).join(', ');
  const text = `${cell(what)}: ${quantity(value, valueUnit)} (${target === undefined ? '' : targetText(target, valueUnit)})`;
  return isMet(comparison) ? text : `**${text}**`;
}

/** Returns when and where the rows were measured. */
function circumstances(rows: readonly MeasuredRow[]): string {
  const days = rows.map(({ facts }) => facts.when.slice(0, 10)).toSorted();
  const machines = new Set(rows.map(({ facts }) => `${facts.processor}, ${facts.cores} cores, Node.js ${facts.node}`));
  return `Measured from ${days[0]} to ${days.at(-1)}: ${[...machines].join('; ')}.`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function verdict(comparison: Comparison): string {
  if (comparison.target === undefined) return '';
  return isMet(comparison) ? 'met' : 'MISSED';
}

function targetText(target: Target, unit: '×' | Unit): string {
  const [sign, bound] = 'atLeast' in target ? ['≥', target.atLeast] : ['≤', target.atMost];
  return `${sign} ${bound.toLocaleString('en')} ${unit}`;
}

/** Formats the median and, in brackets, the lowest and highest round. */
function sample({ median, lowest, highest }: Sample): string {
  return lowest === highest ? figure(median) : `${figure(median)} (${figure(lowest)}–${figure(highest)})`;
}

function quantity(value: number, unit: '×' | Unit): string {
  return `${figure(value)} ${unit}`;
}

/** Formats three significant digits; from a thousand on, whole numbers with separators. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toFixed(value >= 10 ? 1 : value >= 1 || value === 0 ? 2 : 3);
}

/** Aligns the first column to the left, the others to the right. */
function alignedColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length))) ?? [];
  return rows.map((cells) =>
    cells
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
