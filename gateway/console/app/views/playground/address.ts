import { longestInput, readWorkflow, workflowAddress } from '../../session/workflow-address.js';
import { explicitWorkflow, inheritingWorkflow, readTable, shortTable, type TableForm } from './workflow/table.js';
import { openedSteps, savedSteps, type Workflow } from './workflow/workflow.js';

/** The longest address of browsers (Chromium: 2 MiB). */
const longestAddress = 2_000_000;

/**
 * Returns the address of this page with a workflow, to share, without its origin.
 *
 * @param table - that the workflow is for; its steps take options from it.
 * @param text - if {@link fitsInLink}.
 */
export function sharedLink(workflow: Workflow, table: TableForm | undefined, text?: string): string {
  // The steps have all their options, as in a request; the table says which of them follow it on this page.
  const steps = explicitWorkflow(workflow, table);
  const address = workflowAddress(savedSteps(steps), text);
  if (table === undefined || steps === workflow) return address;
  return `${address}&table=${encodeURIComponent(JSON.stringify(shortTable(table)))}`;
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
  /** Undefined without a table. */
  readonly table: TableForm | undefined;
}

/** Reads the fragment of an address. */
export function readFragment(fragment: string): LinkContent {
  const { steps, input } = readWorkflow(fragment);
  const table = tableIn(fragment);
  return { steps: inheritingWorkflow(openedSteps(steps), table), text: input, table };
}

/**
 * Returns the fragment of an address with these steps.
 *
 * @param shown - the fragment of the address, which stays if it has the same steps, and no other text.
 * @returns undefined if it stays, or if the steps are too long for an address.
 */
export function newFragment(
  steps: Workflow,
  table: TableForm | undefined,
  text: string,
  shown: string,
): string | undefined {
  const written = fragmentOf(steps, table);
  const link = readFragment(shown);
  const isShown = fragmentOf(link.steps, link.table) === written && (link.text ?? text) === text;
  return isShown || written.length > longestAddress ? undefined : written;
}

function fragmentOf(steps: Workflow, table: TableForm | undefined): string {
  const address = sharedLink(steps, table);
  return address.slice(address.indexOf('#'));
}

function tableIn(fragment: string): TableForm | undefined {
  try {
    const written = /[#&]table=([^&]*)/.exec(fragment)?.[1];
    return written === undefined ? undefined : readTable(JSON.parse(decodeURIComponent(written)));
  } catch {
    return undefined;
  }
}
