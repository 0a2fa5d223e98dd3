import { effect, untracked } from '@preact/signals';
import { fragment, replaceFragment, route } from '../../session/router.js';
import { longestInput, readWorkflow, workflowAddress } from '../../session/workflow-address.js';
import { restoredFragment } from './draft.js';
import { openedSteps, savedSteps } from './recipes/recipe.js';
import { changeWorkflow, firstText, firstWorkflow, input, workflow } from './state/playground-state.js';
import { isSameWorkflow, type Workflow } from './state/workflow.js';

/** How long the workflow must stay unchanged before the address changes, in milliseconds: browsers limit the rate. */
const writeDelayMs = 300;
/** The longest address of browsers (Chromium: 2 MiB). */
const longestAddress = 2_000_000;

/** The fragment that was written last. The workflow is at least as new. */
let lastWritten = restoredFragment;

/** Keeps the workflow in the address, and follows changes of the address. @returns a function that stops it. */
export function keepInAddress(): () => void {
  const stopReading = effect(() => {
    const given = fragment.value;
    // Another view has the address already, and this one is about to be removed.
    if (route.peek() === '') untracked(() => open(given));
  });
  let timer: number | undefined;
  const stopWriting = effect(() => {
    const steps = workflow.value;
    // The text of a link leaves the address when it is changed.
    void input.value;
    clearTimeout(timer);
    timer = setTimeout(() => write(steps), writeDelayMs);
  });
  return () => {
    stopReading();
    stopWriting();
    clearTimeout(timer);
  };
}

/** Returns the address of this page with the current workflow, to share. @param withText - if {@link fitsInLink}. */
export function sharedLink(withText: boolean): string {
  return location.origin + workflowAddress(savedSteps(workflow.value), withText ? input.value : undefined);
}

/** Returns whether a link can contain a text. */
export function fitsInLink(text: string): boolean {
  return text !== '' && text.length <= longestInput && text.isWellFormed();
}

function open(given: string): void {
  if (given === lastWritten || !/^#(?:.*&)?steps=/.test(given)) {
    write(workflow.value);
    return;
  }
  lastWritten = given;
  const link = readWorkflow(given);
  const steps = openedSteps(link.steps);
  const isFresh = workflow.value === firstWorkflow && input.value === firstText;
  const next = {
    workflow: isSameWorkflow(steps, workflow.value) ? workflow.value : steps,
    // The sample text belongs to other steps. A typed text stays.
    input: link.input ?? (isFresh ? '' : input.value),
  };
  if (isFresh) {
    workflow.value = next.workflow;
    input.value = next.input;
  } else changeWorkflow('Opened the workflow of a link', next);
}

function write(steps: Workflow): void {
  // A page that was only opened keeps its plain address.
  const isUntouched = steps === firstWorkflow && fragment.peek() === '';
  const written = fragmentOf(steps);
  if (route.peek() !== '' || isUntouched || isAddressOf(written, input.peek()) || written.length > longestAddress)
    return;
  lastWritten = written;
  replaceFragment(written);
}

/** Returns whether the address has these steps, and no other text than the one on the screen. */
function isAddressOf(written: string, text: string): boolean {
  const link = readWorkflow(fragment.peek());
  const steps = openedSteps(link.steps);
  return fragmentOf(steps) === written && (link.input ?? text) === text;
}

function fragmentOf(steps: Workflow): string {
  const address = workflowAddress(savedSteps(steps));
  return address.slice(address.indexOf('#'));
}
