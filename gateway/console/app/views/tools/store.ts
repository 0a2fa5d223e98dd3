import { computed, signal } from '@preact/signals';
import { allTools } from '../../session/catalogue-store.js';
import { foundFor } from '../../session/tool-search.js';

// Inputs

/** The search words of the list of tools. They stay when the user opens a tool and returns. */
export const query = signal('');

// Computed

/** The tools that the search words find, best first; all of them without words. */
export const foundTools = computed(() => foundFor(allTools.value, query.value));
/** Whether the user searches. */
export const isSearch = computed(() => query.value.trim() !== '');

// Actions

/** Searches for what the user has typed. */
export function search(typed: string): void {
  query.value = typed;
}
