import { computed, effect, signal } from '@preact/signals';
import { partsName } from './group-options.js';
import { reachable } from './reachability-store.js';
import { sendForJson } from './request.js';
import { isSite, toolsFile } from './site.js';
import type { Tool } from './tool.js';
import { loadTables } from './tool-search.js';
import { isGroup, type WorkflowStep } from './workflow-address.js';

export type { Tool } from './tool.js';

/** The tools by slug. */
export type Catalogue = ReadonlyMap<string, Tool>;

// Inputs

/** Undefined until it has arrived. */
export const catalogue = signal<Catalogue | undefined>(undefined);
/** The version of the gateway's Unicode tables; '' until the catalogue has arrived. */
export const gatewayUnicode = signal('');
/** Why the catalogue has not arrived; '' while it is loading. */
export const catalogueFailure = signal('');

let isLoading = false;

// Computed

/** The tools in the order of the gateway. One array while the catalogue stays, so that the search indexes it once. */
export const allTools = computed<readonly Tool[]>(() => [...(catalogue.value?.values() ?? [])]);

// Effects

function startEffects(): void {
  // The page starts, or the gateway comes back → the tools are loaded, once.
  effect(() => {
    if (reachable.value) loadCatalogue();
  });
}

// Actions

/** Loads the tools, unless they are there or on their way. */
export function loadCatalogue(): void {
  if (catalogue.peek() === undefined) void load();
}

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  catalogueFailure.value = '';
  try {
    const document = isSite ? siteTools() : sendForJson<CatalogueDocument>('GET', '/v1/tools');
    const [{ tools, data }, { worded }] = await Promise.all([document, loadTables()]);
    gatewayUnicode.value = data.unicode;
    catalogue.value = new Map(tools.map((tool) => [tool.slug, worded(tool)]));
  } catch (error) {
    catalogueFailure.value = error instanceof Error ? error.message : String(error);
  } finally {
    isLoading = false;
  }
}

/** What is used of `GET /v1/tools`. */
interface CatalogueDocument {
  readonly tools: readonly Tool[];
  readonly data: { readonly unicode: string };
}

async function siteTools(): Promise<CatalogueDocument> {
  const response = await fetch(toolsFile);
  if (!response.ok) throw new Error(`${toolsFile}: ${response.status}`);
  return response.json();
}

/** The most characters of an unknown tool's name to show: a link may contain anything. */
const longestName = 80;

/** Returns the title of a tool, or its slug if the catalogue is missing or does not have it. */
export function titleOf(toolSlug: string): string {
  const tool = catalogue.value?.get(toolSlug);
  if (tool !== undefined) return tool.title;
  return toolSlug.length > longestName ? `${toolSlug.slice(0, longestName)}…` : toolSlug;
}

/** Returns the titles of some steps: `Trim lines, Column name (Title case, Trim lines)`. */
export function titlesOf(steps: readonly WorkflowStep[]): string {
  return steps
    .map((step) => {
      if (!isGroup(step)) return titleOf(step.toolSlug);
      return `${partsName(step.each)} (${titlesOf([...step.steps, ...(step.else ?? [])])})`;
    })
    .join(', ');
}

startEffects();
