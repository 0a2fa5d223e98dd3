import { count } from '../../parts/text-pane/text-pane.js';
import { failure, obstacle, problem } from './run-workflow.js';
import { shownRuns } from './shown-output.js';
import { openStepRun } from './step-dialog.js';
import { isUnchanged, milliseconds } from './step-run.js';

export interface StepFiguresProps {
  /** {@link WorkflowStep.id}. */
  readonly id: number;
  /** `step 1, Trim lines` */
  readonly name: string;
}

/** The length of the text after a step, and the time that it took. Opens both texts and their difference. */
export function StepFigures({ id, name }: StepFiguresProps) {
  const runs = shownRuns.value;
  const run = runs.find((other) => other.id === id);
  if (run === undefined) return obstacle.value === undefined && problem.value?.id !== id ? <NoFigures /> : null;
  return (
    <button
      type="button"
      class="step-figures"
      aria-haspopup="dialog"
      title="Show the text before and after"
      onClick={() => openStepRun(runs, run)}
    >
      <span class="off-screen">Text after {name}: </span>
      <span class="step-length">
        {count(run.after.length, 'character')}
        {isUnchanged(run) && ', unchanged'}
      </span>
      <span class="step-time">{milliseconds(run.ms)}</span>
    </button>
  );
}

/** Takes the same room: a card that grows while it is dragged would be dropped in another place. */
function NoFigures() {
  return <p class="step-figures">{failure.value === undefined ? '…' : 'Not run'}</p>;
}
