import { effect, signal } from '@preact/signals';
import { reachable } from './reachability.js';
import { sendForJson } from './request.js';

/** The JSON schema of a tool's options. */
export interface ConfigSchema {
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
}

/** The JSON schema of one option, as far as forms look at it. */
export interface OptionSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema | readonly OptionSchema[];
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Config = Readonly<Record<string, unknown>>;

/** A tool as `GET /v1/tools` shows it. */
export interface Tool {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly config: ConfigSchema;
  readonly examples: readonly { readonly input: string; readonly config?: Config; readonly output: string }[];
}

/** The tools by their slugs. */
export type Catalogue = ReadonlyMap<string, Tool>;

/** Undefined until it has arrived. */
export const catalogue = signal<Catalogue | undefined>(undefined);
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
