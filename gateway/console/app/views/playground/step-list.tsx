import { useLayoutEffect, useRef } from 'preact/hooks';
import { addedStep, moveStep, workflow } from './playground-state.js';
import { StepCard } from './step-card.js';
import type { WorkflowStep } from './workflow.js';

/** The steps in their order. */
export function StepList() {
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<HTMLElement | undefined>(undefined);
  const steps = workflow.value;
  // In browsers without `moveBefore`, a moved element loses the focus: it is restored.
  useLayoutEffect(() => {
    focused.current?.focus({ preventScroll: true });
    focused.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    focused.current = undefined;
  }, [steps]);
  useLayoutEffect(() => {
    if (addedStep.value === undefined) return;
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
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
    <ol class="steps" ref={list} aria-label="Steps">
      {steps.map((step, index) => (
        <StepCard key={step.id} step={step} index={index} count={steps.length} onMove={(to) => move(step, to)} />
      ))}
    </ol>
  );
}
