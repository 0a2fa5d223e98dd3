import { computed, effect, signal } from '@preact/signals';
import { reachable } from './reachability.js';
import { sendForJson } from './request.js';
import type { Tool } from './tool.js';

export type { Config, Tool } from './tool.js';

/** The tools by their slugs. */
export type Catalogue = ReadonlyMap<string, Tool>;

/** Undefined until it has arrived. */
export const catalogue = signal<Catalogue | undefined>(undefined);
/** The tools in the order of the gateway: one array as long as the catalogue stays, which the search indexes once. */
export const allTools = computed<readonly Tool[]>(() => [...(catalogue.value?.values() ?? [])]);
/** Why it has not; '' while it is on its way. */
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

/** Asks for the tools, once, and again when the gateway comes back. Called when the page starts, and by "Try again". */
export function loadCatalogue(): void {
  if (catalogue.peek() === undefined) void load();
}

effect(() => {
  if (reachable.value) loadCatalogue();
});
