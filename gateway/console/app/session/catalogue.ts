import { computed, effect, signal } from '@preact/signals';
import { reachable } from './reachability.js';
import { sendForJson } from './request.js';
import type { Tool } from './tool.js';

export type { Config, Tool } from './tool.js';

/** The tools by slug. */
export type Catalogue = ReadonlyMap<string, Tool>;

/** Undefined until it has arrived. */
export const catalogue = signal<Catalogue | undefined>(undefined);
/** The tools in the order of the gateway. One array while the catalogue stays, so that the search indexes it once. */
export const allTools = computed<readonly Tool[]>(() => [...(catalogue.value?.values() ?? [])]);
/** Why the catalogue has not arrived; '' while it is loading. */
export const catalogueFailure = signal('');

let isLoading = false;

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  catalogueFailure.value = '';
  try {
    const { tools } = await sendForJson<{ tools: Tool[] }>('GET', '/v1/tools');
    catalogue.value = new Map(tools.map((tool) => [tool.slug, tool]));
  } catch (error) {
    catalogueFailure.value = error instanceof Error ? error.message : String(error);
  } finally {
    isLoading = false;
  }
}

/** Loads the tools, once, and again when the gateway comes back. Called at the start of the page and by "Try again". */
export function loadCatalogue(): void {
  if (catalogue.peek() === undefined) void load();
}

effect(() => {
  if (reachable.value) loadCatalogue();
});
