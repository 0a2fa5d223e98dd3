/** What a step did, in a trace. */
export interface TracedStep {
  readonly tool: string;
  /** Wall-clock time in milliseconds, to the microsecond. */
  readonly ms: number;
  /** Length of the text after the step, in UTF-16 code units. */
  readonly length: number;
  /** The beginning of that text; it does not split a surrogate pair. */
  readonly text: string;
  /** Whether there is more of it. */
  readonly truncated: boolean;
}
