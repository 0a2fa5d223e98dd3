/** A step of `POST /v1/run`: a tool with its options, or a group. */
export type CleaningStep =
  | string
  | { readonly toolSlug: string; readonly config: Readonly<Record<string, unknown>> }
  | {
      readonly each: Readonly<Record<string, unknown>>;
      readonly onError?: 'keep' | 'drop';
      readonly steps: readonly CleaningStep[];
    };

/** Something in a text that can be cleaned. */
export interface Finding {
  /** The same while the text has it: `blanks`, `dates of born`. */
  readonly id: string;
  /** What there is, with its count: `3 columns have blanks at their ends`. */
  readonly label: string;
  /** What the steps do: `Trim`. */
  readonly action: string;
  readonly steps: readonly CleaningStep[];
}

/** Returns a step with options. */
export function tool(toolSlug: string, config: Readonly<Record<string, unknown>> = {}): CleaningStep {
  return Object.keys(config).length === 0 ? toolSlug : { toolSlug, config };
}

/** Formats a count: `1 row`, `1,204 rows`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
}
