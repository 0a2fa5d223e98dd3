/** A step of `POST /v1/run`: a tool, or a tool with options. */
export type SuggestedStep = string | { readonly toolSlug: string; readonly config: Readonly<Record<string, unknown>> };

/** Steps that suit a text. */
export interface Suggestion {
  /** What they do: `Convert to JSON`. */
  readonly label: string;
  readonly steps: readonly SuggestedStep[];
}

/** How a table is written, as in the options of the tools that read CSV. */
export interface TableForm {
  /** `;`, `tab`. */
  readonly delimiter: string;
  readonly hasHeaders: boolean;
  readonly quotes: 'strict' | 'lenient' | 'none' | 'backslash';
  /** Whether blanks around cells are no part of them. Where they stand around quotes, they cannot be. */
  readonly trim: boolean;
}

/** What a text looks like. */
export interface Detected {
  /** The format, the same for all texts of this kind: `csv`, `ndjson`, `access-log`. */
  readonly format: string;
  /** The delimiter of a table, as in the option of the tools: `;`, `tab`. */
  readonly delimiter?: string;
  /** How it is written, if it is CSV. */
  readonly table?: TableForm;
  /** Ends the sentence "Looks like …": `CSV with semicolons`. */
  readonly label: string;
  /** Why, as a clause: `the first 3 records have 2 cells each`. */
  readonly reason: string;
  /** The most useful first. */
  readonly suggestions: readonly Suggestion[];
}

/** Returns a suggestion with one step. */
export function suggest(label: string, toolSlug: string, config: Readonly<Record<string, unknown>> = {}): Suggestion {
  return { label, steps: [Object.keys(config).length === 0 ? toolSlug : { toolSlug, config }] };
}
