/** The ends of lines that are stripped. */
export type TrimmedSide = 'both' | 'start' | 'end' | 'none';

/**
 * The lines of a text in the memory of the kernels. Each method does what a tool does to a text with these lines, whose line
 * ends are all the same, and returns whether it could. If not, the lines mean nothing any more.
 */
export interface ByteText {
  /** How many lines there are. */
  readonly count: number;
  /** Strips white space. @param dropsBlank - whether lines are dropped that have nothing else. */
  trim(side: TrimmedSide, dropsBlank: boolean): boolean;
  /** As `slice` of an array. */
  slice(start: number, end?: number): boolean;
  reverse(): boolean;
  /** Keeps one of equal lines. @param ignoreCase - whether lines are equal if their lower case is. */
  distinct(keep: 'first' | 'last', ignoreCase: boolean): boolean;
  /** Sorts alphabetically. */
  sort(direction: 'asc' | 'desc'): boolean;
  /** Does what the tools `upper-case` and `lower-case` do in the root locale. */
  changeCase(to: 'upper' | 'lower'): boolean;
}

/** What the kernels do in place of `Tool.run`. @returns whether they could. */
export type ByteStep = (text: ByteText) => boolean;
