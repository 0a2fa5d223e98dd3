/** What the thread that measures the costs of a tool found, by the names of `costName`. */
export type CostFindings = Readonly<Record<string, CostFinding>>;

export type CostFinding =
  | {
      readonly kind: 'cost';
      /** Microseconds for a short text, and for each 1,000 characters. */
      readonly fixed: number;
      readonly perThousand: number;
      /** The texts and options that decided these figures. */
      readonly decisive: string;
    }
  | { readonly kind: 'library'; readonly options: string };

/** Characters of texts that what they cost counts as fixed. */
export const shortCharacters = 16;

/** Lengths of the texts that show what 1,000 characters cost: none on the event loop is much longer. */
export const costLengths = [1_000, 4_000, 8_000];

/**
 * The hardest text may take so many times as long as its figures say, which are those of everyday texts if these are
 * more: what is expected to take 0.2 ms takes less than one millisecond with any text.
 */
export const hardestTimes = 4;
