import type { ComponentChildren, TargetedFocusEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { maxSteps } from '#engine/core/limits.js';
import { chevronIcon, downIcon, duplicateIcon, gripIcon, groupIcon, removeIcon, upIcon } from '../../parts/icons.js';
import { afterPress } from '../../parts/key-press.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { catalogue } from '../../session/catalogue-store.js';
import {
  draggedStep,
  dropPlace,
  duplicateStep,
  endQuiet,
  nudgeStep,
  numbers,
  openSteps,
  removeStep,
  setOpen,
  switchStep,
  takeIn,
  titleOfStep,
  toolCount,
  unwrapGroup,
  wrapStep,
} from './cards-store.js';
import { groupSummary, stepSummary } from './config-summary.js';
import { endTyping, workflow } from './content-store.js';
import { GroupBranches } from './group-branches.js';
import { GroupOptionsForm } from './group-options-form.js';
import { awaitedStep, failure, obstacle, openStepRun, problem, shownRuns, shownToolRuns, state } from './run-store.js';
import { useStepDrag } from './step-drag.js';
import { StepOptions } from './step-options.js';
import { isUnchanged, milliseconds, nameOf, removedText } from './step-run.js';
import {
  canBeWrapped,
  type Direction,
  fitsAt,
  isGroup,
  placeBeside,
  placeOf,
  siblingsAt,
  stepOf,
  type WorkflowStep,
} from './workflow/workflow.js';

export interface StepCardProps {
  readonly step: WorkflowStep;
  /** How many groups are around it. */
  readonly depth: number;
  /** Whether one of these is switched off. */
  readonly isInOff: boolean;
}

/** A step: what it does, its options, its actions, and the steps of a group. */
export function StepCard({ step, depth, isInOff }: StepCardProps) {
  const grip = useRef<HTMLButtonElement>(null);
  const body = useId();
  useStepDrag(step.id, grip);
  const isOpen = openSteps.value.has(step.id);
  const title = titleOfStep(step);
  const name = `${nameOf(step, numbers.value)}, ${title}`;
  const own = problem.value?.id === step.id ? problem.value : undefined;
  const Heading = `h${3 + depth}` as 'h3';
  return (
    <li
      id={cardId(step.id)}
      class={isGroup(step) ? 'step group' : 'step'}
      data-off={step.off ? true : undefined}
      data-wrong={own === undefined ? undefined : true}
      data-drop={dropPlace.value?.id === step.id ? dropPlace.value.edge : undefined}
      data-dragged={draggedStep.value === step.id ? true : undefined}
      onKeyDown={(event) => moveByKey(event, step)}
      onFocusOut={(event) => {
        endTyping();
        if (isLeft(event)) afterPress(() => endQuiet(step.id));
      }}
    >
      <div class="step-head">
        <button
          ref={grip}
          type="button"
          class="step-grip"
          data-control="grip"
          aria-label={`Move ${name}`}
          title="Drag, or press the arrow keys: up and down, right into a group, left out of it"
        >
          {gripIcon}
        </button>
        <span class="step-number" aria-hidden="true">
          {isGroup(step) ? groupIcon : numbers.value.get(step.id)}
        </span>
        <Heading class="step-title">{title}</Heading>
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
        <StepButton label={`Remove ${name}`} control="remove" onPress={() => remove(step)}>
          {removeIcon}
        </StepButton>
      </div>
      <div class="step-tail">
        <button
          type="button"
          class="step-toggle"
          data-control="toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => setOpen(step.id, !isOpen)}
        >
          {chevronIcon}
          <StepSummary step={step} name={name} />
        </button>
        <NudgeButton step={step} name={name} direction="up">
          {upIcon}
        </NudgeButton>
        <NudgeButton step={step} name={name} direction="down">
          {downIcon}
        </NudgeButton>
        <StepButton
          label={`Put a group around ${name}`}
          control="wrap"
          isOff={!canBeWrapped(workflow.value, step)}
          onPress={() => wrapStep(step)}
        >
          {groupIcon}
        </StepButton>
        <StepButton
          label={`Duplicate ${name}`}
          control="duplicate"
          isOff={toolCount.value >= maxSteps}
          onPress={() => duplicateStep(step)}
        >
          {duplicateIcon}
        </StepButton>
      </div>
      {own !== undefined && <p class="step-problem">{own.sentence}</p>}
      {!step.off && !isInOff && <StepFigures step={step} name={name} depth={depth} />}
      {isOpen && (
        <div class="step-body" id={body}>
          {isGroup(step) ? (
            <GroupOptionsForm group={step} depth={depth} problem={own} />
          ) : (
            <StepOptions step={step} problem={own} />
          )}
          <StepMoves step={step} />
        </div>
      )}
      {isGroup(step) && (
        <GroupBranches
          group={step}
          card={(inner) => <StepCard key={inner.id} step={inner} depth={depth + 1} isInOff={isInOff || step.off} />}
        />
      )}
    </li>
  );
}

/** Returns whether the focus goes out of the element. It stays there while another window has it. */
function isLeft({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): boolean {
  return document.hasFocus() && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}

/** The id of the card of a step. */
export function cardId(id: number): string {
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
  /** What it does, the same in each card. */
  readonly control: string;
  readonly onPress: () => void;
  /** Stays focusable: a step at an end can still be moved back. */
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
}

function StepButton({ label, control, onPress, isOff = false, children }: StepButtonProps) {
  return (
    <button
      type="button"
      class="button quiet step-button"
      data-control={control}
      aria-label={label}
      title={label.replace(/ (?:step|group) \d.*/, '')}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  );
}

interface NudgeButtonProps {
  readonly step: WorkflowStep;
  readonly name: string;
  readonly direction: 'up' | 'down';
  readonly children: ComponentChildren;
}

function NudgeButton({ step, name, direction, children }: NudgeButtonProps) {
  return (
    <StepButton
      label={`Move ${direction} ${name}`}
      control={direction}
      isOff={placeBeside(workflow.value, step.id, direction) === undefined}
      onPress={() => nudgeStep(step, direction)}
    >
      {children}
    </StepButton>
  );
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Handles Alt with the up and down arrow keys everywhere in the card, and arrow keys alone on its handle. */
function moveByKey(event: KeyboardEvent, step: WorkflowStep): void {
  const { [event.key]: direction } = directions;
  const { target } = event;
  if (direction === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // The card around this one gets the event, too.
  if (event.defaultPrevented || !(target instanceof Element)) return;
  const isOnGrip = target.matches('.step-grip');
  // A select opens with the same keys; to the left and right, the browser goes back and forward.
  const isMeant = event.altKey ? target.tagName !== 'SELECT' && /^Arrow[UD]/.test(event.key) : isOnGrip;
  if (!isMeant) return;
  event.preventDefault();
  nudgeStep(step, direction);
}

/** Removes a step, and focuses the next one. */
function remove(step: WorkflowStep): void {
  const card = document.getElementById(cardId(step.id));
  const around = card?.parentElement?.closest('li');
  const next = [card?.nextElementSibling, card?.previousElementSibling, around]
    .map((other) => other?.querySelector<HTMLElement>(':scope > .step-tail > .step-toggle'))
    .find((toggle) => toggle != null);
  removeStep(step);
  (next ?? document.querySelector<HTMLElement>('.tool-search input'))?.focus();
}

/** The summary of a closed step's options, and the name of its button. */
function StepSummary({ step, name }: { readonly step: WorkflowStep; readonly name: string }) {
  const tool = isGroup(step) ? undefined : catalogue.value?.get(step.toolSlug);
  const isUnknown = !isGroup(step) && catalogue.value !== undefined && tool === undefined;
  const summary = isGroup(step) ? groupSummary(step) : tool === undefined ? '' : stepSummary(tool, step.config);
  return (
    <span class="step-summary">
      {summary === '' && !isUnknown ? 'Options' : <span class="off-screen">Options</span>}
      <span class="off-screen"> of {name}: </span>
      {isUnknown ? 'There is no such tool' : summary}
    </span>
  );
}

interface StepFiguresProps {
  readonly step: WorkflowStep;
  /** `step 1, Trim lines` */
  readonly name: string;
  /** How many groups are around it. */
  readonly depth: number;
}

/** The length of the text after a step, and the time that it took. Opens both texts and their difference. */
function StepFigures({ step, name, depth }: StepFiguresProps) {
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
  // A group without steps has no figures after a run either.
  const isOver = failure.value !== undefined || (state.value === 'done' && awaitedStep.value === undefined);
  return <p class="step-figures">{isOver ? 'Not run' : '…'}</p>;
}

/** Moves a step into a group beside it, or out of its group; lets a group take in its neighbours, or unwraps it. */
function StepMoves({ step }: { readonly step: WorkflowStep }) {
  const place = placeOf(workflow.value, step.id);
  if (place === undefined) return null;
  const siblings = siblingsAt(workflow.value, place);
  const neighbours = [siblings[place.index - 1], siblings[place.index + 1]];
  const into = placeBeside(workflow.value, step.id, 'in');
  const isOuter = place.group !== undefined;
  const nameOfGroup = (id: number | undefined) => {
    const group = id === undefined ? undefined : stepOf(workflow.value, id);
    return group === undefined ? '' : nameOf(group, numbers.value);
  };
  const moves: (readonly [control: string, label: string, act: () => void])[] = [];
  if (isGroup(step)) {
    for (const [index, other] of neighbours.entries()) {
      if (other === undefined || !fitsAt(workflow.value, other, { group: step.id })) continue;
      const label = `Take in ${nameOf(other, numbers.value)}, ${titleOfStep(other)}`;
      moves.push([`take-${index}`, label, () => takeIn(step, other, index === 0)]);
    }
    moves.push(['unwrap', 'Unwrap', () => unwrapGroup(step)]);
  }
  if (into !== undefined) moves.push(['in', `Move into ${nameOfGroup(into.group)}`, () => nudgeStep(step, 'in')]);
  if (isOuter) moves.push(['out', `Move out of ${nameOfGroup(place.group)}`, () => nudgeStep(step, 'out')]);
  if (moves.length === 0) return null;
  return (
    <div class="step-moves">
      {moves.map(([control, label, act]) => (
        <button key={control} type="button" class="button" data-control={control} onClick={act}>
          {label}
        </button>
      ))}
    </div>
  );
}
