import { longestInput, readWorkflow, workflowAddress } from '../../session/workflow-address.js';
import { openedSteps, savedSteps, type Workflow } from './workflow/workflow.js';

/** The longest address of browsers (Chromium: 2 MiB). */
const longestAddress = 2_000_000;

/** Returns the address of this page with a workflow, to share. @param text - if {@link fitsInLink}. */
export function sharedLink(steps: Workflow, text: string | undefined): string {
  return location.origin + workflowAddress(savedSteps(steps), text);
}

/** Returns whether a link can contain a text. */
export function fitsInLink(text: string): boolean {
  return text !== '' && text.length <= longestInput && text.isWellFormed();
}

/** Returns whether the fragment of an address contains steps. */
export function hasSteps(fragment: string): boolean {
  return /^#(?:.*&)?steps=/.test(fragment);
}

/** The content of a link. */
export interface LinkContent {
  readonly steps: Workflow;
  /** Undefined without a text. */
  readonly text: string | undefined;
}

/** Reads the fragment of an address. */
export function readFragment(fragment: string): LinkContent {
  const { steps, input } = readWorkflow(fragment);
  return { steps: openedSteps(steps), text: input };
}

/**
 * Returns the fragment of an address with these steps.
 *
 * @param shown - the fragment of the address, which stays if it has the same steps, and no other text.
 * @returns undefined if it stays, or if the steps are too long for an address.
 */
export function newFragment(steps: Workflow, text: string, shown: string): string | undefined {
  const written = fragmentOf(steps);
  const link = readFragment(shown);
  const isShown = fragmentOf(link.steps) === written && (link.text ?? text) === text;
  return isShown || written.length > longestAddress ? undefined : written;
}

function fragmentOf(steps: Workflow): string {
  const address = workflowAddress(savedSteps(steps));
  return address.slice(address.indexOf('#'));
}
