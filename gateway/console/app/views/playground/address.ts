import { effect, untracked } from '@preact/signals';
import { addressOf, fragment, replaceFragment, route } from '../../session/router.js';
import { readWorkflow, workflowAddress } from '../../session/workflow-address.js';
import { firstText, firstWorkflow, input, replaceWith, workflow } from './playground-state.js';
import { isSameWorkflow, newStep, type Workflow } from './workflow.js';

/** How long nothing must have changed before the address is, in milliseconds: browsers limit how often it may. */
const writeDelayMs = 300;
/** Browsers take no longer addresses (Chromium: 2 MiB). */
const longestAddress = 2_000_000;

/** The fragment that was written last: what is on the screen is as new as it, or newer. */
let lastWritten: string | undefined;

/** Keeps the workflow in the address, and follows the address where it leads. @returns what ends it. */
export function keepInAddress(): () => void {
  const stopReading = effect(() => {
    const given = fragment.value;
    // Another view has the address already, and this one is about to go.
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

/** The address of this page with the workflow as it is now, to be given away. The text is not in it. */
export function sharedLink(): string {
  return location.origin + addressOf('', fragmentOf(workflow.value));
}

function open(given: string): void {
  if (given === lastWritten || !/^#(?:.*&)?steps=/.test(given)) {
    write(workflow.value);
    return;
  }
  lastWritten = given;
  const link = readWorkflow(given);
  const steps = link.steps.map(({ toolSlug, config, off }) => newStep(toolSlug, config, off));
  const isFresh = workflow.value === firstWorkflow && input.value === firstText;
  const next = {
    workflow: isSameWorkflow(steps, workflow.value) ? workflow.value : steps,
    // What is there to be tried suits other steps; what somebody typed stays.
    input: link.input ?? (isFresh ? '' : input.value),
  };
  if (isFresh) {
    workflow.value = next.workflow;
    input.value = next.input;
  } else replaceWith('Opened the workflow of a link.', next);
}

function write(steps: Workflow): void {
  // Whoever has only opened the page keeps its plain address.
  const isUntouched = steps === firstWorkflow && fragment.peek() === '';
  const written = fragmentOf(steps);
  if (route.peek() !== '' || isUntouched || isAddressOf(written, input.peek()) || written.length > longestAddress)
    return;
  lastWritten = written;
  replaceFragment(written);
}

/** Whether the address has these steps, and no other text than what is on the screen. */
function isAddressOf(written: string, text: string): boolean {
  const link = readWorkflow(fragment.peek());
  const steps = link.steps.map(({ toolSlug, config, off }) => newStep(toolSlug, config, off));
  return fragmentOf(steps) === written && (link.input ?? text) === text;
}

function fragmentOf(steps: Workflow): string {
  const address = workflowAddress(
    steps.map(({ toolSlug, config, off }) => ({ toolSlug, config, ...(off && { off }) })),
  );
  return address.slice(address.indexOf('#'));
}
