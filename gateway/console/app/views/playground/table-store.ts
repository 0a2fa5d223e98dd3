import { computed, effect, signal } from '@preact/signals';
import { detect, detectTable } from '#engine/text/detection/detect.js';
import type { Detected } from '#engine/text/detection/detected.js';
import { changeWorkflow, givenTable, replacements, settledInput, workflow } from './content-store.js';
import { isExample } from './recipes/templates.js';
import { eachReceived, explicitWorkflow, type TableForm, tableSummary } from './workflow/table.js';
import type { GivenTable } from './workflow/undo-stack.js';

// Inputs

/** What the text in looks like, and the table that it is by that; settled when the text is replaced, or typing pauses. */
const looks = signal<{ readonly found: readonly Detected[]; readonly table: TableForm | undefined }>({
  found: [],
  table: undefined,
});
/** The replacement of the text that they are of. */
let lookedAt = -1;

// Computed

/** What the text in looks like. */
export const detected = computed(() => looks.value.found);
/** The table that the text in looks like; undefined for none. */
export const detectedTable = computed(() => looks.value.table);
/** The table that the text in is, for the whole workflow: as the user says, else as it looks; undefined for none. */
export const table = computed<TableForm | undefined>(() => {
  const given = givenTable.value;
  return given === 'none' ? undefined : (given ?? detectedTable.value);
});
/** The workflow with all options that its steps take from the table: what runs, and what leaves the page. */
export const explicitSteps = computed(() => explicitWorkflow(workflow.value, table.value));
/** The tables that the steps receive, by their ids; steps without one receive none. */
export const receivedTables = computed<ReadonlyMap<number, TableForm>>(() => {
  const received = new Map<number, TableForm>();
  eachReceived(workflow.value, table.value, ({ id }, form) => {
    if (form !== undefined) received.set(id, form);
  });
  return received;
});

// Effects

function startEffects(): void {
  // The text is replaced, or the user pauses typing → the page looks at what it is.
  effect(() => {
    const text = settledInput.value;
    look(text, replacements.value);
  });
}

// Actions

function look(text: string, replacement: number): void {
  const isTyped = replacement === lookedAt;
  lookedAt = replacement;
  // An example has its steps already.
  const found = isExample(text) ? [] : detect(text);
  const form = detectTable(text, isExample(text) ? undefined : found);
  // Half of a word or a quote that is being typed does not change what the table is.
  const isKept = isTyped && form === undefined && text.trim() !== '';
  looks.value = { found, table: isKept ? looks.peek().table : form };
}

/** Says what the text is; undefined for what it looks like. Can be undone. */
export function setTable(given: GivenTable): void {
  const words = given === undefined ? 'as detected' : given === 'none' ? 'to none' : `to ${tableSummary(given)}`;
  changeWorkflow(`Set the table ${words}`, { table: given });
}

startEffects();
