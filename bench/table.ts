import { factsLine } from './facts.js';
import type { MeasuredRow } from './results.js';
import { type Comparison, isMet, type RowResult, type Sample, type Target, type Unit } from './row.js';

/** A row with more comparisons than this is shown as how many are within the target, and the worst of them. */
const mostShown = 12;
const worstShown = 3;

/** What of a row is shown. */
interface Shown {
  readonly comparisons: readonly Comparison[];
  /** Says what is not shown; undefined if everything is. */
  readonly summary?: string;
}

/** The comparisons of a row that are worth a line; of a long row the worst ones, and those that miss their target. */
export function shownOf({ comparisons }: RowResult, missedAsWell: boolean): Shown {
  if (comparisons.length <= mostShown) return { comparisons };
  const worstFirst = comparisons.toSorted((a, b) => distance(b) - distance(a));
  const missed = comparisons.filter((comparison) => !isMet(comparison));
  const shown = worstFirst.slice(0, missedAsWell ? Math.max(worstShown, missed.length) : worstShown);
  const summary = `${comparisons.length - missed.length} of ${comparisons.length} within their target; the worst:`;
  return { comparisons: shown, summary };
}

/** How far a figure is from its target: 1 on it, more beyond it. */
function distance({ value, target }: Comparison): number {
  if (target === undefined) return 0;
  const ratio = 'atLeast' in target ? target.atLeast / value : value / target.atMost;
  // Not a number: nothing was measured.
  return Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
}

/** A row's table for a terminal. */
export function terminalTable(row: RowResult): string {
  const { comparisons, summary } = shownOf(row, true);
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
  return [...heading, ...table, ...row.notes.map((note) => `note: ${note}`), ''].join('\n');
}

/** Returns all rows in Markdown, for bench/README.md. */
export function markdownTable(rows: readonly MeasuredRow[]): string {
  const lines = rows.flatMap((row) => {
    const { comparisons, summary } = shownOf(row, false);
    const head = summary === undefined ? [] : [[row.id, `${row.title}: ${summary}`, '', '', '']];
    return [...head, ...comparisons.map((comparison) => markdownCells(row, comparison))];
  });
  const table = [['', 'What', 'Figure', 'Target', 'Met'], ['---', '---', '---:', '---:', '---'], ...lines];
  const notes = rows.flatMap(({ id, notes }) => notes.map((note) => `- ${id}: ${cell(note)}`));
  const machines = [...new Set(rows.map(({ facts }) => factsLine(facts)))].map(
    (line) =>
      `${line}: ${rows
        .filter(({ facts }) => factsLine(facts) === line)
        .map(({ id }) => id)
        .join(', ')}.`,
  );
  return [table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'), notes.join('\n'), machines.join('\n\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function markdownCells({ id, title }: RowResult, comparison: Comparison): string[] {
  const what = [title, comparison.name, comparison.reference && `beside ${comparison.reference}`];
  return [
    id,
    cell(what.filter((part) => part).join('; ')),
    quantity(comparison.value, comparison.valueUnit),
    comparison.target === undefined ? '' : targetText(comparison.target, comparison.valueUnit),
    comparison.target === undefined ? '' : isMet(comparison) ? 'yes' : '**no**',
  ];
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

/** The median and, in brackets, how far the rounds were apart. */
function sample({ median, lowest, highest }: Sample): string {
  return lowest === highest ? figure(median) : `${figure(median)} (${figure(lowest)}–${figure(highest)})`;
}

function quantity(value: number, unit: '×' | Unit): string {
  return `${figure(value)} ${unit}`;
}

/** Three digits that count; from a thousand on, whole numbers in groups. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toFixed(value >= 10 ? 1 : value >= 1 || value === 0 ? 2 : 3);
}

/** The first column to the left, the others to the right. */
function alignedColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length))) ?? [];
  return rows.map((cells) =>
    cells
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
