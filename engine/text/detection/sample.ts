/** How much of a text is looked at, in UTF-16 code units. */
const longestSample = 100_000;
const mostLines = 50;

/** The beginning of a text. */
export interface Sample {
  readonly raw: string;
  /** Without white space around it. */
  readonly text: string;
  /** The first lines, without blank ones. */
  readonly lines: readonly string[];
  /** Whether the text goes on. */
  readonly isCut: boolean;
}

/**
 * Returns the beginning of a text: at most {@link longestSample} characters, of which at most {@link mostLines} whole
 * lines.
 */
export function sampleOf(text: string): Sample {
  const isCut = text.length > longestSample;
  const raw = text.slice(0, longestSample);
  const start = raw.trim();
  const lines: string[] = [];
  for (const { 0: line, index } of start.matchAll(/[^\r\n]+/g)) {
    // Half of a line says nothing about it.
    if (lines.length === mostLines || (isCut && index + line.length === start.length)) break;
    if (line.trim() !== '') lines.push(line);
  }
  return { raw, text: start, lines, isCut };
}
