import type { ComponentChildren, TargetedFocusEvent } from 'preact';
import { useCallback, useId, useRef } from 'preact/hooks';
import { maxSteps } from '#engine/core/limits.js';
import { chevronIcon, downIcon, duplicateIcon, gripIcon, removeIcon, upIcon } from '../../parts/icons.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { catalogue, titleOf } from '../../session/catalogue-store.js';
import { configSummary } from './config-summary.js';
import { useStepDrag } from './step-drag.js';
import { StepOptions } from './step-options.js';
import { isUnchanged, milliseconds, removedText } from './step-run.js';
import {
  draggedStep,
  dropPlace,
  duplicateStep,
  endQuiet,
  endTyping,
  failure,
  obstacle,
  openStepRun,
  openSteps,
  problem,
  removeStep,
  setOpen,
  shownRuns,
  switchStep,
  workflow,
} from './store.js';
import type { WorkflowStep } from './workflow/workflow.js';

export interface StepCardProps {
  readonly step: WorkflowStep;
  readonly index: number;
  readonly count: number;
  /** @param to - the new index of the step. */
  readonly onMove: (to: number) => void;
}

/** A step: what it does, its options, and its actions. */
export function StepCard({ step, index, count, onMove }: StepCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const body = useId();
  const latestMove = useRef(onMove);
  latestMove.current = onMove;
  useStepDrag({ id: step.id, card, handle: grip, onMove: useCallback((to: number) => latestMove.current(to), []) });
  const isOpen = openSteps.value.has(step.id);
  const title = titleOf(step.toolSlug);
  const name = `step ${index + 1}, ${title}`;
  const own = problem.value?.id === step.id ? problem.value : undefined;
  return (
    <li
      ref={card}
      id={cardId(step.id)}
      class="step"
      data-off={step.off ? true : undefined}
      data-wrong={own === undefined ? undefined : true}
      data-drop={dropPlace.value?.id === step.id ? dropPlace.value.edge : undefined}
      data-dragged={draggedStep.value === step.id ? true : undefined}
      onKeyDown={(event) => moveByKey(event, index, onMove)}
      onFocusOut={(event) => {
        endTyping();
        if (isLeft(event)) endQuiet(step.id);
      }}
    >
      <div class="step-head">
        <button
          ref={grip}
          type="button"
          class="step-grip"
          aria-label={`Move ${name}`}
          title="Drag, or press the up and down arrow keys"
        >
          {gripIcon}
        </button>
        <span class="step-number" aria-hidden="true">
          {index + 1}
        </span>
        <h3 class="step-title">{title}</h3>
        <input
          type="checkbox"
          role="switch"
          aria-checked={!step.off}
          class="switch"
          aria-label={`Run ${name}`}
          title={step.off ? 'Switched off' : 'Switched on'}
          checked={!step.off}
          onChange={({ currentTarget }) => switchStep(step, !currentTarget.checked)}
        />
        <StepButton label={`Remove ${name}`} onPress={() => remove(step, index)}>
          {removeIcon}
        </StepButton>
      </div>
      <div class="step-tail">
        <button
          type="button"
          class="step-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => setOpen(step.id, !isOpen)}
        >
          {chevronIcon}
          <StepSummary step={step} name={name} />
        </button>
        <StepButton label={`Move up ${name}`} isOff={index === 0} onPress={() => onMove(index - 1)}>
          {upIcon}
        </StepButton>
        <StepButton label={`Move down ${name}`} isOff={index === count - 1} onPress={() => onMove(index + 1)}>
          {downIcon}
        </StepButton>
        <StepButton label={`Duplicate ${name}`} isOff={count >= maxSteps} onPress={() => duplicateStep(step)}>
          {duplicateIcon}
        </StepButton>
      </div>
      {own !== undefined && <p class="step-problem">{own.sentence}</p>}
      {!step.off && <StepFigures id={step.id} name={name} />}
      {isOpen && (
        <div class="step-body" id={body}>
          <StepOptions step={step} problem={own} />
        </div>
      )}
    </li>
  );
}

/** Returns whether the focus goes out of the element. It stays there while another window has it. */
function isLeft({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): boolean {
  return document.hasFocus() && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}

/** The id for {@link showStep}. */
function cardId(id: number): string {
  return `step-${id}`;
}

/** Opens the options of a step, and scrolls to it. */
export function showStep(id: number): void {
  setOpen(id, true);
  const card = document.getElementById(cardId(id));
  card?.scrollIntoView({ block: 'nearest' });
  card?.querySelector<HTMLElement>('.step-toggle')?.focus({ preventScroll: true });
}

interface StepButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  /** Stays focusable: a step at an end can still be moved back. */
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
}

function StepButton({ label, onPress, isOff = false, children }: StepButtonProps) {
  return (
    <button
      type="button"
      class="button quiet step-button"
      aria-label={label}
      title={label.replace(/ step .*/, '')}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  );
}

/** Handles Alt and an arrow key everywhere in the card, and arrow keys alone on its handle. */
function moveByKey(event: KeyboardEvent, index: number, onMove: (to: number) => void): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const { target } = event;
  if (by === 0 || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof Element)) return;
  // A select opens with the same keys.
  if (event.altKey ? target.tagName === 'SELECT' : !target.matches('.step-grip')) return;
  event.preventDefault();
  onMove(index + by);
}

/** Removes a step, and focuses the next one. */
function remove(step: WorkflowStep, index: number): void {
  removeStep(step);
  const next = workflow.value[index] ?? workflow.value[index - 1];
  const place =
    next === undefined
      ? document.querySelector<HTMLElement>('.tool-search input')
      : document.getElementById(cardId(next.id))?.querySelector<HTMLElement>('.step-toggle');
  place?.focus();
}

/** The summary of a closed step's options, and the name of its button. */
function StepSummary({ step: { toolSlug, config }, name }: { readonly step: WorkflowStep; readonly name: string }) {
  const isUnknown = catalogue.value !== undefined && !catalogue.value.has(toolSlug);
  const summary = isUnknown ? 'There is no such tool' : configSummary(config);
  return (
    <span class="step-summary">
      {summary === '' ? 'Options' : <span class="off-screen">Options</span>}
      <span class="off-screen"> of {name}: </span>
      {summary}
    </span>
  );
}

interface StepFiguresProps {
  /** {@link WorkflowStep.id}. */
  readonly id: number;
  /** `step 1, Trim lines` */
  readonly name: string;
}

/** The length of the text after a step, and the time that it took. Opens both texts and their difference. */
function StepFigures({ id, name }: StepFiguresProps) {
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
        {removedText(run)}
      </span>
      <span class="step-time">{milliseconds(run.ms)}</span>
    </button>
  );
}

/** Takes the same room: a card that grows while it is dragged would be dropped in another place. */
function NoFigures() {
  return <p class="step-figures">{failure.value === undefined ? '…' : 'Not run'}</p>;
}
