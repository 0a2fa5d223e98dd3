/** What the thread that looks for a tool's worst texts is told. */
export interface GrowthOrder {
  readonly tool: { readonly category: string; readonly slug: string };
  /** Lengths of the texts whose times are compared, in characters (UTF-16 code units). */
  readonly shortLength: number;
  readonly longLength: number;
  /** How many hostile texts are measured at these lengths: those that look worst at smaller ones. */
  readonly candidates: number;
  /** A run is stopped after about this processor time, in milliseconds. */
  readonly stopMs: number;
}

/** The processor time of a tool on one text at two lengths. */
export interface GrowthTiming {
  /** What the text is made of. */
  readonly text: string;
  /** The options, as JSON, cut if they are long. */
  readonly config: string;
  /** Milliseconds of the tool's thread. */
  readonly shortMs: number;
  readonly longMs: number;
  /** The long text took longer than a run may: its time is a lower bound. */
  readonly stopped: boolean;
  /** The reason of a tool that does not take the long text. */
  readonly refusal?: string;
}

/** What the thread found about one tool, or why it did not. */
export type ToolGrowth = { readonly timings: readonly GrowthTiming[] } | { readonly failure: string };

/** A shorter time says nothing about growth: it is the cost of the call, and of compiling. */
const tellingMs = 50;

/** Returns the timing that took longest, and the one that grew most of those whose growth can be told. */
export function worstOf(timings: readonly GrowthTiming[]): {
  readonly slowest: GrowthTiming | undefined;
  readonly steepest: GrowthTiming | undefined;
} {
  const [slowest] = timings.toSorted((a, b) => b.longMs - a.longMs);
  const [steepest] = timings
    .filter(({ longMs, refusal }) => longMs >= tellingMs && refusal === undefined)
    .toSorted((a, b) => timesOf(b) - timesOf(a));
  return { slowest, steepest };
}

/** Returns how many times longer the long text takes. */
export function timesOf({ shortMs, longMs }: GrowthTiming): number {
  return longMs / shortMs;
}
