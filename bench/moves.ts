import type { Facts } from './facts.js';
import type { MeasuredRow, Results } from './results.js';
import { type Comparison, isMet } from './row.js';
import { figure } from './table.js';

/** Runs of the same code differ by up to this part on a machine that does nothing else. */
const noise = 0.15;

/** A figure that differs from the last kept one by more than noise. */
interface Move {
  /** `P1 in 1 KB beside bare uWebSockets.js` */
  readonly what: string;
  readonly before: Comparison;
  readonly after: Comparison;
  /** 0.2 for a fifth more. */
  readonly change: number;
}

/**
 * Says which figures have moved since they were last kept, those that got worse first.
 *
 * A ratio is compared across machines; a figure in units only with one of the same processor and version of Node.js.
 */
export function movesText(kept: Results | undefined, rows: readonly MeasuredRow[]): string {
  if (kept === undefined) return '';
  const moves = rows.flatMap((row) => {
    const before = kept.rows.find(({ id }) => id === row.id);
    return before === undefined ? [] : movesOf(before, row);
  });
  if (moves.length === 0) return `No figure has moved by more than ${noise * 100} % since it was last kept.\n`;
  const sorted = moves.toSorted((a, b) => Number(isWorse(b)) - Number(isWorse(a)));
  return `Moved by more than ${noise * 100} % since they were last kept:\n${sorted.map(line).join('')}`;
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
    const what = [after.id, name, reference && `beside ${reference}`].filter((part) => part).join(' ');
    return Math.abs(change) > noise ? [{ what, before: earlier, after: comparison, change }] : [];
  });
}

function areComparable({ valueUnit }: Comparison, before: Facts, after: Facts): boolean {
  return valueUnit === '×' || (before.processor === after.processor && before.node === after.node);
}

/** Whether the figure moved away from its target; a figure without one is no better or worse. */
function isWorse({ after: { target }, change }: Move): boolean {
  if (target === undefined) return false;
  return 'atLeast' in target ? change < 0 : change > 0;
}

function line(move: Move): string {
  const { what, before, after, change } = move;
  const verdict = after.target === undefined ? 'changed' : isWorse(move) ? 'worse' : 'better';
  const missed = isMet(before) && !isMet(after) ? ', and misses its target now' : '';
  const percent = `${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)} %`;
  return `  ${verdict}: ${what}: ${figure(before.value)} to ${figure(after.value)} ${after.valueUnit} (${percent})${missed}\n`;
}
