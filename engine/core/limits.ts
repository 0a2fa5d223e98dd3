/**
 * The limits of requests, most of them of `POST /v1/run`. Lengths are in UTF-16 code units.
 *
 * The runner itself checks input, steps, the output of each step, and its time. Tools check what only
 * they know while they work: nesting, cells, growing output.
 */

export const maxInputCharacters = 500_000;
export const maxSteps = 25;
/** Deepest nesting of groups of steps. */
export const maxGroupDepth = 3;

/** Limits of `inputs`, the texts of one request of `POST /v1/run`. */
export const maxInputs = 5_000;
export const maxInputIdCharacters = 200;

/** Limits of the two list operations. */
export const maxUrls = 500;
export const maxLines = 5_000;
export const maxListCharacters = 1_000_000;

/** Longest output of a step. */
export const maxOutputCharacters = 4_000_000;

/** The limits that depend on where the engine runs. Lengths are in UTF-16 code units. */
export interface RequestLimits {
  /** Of the text, or of all texts together. */
  readonly input: number;
  /** Of the output of a step. */
  readonly output: number;
  /** Of a list, and the numbers of its entries. */
  readonly list: number;
  readonly urls: number;
  readonly lines: number;
}

/** The limits of a gateway, which works for many at a time. */
export const requestLimits: RequestLimits = {
  input: maxInputCharacters,
  output: maxOutputCharacters,
  list: maxListCharacters,
  urls: maxUrls,
  lines: maxLines,
};

/**
 * The limits in a browser, which works for one person, who can stop it. What bounds them is memory: the tools that need most
 * keep 144 bytes for each character that they read, and other tools 36 for each that they write, both about 720 MB.
 */
export const browserLimits: RequestLimits = {
  input: 5_000_000,
  output: 20_000_000,
  list: 5_000_000,
  urls: 50_000,
  lines: 500_000,
};

/** Most characters of the text after a step in a trace. With the most steps, a trace has 250,000. */
export const maxTracedCharacters = 10_000;

/** Deepest nesting of a step's options, which are read recursively. Tools have lower limits. */
export const maxConfigDepth = 1_000;

/** Characters that a step may write for each MiB of heap that its thread may use. */
const charactersPerMegabyte = 8_000;

/**
 * Returns the longest output of a step on a thread with this much heap, in MiB. engine/README.md says how it was
 * chosen.
 */
export function maxOutputOf(memoryMb: number): number {
  return Math.min(maxOutputCharacters, memoryMb * charactersPerMegabyte);
}

/** Heap that a tool needs by default for a character of its input or output, whichever is longer, in bytes. */
export const usualHeapBytesPerCharacter = 40;

/**
 * Returns the longest input of a tool by its heap need per character, in bytes. With the usual output limit it is never
 * less than the longest input of a request.
 *
 * @param maxOutput - the longest output of a step; see {@link maxOutputOf}.
 */
export function maxTextOf(
  heapBytesPerCharacter: number,
  maxOutput: number,
  { input, output }: RequestLimits = requestLimits,
): number {
  if (heapBytesPerCharacter <= usualHeapBytesPerCharacter) return maxOutput;
  const share = Math.max(usualHeapBytesPerCharacter / heapBytesPerCharacter, input / output);
  return Math.floor(maxOutput * share);
}

/** Processor time that a step may take on a pool thread, in milliseconds, unless the tool sets another limit. */
export const stepTimeMs = 5_000;

/** Processor time of a step that uses a user's pattern, in milliseconds. */
export const patternTimeMs = 1_000;

/** If nothing watches a step's processor time, its wall-clock time may be this many times its limit. */
export const wallClockFactor = 4;

/** Deepest nesting of arrays and objects in JSON, and of elements in XML. */
export const maxJsonDepth = 500;
export const maxXmlDepth = 500;

/** Deepest nesting of elements in HTML: parsers search open elements linearly. */
export const maxHtmlDepth = 512;

/** Deepest nesting of collections in YAML. */
export const maxYamlDepth = 100;

/** Most cells of a table. */
export const maxTableCells = 2_000_000;
