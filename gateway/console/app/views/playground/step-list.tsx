import { useLayoutEffect, useRef } from 'preact/hooks';
import { addedStep, moveStep, workflow } from './state/playground-state.js';
import type { WorkflowStep } from './state/workflow.js';
import { StepCard } from './step-card.js';
import { StepDialog } from './step-dialog.js';

/** The id of the heading that gets the focus when the step that had it is gone. */
export const workflowHeading = 'workflow-heading';

/** Gives the focus to the heading of the workflow, without scrolling to it. */
export function focusWorkflowHeading(): void {
  document.getElementById(workflowHeading)?.focus({ preventScroll: true });
}

/** The steps in their order. */
export function StepList() {
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<HTMLElement | undefined>(undefined);
  const steps = workflow.value;
  const hadFocus = list.current?.contains(document.activeElement) === true;
  // In browsers without `moveBefore`, a moved element loses the focus: it is restored.
  useLayoutEffect(() => {
    focused.current?.focus({ preventScroll: true });
    focused.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    focused.current = undefined;
    // Undoing has removed the step with the focus.
    if (hadFocus && document.activeElement === document.body) focusWorkflowHeading();
  }, [steps]);
  useLayoutEffect(() => {
    if (addedStep.value === undefined) return;
    const card = list.current?.lastElementChild;
    card?.scrollIntoView({ block: 'nearest' });
    card?.querySelector<HTMLElement>(':required')?.focus();
    addedStep.value = undefined;
  }, [addedStep.value]);
  const move = (step: WorkflowStep, to: number) => {
    if (document.activeElement instanceof HTMLElement && list.current?.contains(document.activeElement)) {
      focused.current = document.activeElement;
    }
    moveStep(step, to);
  };
  if (steps.length === 0) return <p class="steps-empty">No steps yet. Add a tool to begin with.</p>;
  return (
    <>
      <ol class="steps" ref={list} aria-label="Steps">
        {steps.map((step, index) => (
          <StepCard key={step.id} step={step} index={index} count={steps.length} onMove={(to) => move(step, to)} />
        ))}
      </ol>
      <StepDialog />
    </>
  );
}
