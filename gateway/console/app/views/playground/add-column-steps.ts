import { maxSteps } from '#engine/core/limits.js';
import type { ColumnFacts, TableSide } from '#gateway/console/engine/tables/messages.js';
import { setOpen, toolCount } from './cards-store.js';
import { changeWorkflow, input, refuse, workflow } from './content-store.js';
import type { ColumnAction, ColumnTable } from './grid/column-steps.js';
import { withSteps } from './grid/workflow-place.js';
import { pathsIn, tableIn } from './part-offers.js';
import { shownRuns } from './run-store.js';
import { receivedAt } from './table-view-store.js';
import { firstText, firstWorkflow } from './workflow/sample.js';
import { inheritingWorkflow } from './workflow/table.js';
import { newSteps, toolsOf, type Workflow } from './workflow/workflow.js';

/**
 * Adds the steps of a column's menu to the workflow, which can be undone: at its end for a column of the text out; for one
 * of the text in, behind the last step that leaves the column as it is there.
 */
export function addColumnSteps(side: TableSide, column: ColumnFacts, table: ColumnTable, action: ColumnAction): void {
  const { length: count } = toolsOf(newSteps(action.steps));
  if (toolCount.peek() + count > maxSteps) {
    refuse(`A workflow has at most ${maxSteps} steps`);
    return;
  }
  // The steps of the example are for its text.
  const present = workflow.peek() === firstWorkflow && input.peek() !== firstText ? [] : workflow.peek();
  const index = side === 'out' ? present.length : placeFor(present, column, table);
  // What the table says already, the steps take from it.
  const steps = inheritingWorkflow(newSteps(action.steps), receivedAt(index));
  changeWorkflow(action.description, { workflow: withSteps(present, steps, index) });
  const last = steps.at(-1);
  if (action.hasChoices && last !== undefined) setOpen(last.id, true);
}

/** Returns the index behind the last step before which, and behind which, the column is there. */
function placeFor(present: Workflow, column: ColumnFacts, table: ColumnTable): number {
  const runs = shownRuns.peek();
  if (runs.length === 0) return present.length;
  const kept = runs.findIndex(({ after }) => !hasColumn(after.text, column, table));
  const last = kept === -1 ? runs.at(-1) : runs[kept - 1];
  return last === undefined ? 0 : present.findIndex(({ id }) => id === last.step.id) + 1;
}

/** Whether a text has a column in the same form. */
function hasColumn(text: string, { column, path }: ColumnFacts, { kind, dialect }: ColumnTable): boolean {
  if (path !== undefined) {
    const { offers, lines } = pathsIn(text);
    return lines === (kind.format === 'ndjson') && offers.some(({ value }) => value === path);
  }
  if (kind.format !== 'csv') return text === input.peek().slice(0, text.length);
  const { columns, delimiter } = tableIn(text, { ...dialect });
  return (
    (dialect.delimiter === 'auto' || delimiter === dialect.delimiter) && columns.some(({ value }) => value === column)
  );
}
