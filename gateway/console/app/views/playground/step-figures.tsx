import { count } from '../../parts/text-pane/text-pane.js';
import { failure, obstacle, openStepRun, problem, shownRuns, shownToolRuns } from './run-store.js';
import { isUnchanged, milliseconds, removedText } from './step-run.js';
import { isGroup, type WorkflowStep } from './workflow/workflow.js';

export interface StepFiguresProps {
  readonly step: WorkflowStep;
  /** `step 1, Trim lines` */
  readonly name: string;
  /** How many groups are around it. */
  readonly depth: number;
}

/** The length of the text after a step, and the time that it took. Opens both texts and their difference. */
export function StepFigures({ step, name, depth }: StepFiguresProps) {
  const runs = shownRuns.value;
  if (depth > 0) return isGroup(step) ? null : <ToolFigures id={step.id} />;
  const run = runs.find((other) => other.step.id === step.id);
  if (run === undefined) {
    return obstacle.value === undefined && problem.value?.id !== step.id ? <NoFigures /> : null;
  }
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
        {run.group === undefined ? count(run.after.length, 'character') : count(run.group.parts, 'part')}
        {isUnchanged(run) && ', unchanged'}
        {removedText(run)}
      </span>
      <span class="step-time">{milliseconds(run.ms)}</span>
    </button>
  );
}

/** On how many parts a tool in a group ran, and for how long. */
function ToolFigures({ id }: { readonly id: number }) {
  const run = shownToolRuns.value.get(id);
  if (run === undefined) return obstacle.value === undefined && problem.value?.id !== id ? <NoFigures /> : null;
  return (
    <p class="step-figures">
      <span class="step-length">{count(run.parts, 'part')}</span>
      <span class="step-time">{milliseconds(run.ms)}</span>
    </p>
  );
}

/** Takes the same room: a card that grows while it is dragged would be dropped in another place. */
function NoFigures() {
  return <p class="step-figures">{failure.value === undefined ? '…' : 'Not run'}</p>;
}
