import { computed, signal } from '@preact/signals';
import type { TableSide } from '#gateway/console/engine/tables/messages.js';
import { givenTable, settledInput, workflow } from './content-store.js';
import { tableKind } from './grid/table-kind.js';
import { shownOutput } from './run-store.js';
import { table } from './table-store.js';
import { eachReceived, type TableForm } from './workflow/table.js';

/** How a text is shown. */
export type ViewName = 'text' | 'table' | 'changes';

// Inputs

const wantedViews = signal<Readonly<Record<TableSide, ViewName>>>({ in: 'text', out: 'text' });

// Computed

/** The text in as a table; undefined if it is none. */
export const tableIn = computed(() => {
  const { value: text } = settledInput;
  const { value: dialect } = table;
  if (dialect !== undefined && text !== '') return { text, kind: { format: 'csv' as const, dialect } };
  const kind = tableKind(text);
  // Somebody has said that it is none.
  return kind === undefined || (kind.format === 'csv' && givenTable.value === 'none') ? undefined : { text, kind };
});
/** The text out as a table, read as a step behind the last one would; undefined if it is none. */
export const tableOut = computed(() => {
  const text = shownOutput.value?.text ?? '';
  const kind = tableKind(text);
  const dialect = kind?.format === 'csv' ? receivedAt(workflow.value.length) : undefined;
  return kind && { text, kind: dialect === undefined ? kind : { ...kind, dialect } };
});
/** Whether the text out is whole, and can be compared with the text in. */
export const canCompare = computed(() => shownOutput.value?.isCut !== true);
/** How the text in is shown: as text if it is no table. */
export const viewIn = computed(() =>
  wantedViews.value.in === 'table' && tableIn.value !== undefined ? 'table' : ('text' as const),
);
/** How the text out is shown. */
export const viewOut = computed<ViewName>(() => {
  const { out } = wantedViews.value;
  const isShowable = out === 'table' ? tableOut.value !== undefined : out === 'text' || canCompare.value;
  return isShowable ? out : 'text';
});

/** Returns how the table is written that a step outside of groups would receive; undefined if that is not known. */
export function receivedAt(index: number): TableForm | undefined {
  return eachReceived(workflow.value.slice(0, index), table.value, () => {});
}

// Actions

/** Chooses how a text is shown. */
export function showAs(side: TableSide, view: ViewName): void {
  wantedViews.value = { ...wantedViews.value, [side]: view };
}
