import { computed, signal } from '@preact/signals';
import type { TableSide } from '#gateway/console/engine/tables/messages.js';
import { settledInput } from './content-store.js';
import { tableKind } from './grid/table-kind.js';
import { shownOutput } from './run-store.js';

/** How a text is shown. */
export type ViewName = 'text' | 'table' | 'changes';

// Inputs

const wantedViews = signal<Readonly<Record<TableSide, ViewName>>>({ in: 'text', out: 'text' });

// Computed

/** The text in as a table; undefined if it is none. */
export const tableIn = computed(() => asTable(settledInput.value));
/** The text out as a table; undefined if it is none. */
export const tableOut = computed(() => asTable(shownOutput.value?.text ?? ''));
/** How the text in is shown: as text if it is no table. */
export const viewIn = computed(() =>
  wantedViews.value.in === 'table' && tableIn.value !== undefined ? 'table' : ('text' as const),
);
/** How the text out is shown. */
export const viewOut = computed<ViewName>(() => {
  const { out } = wantedViews.value;
  return out === 'table' && tableOut.value === undefined ? 'text' : out;
});

function asTable(text: string) {
  const kind = tableKind(text);
  return kind && { text, kind };
}

// Actions

/** Chooses how a text is shown. */
export function showAs(side: TableSide, view: ViewName): void {
  wantedViews.value = { ...wantedViews.value, [side]: view };
}
