import { count } from '../../parts/text-pane/text-pane.js';
import { partConfig } from '../../session/group-options.js';
import { numbers, titleOfStep } from './cards-store.js';
import { input, showSpan, workflow } from './content-store.js';
import { type FailedPart, spanOf } from './failed-parts.js';
import { tableIn } from './part-offers.js';
import { failedParts, output } from './run-store.js';
import { nameOf } from './step-run.js';
import { isGroup, placeOf, stepOf, type WorkflowStep } from './workflow/workflow.js';

/** The parts whose steps failed, each with its line, the reason, and the way to it. */
export function FailedParts() {
  const parts = failedParts.value;
  const total = output.value?.failedCount ?? parts.length;
  return (
    <details class="failed-parts" open>
      <summary>{count(total, 'part')} failed</summary>
      <ul>
        {parts.map((part, index) => (
          <li key={index}>
            <button type="button" class="button" onClick={() => showPart(part)}>
              Line {part.place.line.toLocaleString('en')}
            </button>
            <span>
              <strong>{titleOfStep(part.step)}</strong>
              <span class="off-screen"> ({nameOf(part.step, numbers.value)})</span>: {part.reason}
            </span>
          </li>
        ))}
      </ul>
      {total > parts.length && <p class="fine">The first {parts.length} are listed.</p>}
    </details>
  );
}

/** Selects the part in the text in, and scrolls to it. */
function showPart({ step, place }: FailedPart): void {
  showSpan(spanOf(input.value, place, delimiterOf(outermost(step))));
}

/** Returns the step outside of groups that a step is in. */
function outermost(step: WorkflowStep): WorkflowStep {
  const group = placeOf(workflow.value, step.id)?.group;
  const around = group === undefined ? undefined : stepOf(workflow.value, group);
  return around === undefined ? step : outermost(around);
}

/** Returns what ends a part of a group within its line. */
function delimiterOf(step: WorkflowStep): string | undefined {
  if (!isGroup(step)) return undefined;
  const config = partConfig(step.each);
  if (config.columns !== undefined) {
    const { delimiter } = tableIn(input.value, config);
    return delimiter === 'tab' ? '\t' : delimiter;
  }
  const { fields, separator = ' ' } = config;
  return fields !== undefined && typeof separator === 'string' ? separator : undefined;
}
