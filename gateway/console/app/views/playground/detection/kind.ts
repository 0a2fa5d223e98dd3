import type { Config } from '../../../session/tool.js';
import type { RequestStep } from '../workflow/workflow.js';

/** Steps that suit a text. */
export interface Suggestion {
  /** What they do: `Convert to JSON`. */
  readonly label: string;
  readonly steps: readonly RequestStep[];
}

/** What a text looks like. */
export interface Detected {
  /** Stays the same for all texts of this kind. */
  readonly kind: string;
  /** Ends the sentence "Looks like …": `CSV with semicolons`. */
  readonly label: string;
  /** The most useful first. */
  readonly suggestions: readonly Suggestion[];
}

/** Returns a suggestion with one step. */
export function suggest(label: string, toolSlug: string, config: Config = {}): Suggestion {
  return { label, steps: [Object.keys(config).length === 0 ? toolSlug : { toolSlug, config }] };
}
