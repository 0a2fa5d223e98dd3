/** What the thread that measures a tool is told. */
export interface ToolOrder {
  readonly tool: { readonly category: string; readonly slug: string };
  readonly rounds: number;
  /** The large input's size in characters (UTF-16 code units). */
  readonly characters: number;
  /** Into how many small inputs as much text is divided. */
  readonly parts: number;
}

/** What it found: times in milliseconds, one of each round; or why there are none. */
export type ToolTiming =
  | {
      /** Of one small input, a part of all of them. */
      readonly small: readonly number[];
      readonly large: readonly number[];
      /** How many characters come out for each that goes in. */
      readonly growth: number;
      /** The large input was given up by the step timer: its time is a lower bound. */
      readonly stopped: boolean;
    }
  | {
      /** The tool says that the text is too long for it. */
      readonly refusal: string;
    }
  | {
      /** The thread did not come back. */
      readonly failure: string;
    };
