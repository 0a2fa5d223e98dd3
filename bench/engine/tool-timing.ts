/** The order to the thread that measures a tool. */
export interface ToolOrder {
  readonly tool: { readonly category: string; readonly slug: string };
  readonly rounds: number;
  /** The length of the large input in characters (UTF-16 code units). */
  readonly characters: number;
  /** The number of small inputs, which together are as long as the large one. */
  readonly parts: number;
}

/** The result: times in milliseconds, one of each round; or why there are none. */
export type ToolTiming =
  | {
      /** The mean time of the small inputs. */
      readonly small: readonly number[];
      readonly large: readonly number[];
      /** Characters of output for each character of input. */
      readonly growth: number;
      /** Whether the step timer stopped the large input: then its time is a lower bound. */
      readonly stopped: boolean;
    }
  | {
      /** The message of the tool, for which the text is too long. */
      readonly refusal: string;
    }
  | {
      /** Why the thread returned no result. */
      readonly failure: string;
    };
