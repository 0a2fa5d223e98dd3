import { useMemo, useState } from 'preact/hooks';
import { differenceOf, markedRow, maxEdits } from '#gateway/console/engine/tables/line-difference.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { DifferenceRows } from './difference-rows.js';
import { isUnchanged, type StepRun } from './step-run.js';

/** How many rows are shown at first, and more with each press: drawing thousands takes long. */
const rowsAtOnce = 200;

/** What a step changed, line by line, with changed words marked. */
export function StepDifference({ run }: { readonly run: StepRun }) {
  const { rows, deleted, inserted, isRough } = useMemo(() => differenceOf(run.before, run.after), [run]);
  const [shown, setShown] = useState(rowsAtOnce);
  if (deleted + inserted === 0) return <p class="difference-note">{withoutDifference(run)}</p>;
  return (
    <>
      <p class="difference-note">
        {count(deleted, 'line')} removed, {count(inserted, 'line')} added
        {isRough && `. More than ${maxEdits} lines differ, so the lines between are shown as changed`}
      </p>
      <DifferenceRows rows={rows.slice(0, shown).map(markedRow)} />
      {shown < rows.length && (
        <button type="button" class="button difference-more" onClick={() => setShown(shown + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, rows.length - shown).toLocaleString('en')} more of{' '}
          {(rows.length - shown).toLocaleString('en')}
        </button>
      )}
    </>
  );
}

function withoutDifference(run: StepRun): string {
  if (isUnchanged(run)) return 'This step changed nothing.';
  const { before, after } = run;
  if (before.truncated || after.truncated) return 'No line differs in the part that is compared.';
  return 'Only line ends differ.';
}
