import type { Facts } from './facts.js';
import type { MeasuredRow, Results } from './results.js';
import { type Comparison, isMet } from './row.js';
import { figure } from './table.js';

/** Runs of the same code differ by up to this fraction on an idle machine. */
const noise = 0.15;

/** A figure that differs from the last kept one by more than the noise. */
interface Move {
  /** `P1 in 1 KB compared with bare uWebSockets.js` */
  readonly what: string;
  readonly before: Comparison;
  readonly after: Comparison;
  /** The relative change: 0.2 for 20 % more. */
  readonly change: number;
}

/**
 * Lists the figures that changed since the last kept run, regressions first.
 *
 * Ratios are compared across machines. Figures with a unit are compared only for the same processor and version of
 * Node.js.
 */
export function movesText(kept: Results | undefined, rows: readonly MeasuredRow[]): string {
  if (kept === undefined) return '';
  const moves = rows.flatMap((row) => {
    const before = kept.rows.find(({ id }) => id === row.id);
    return before === undefined ? [] : movesOf(before, row);
  });
  if (moves.length === 0) return `No figure changed by more than ${noise * 100} % since the last kept run.\n`;
  const sorted = moves.toSorted((a, b) => Number(isWorse(b)) - Number(isWorse(a)));
  return `Changed by more than ${noise * 100} % since the last kept run:\n${sorted.map(line).join('')}`;
}

function movesOf(before: MeasuredRow, after: MeasuredRow): Move[] {
  return after.comparisons.flatMap((comparison) => {
    const earlier = before.comparisons.find(
      ({ name, reference, valueUnit }) =>
        name === comparison.name && reference === comparison.reference && valueUnit === comparison.valueUnit,
    );
    if (earlier === undefined || !areComparable(comparison, before.facts, after.facts)) return [];
    const change = comparison.value / earlier.value - 1;
    const { name, reference } = comparison;
    const what = [after.id, name, reference && `compared with ${reference}`].filter((part) => part).join(' ');
    return Math.abs(change) > noise ? [{ what, before: earlier, after: comparison, change }] : [];
  });
}

function areComparable({ valueUnit }: Comparison, before: Facts, after: Facts): boolean {
  return valueUnit === '×' || (before.processor === after.processor && before.node === after.node);
}

/** Returns whether the figure moved away from its target. Without a target it is neither better nor worse. */
function isWorse({ after: { target }, change }: Move): boolean {
  if (target === undefined) return false;
  return 'atLeast' in target ? change < 0 : change > 0;
}

function line(move: Move): string {
  const { what, before, after, change } = move;
  const verdict = after.target === undefined ? 'changed' : isWorse(move) ? 'worse' : 'better';
  const missed = isMet(before) && !isMet(after) ? ', and now misses its target' : '';
  const percent = `${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)} %`;
  return `  ${verdict}: ${what}: ${figure(before.value)} to ${figure(after.value)} ${after.valueUnit} (${percent})${missed}\n`;
}
