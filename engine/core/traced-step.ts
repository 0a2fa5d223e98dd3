/** What a step or a group did, in a trace. */
interface Traced {
  /** Wall-clock time in milliseconds, to the microsecond. */
  readonly ms: number;
  /** Length of the text after the step, in UTF-16 code units. */
  readonly length: number;
  /** The beginning of that text; it does not split a surrogate pair. */
  readonly text: string;
  /** Whether there is more of it. */
  readonly truncated: boolean;
}

/** What a tool did, in a trace. */
export interface TracedStep extends Traced {
  readonly tool: string;
  /** How many lines, rows or texts it removed; undefined if none. */
  readonly removed?: number;
  /** Of how many; undefined if it removed none. */
  readonly items?: number;
}

/** What a group did, in a trace. */
export interface TracedGroup extends Traced {
  /** The kind of its parts; `text` if the whole text is the only one. */
  readonly each: string;
  readonly parts: number;
  /** How many parts failed. */
  readonly failed: number;
  /** How many parts were removed. */
  readonly removed: number;
  /** The first parts that changed, with the beginnings of what they were and are. */
  readonly changed: readonly {
    /** The number of the part, and the line where it begins; both count from 1. */
    readonly part: number;
    readonly line: number;
    readonly before: string;
    readonly after: string;
  }[];
  /** What the tools inside did, each on how many parts. */
  readonly steps: readonly { readonly tool: string; readonly parts: number; readonly ms: number }[];
}
