import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { maxSteps } from '#engine/core/limits.js';
import { listIcon, redoIcon, removeIcon, undoIcon } from '../../parts/icons.js';
import { commandKey } from '../../parts/key-press.js';
import { catalogue } from '../../session/catalogue-store.js';
import { addedStep, addGroup, noteAddedStepShown, toolCount } from './cards-store.js';
import { cleanings, dismissCleanings, followCleaning, hasRoomToClean } from './cleaning-store.js';
import {
  announcement,
  clearSteps,
  input,
  isDemonstration,
  message,
  redo,
  redoable,
  startEmpty,
  undo,
  undoable,
  workflow,
} from './content-store.js';
import { isExample } from './recipes/templates.js';
import { RecipesDialog } from './recipes-dialog.js';
import { cardId, StepCard } from './step-card.js';
import { StepDialog } from './step-dialog.js';
import { dismissSuggestions, followSuggestion, hasRoomFor, suggested } from './store.js';
import { TableLine } from './table-line.js';
import { ToolBrowser } from './tool-browser.js';
import { ToolSearch } from './tool-search.js';
import { LinkDialog, RequestDialog } from './workflow-dialogs.js';

/** The steps, the search for more, and the workflow as link or request. */
export function WorkflowPanel() {
  const [isRequestShown, showRequest] = useState(false);
  const [isLinkShown, showLink] = useState(false);
  const [areRecipesShown, showRecipes] = useState(false);
  const [areToolsShown, showTools] = useState(false);
  return (
    <section class="workflow" aria-label="Workflow">
      <div class="workflow-head">
        <h2 id={workflowHeading} tabIndex={-1}>
          Workflow
        </h2>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showRecipes(true)}>
          Recipes
        </button>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showLink(true)}>
          Link
        </button>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showRequest(true)}>
          Request
        </button>
      </div>
      <div class="workflow-add">
        <ToolSearch />
        <button
          type="button"
          class="button icon"
          aria-label="Tools by category"
          aria-haspopup="dialog"
          title="Tools by category"
          disabled={catalogue.value === undefined}
          onClick={() => showTools(true)}
        >
          {listIcon}
        </button>
        <button type="button" class="button" title="Add a group: steps for parts of the text" onClick={addGroup}>
          Group
        </button>
      </div>
      <div class="workflow-steps">
        <ExampleLine leave={focusWorkflowHeading} />
        <TableLine />
        <CleaningList leave={focusWorkflowHeading} />
        <SuggestionLine leave={focusWorkflowHeading} />
        <StepList />
        <StepsEnd leave={focusWorkflowHeading} />
      </div>
      <WorkflowFoot />
      <p class="off-screen" role="status">
        {announcement}
      </p>
      {areToolsShown && <ToolBrowser onClose={() => showTools(false)} />}
      {areRecipesShown && <RecipesDialog onClose={() => showRecipes(false)} />}
      {isLinkShown && <LinkDialog onClose={() => showLink(false)} />}
      {isRequestShown && <RequestDialog onClose={() => showRequest(false)} />}
    </section>
  );
}

/** Says that the page begins with an example. @param leave - takes the focus of its button. */
function ExampleLine({ leave }: { readonly leave: () => void }) {
  const act = (change: () => void) => {
    change();
    leave();
  };
  if (!isExampleShown()) return null;
  return (
    <div class="example-line">
      <p>
        <strong>This is an example.</strong> Paste or open a text of your own, and these steps are removed.
      </p>
      <div class="example-buttons">
        <button type="button" class="button" onClick={() => act(startEmpty)}>
          Start empty
        </button>
        <button type="button" class="button" onClick={() => act(clearSteps)}>
          Clear steps
        </button>
      </div>
    </div>
  );
}

function isExampleShown(): boolean {
  return isDemonstration() && isExample(input.value);
}

/** What the text looks like, and steps that suit it. @param leave - takes the focus of a button that disappears. */
function SuggestionLine({ leave }: { readonly leave: () => void }) {
  const found = suggested.value;
  const leaveBy = (act: () => void) => {
    act();
    leave();
  };
  return (
    <div class="suggestion" data-shown={found === undefined ? undefined : true}>
      <p role="status">
        {found !== undefined && (
          <>
            Looks like <strong>{found.label}</strong>
          </>
        )}
      </p>
      {found !== undefined && (
        <>
          <button
            type="button"
            class="button quiet step-button"
            aria-label="Dismiss the suggestions"
            onClick={() =>
              leaveBy(() => {
                dismissSuggestions(found);
                dismissCleanings();
              })
            }
          >
            {removeIcon}
          </button>
          <div class="suggestion-steps">
            {found.suggestions.map((suggestion) => (
              <button
                key={suggestion.label}
                type="button"
                class="button"
                disabled={!hasRoomFor(suggestion)}
                onClick={() => leaveBy(() => followSuggestion(found, suggestion))}
              >
                {suggestion.label}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** The id of the heading that gets the focus when the step that had it is gone. */
const workflowHeading = 'workflow-heading';

/** Gives the focus to the heading of the workflow, without scrolling to it. */
function focusWorkflowHeading(): void {
  document.getElementById(workflowHeading)?.focus({ preventScroll: true });
}

/** Where the focus was before the list was drawn again. */
interface KeptFocus {
  readonly element: Element;
  /** The card that it was in, and what it was there. */
  readonly card: string;
  readonly control: string;
}

/** The steps in their order. */
function StepList() {
  const list = useRef<HTMLOListElement>(null);
  const steps = workflow.value;
  const kept = focusIn(list.current);
  // A step that is moved into another list, and in some browsers any moved step, loses the focus: it is restored.
  useLayoutEffect(() => {
    if (kept === undefined) return;
    if (document.activeElement === document.body) {
      const same = kept.element.isConnected ? kept.element : controlOf(kept);
      if (same instanceof HTMLElement) same.focus({ preventScroll: true });
      // Undoing has removed the step with the focus.
      else focusWorkflowHeading();
    }
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [steps]);
  useLayoutEffect(() => {
    if (addedStep.value === undefined) return;
    const card = document.getElementById(cardId(addedStep.value));
    card?.scrollIntoView({ block: 'nearest' });
    card?.querySelector<HTMLElement>(':required, [data-first]')?.focus();
    noteAddedStepShown();
  }, [addedStep.value]);
  if (steps.length === 0) return <p class="steps-empty">No steps yet. Add a tool to begin with.</p>;
  return (
    <>
      <ol class="steps" ref={list} aria-label="Steps">
        {steps.map((step) => (
          <StepCard key={step.id} step={step} depth={0} isInOff={false} />
        ))}
      </ol>
      <StepDialog />
    </>
  );
}

function focusIn(list: Element | null): KeptFocus | undefined {
  const { activeElement: element } = document;
  if (element === null || list?.contains(element) !== true) return undefined;
  const control = element.getAttribute('data-control') ?? 'toggle';
  return { element, card: element.closest('.step')?.id ?? '', control };
}

/** Finds what had the focus in a card that was drawn anew; else the button of its options. */
function controlOf({ card, control }: KeptFocus): Element | null | undefined {
  const drawn = document.getElementById(card);
  return drawn?.querySelector(`[data-control="${control}"]`) ?? drawn?.querySelector('.step-toggle');
}

/** Removes all steps, or all there is. @param leave - takes the focus of a button that disappears. */
function StepsEnd({ leave }: { readonly leave: () => void }) {
  const hasSteps = workflow.value.length > 0;
  const act = (change: () => void) => {
    change();
    leave();
  };
  // The line of the example has the button.
  if (isExampleShown() || (!hasSteps && input.value === '')) return null;
  return (
    <div class="steps-end">
      {hasSteps && (
        <button type="button" class="button quiet" onClick={() => act(clearSteps)}>
          Clear steps
        </button>
      )}
      <button type="button" class="button quiet" onClick={() => act(startEmpty)}>
        Start empty
      </button>
    </div>
  );
}

/** What was changed last, or the number of steps; and the buttons that undo and redo. */
function WorkflowFoot() {
  return (
    <div class="workflow-foot">
      <p role="status">{message}</p>
      {message.value === '' && (
        <p class="fine">
          {toolCount.value} of {maxSteps} steps
        </p>
      )}
      <HistoryButton name="Undo" keys={`${commandKey}+Z`} change={undoable.value} onPress={undo}>
        {undoIcon}
      </HistoryButton>
      <HistoryButton name="Redo" keys={`${commandKey}+Shift+Z`} change={redoable.value} onPress={redo}>
        {redoIcon}
      </HistoryButton>
    </div>
  );
}

interface HistoryButtonProps {
  readonly name: string;
  readonly keys: string;
  /** The description of the change; undefined without one. */
  readonly change: string | undefined;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

/** Stays focusable without a change, so that the focus is kept while the user presses it again and again. */
function HistoryButton({ name, keys, change, onPress, children }: HistoryButtonProps) {
  return (
    <button
      type="button"
      class="button quiet step-button"
      aria-label={name}
      title={change === undefined ? `Nothing to ${name.toLowerCase()}` : `${name}: ${change} (${keys})`}
      aria-disabled={change === undefined}
      onClick={() => change !== undefined && onPress()}
    >
      {children}
    </button>
  );
}

/** The most suggestions that are shown at first. */
const shownAtFirst = 5;

/** What the text can be cleaned of, each with the step that does it. @param leave - takes the focus of the last one. */
function CleaningList({ leave }: { readonly leave: () => void }) {
  const [areAllShown, showAll] = useState(false);
  const all = cleanings.value;
  const shown = areAllShown ? all : all.slice(0, shownAtFirst);
  if (all.length === 0) return null;
  return (
    <div class="cleaning">
      <ul aria-label="To clean">
        {shown.map((finding) => (
          <li key={finding.id}>
            <button
              type="button"
              class="cleaning-button"
              disabled={!hasRoomToClean(finding)}
              onClick={({ currentTarget }) => {
                const item = currentTarget.closest('li');
                const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
                followCleaning(finding);
                // The button goes with what it has cured.
                if (next == null) leave();
                else next.focus();
              }}
            >
              <span>{finding.label}</span>
              <span class="cleaning-action">{finding.action}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" class="button quiet" onClick={() => showAll(true)}>
          {all.length - shown.length} more
        </button>
      )}
    </div>
  );
}
