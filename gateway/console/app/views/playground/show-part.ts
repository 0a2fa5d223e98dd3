import { partConfig } from '../../session/group-options.js';
import { input, showSpan, workflow } from './content-store.js';
import { type PartPlace, spanOf } from './failed-parts.js';
import { tableIn } from './part-offers.js';
import { isGroup, placeOf, stepOf, type WorkflowStep } from './workflow/workflow.js';

/** Selects the part in the text in, and scrolls to it. */
export function showPart(step: WorkflowStep, place: PartPlace): void {
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
