import type { OptionSchema as WrittenSchema } from '../../option-facts.js';

/** The schema of an option in a form. */
export interface OptionSchema extends WrittenSchema {
  /** Whether the default is what the table of the workflow has, and not that of the tool. */
  readonly isFromTable?: true;
}

/** The JSON schema of a tool's options. */
export interface ConfigSchema {
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  /** The options that are shown first; all if it is undefined. */
  readonly first?: readonly string[];
  /** Summaries with options in braces, the first that fits counts: see `sentence.ts`. */
  readonly says?: readonly string[];
}

/** Options by name. Missing ones have their defaults. */
export type Config = Readonly<Record<string, unknown>>;

/** A tool as in `GET /v1/tools`. */
export interface Tool {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly config: ConfigSchema;
  readonly examples: readonly { readonly input: string; readonly config?: Config; readonly output: string }[];
}
