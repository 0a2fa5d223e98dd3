/**
 * The bounds of what a request asks, all in one place, most of them those of `POST /v1/run`. Lengths are in UTF-16 code
 * units.
 *
 * What the runner checks by itself: input, steps, output after each step, the time of heavy steps. What only a tool can
 * know while it works (nesting, cells, an output that grows) it checks against these.
 */

export const maxInputCharacters = 500_000;
export const maxSteps = 25;

/** What one request of the two list operations may hold. */
export const maxUrls = 500;
export const maxLines = 5_000;
export const maxListCharacters = 1_000_000;

/** How deep the options of a step may be nested: what reads them may be recursive. Tools have lower limits. */
export const maxConfigDepth = 1_000;

/** What any step may write. */
export const maxOutputCharacters = 4_000_000;

/** Characters that a step may write for each MiB of heap that its thread may use. */
const charactersPerMegabyte = 8_000;

/** What a step may write on a thread with this much heap, in MiB. engine/README.md says how it was chosen. */
export function maxOutputOf(memoryMb: number): number {
  return Math.min(maxOutputCharacters, memoryMb * charactersPerMegabyte);
}

/**
 * Heap that a tool may need for a character of its text, in bytes, without saying so: the text that it reads or the one
 * that it writes, whichever is longer.
 */
export const usualHeapBytesPerCharacter = 40;

/**
 * The longest text that a step may read with a tool that needs so much heap for a character, in bytes. Never less than the input of a request may have where a step may write as much as usual.
 *
 * @param maxOutput - what any step may write there; see {@link maxOutputOf}.
 */
export function maxTextOf(heapBytesPerCharacter: number, maxOutput: number): number {
  if (heapBytesPerCharacter <= usualHeapBytesPerCharacter) return maxOutput;
  const share = Math.max(usualHeapBytesPerCharacter / heapBytesPerCharacter, maxInputCharacters / maxOutputCharacters);
  return Math.floor(maxOutput * share);
}

/** Processor time that a step may take on a pool thread, in milliseconds, unless the tool sets another limit. */
export const stepTimeMs = 5_000;

/** Processor time that a step may take that searches with a pattern the user wrote, in milliseconds. */
export const patternTimeMs = 1_000;

/** If nothing watches a step's processor time, its wall-clock time may be this many times its limit. */
export const wallClockFactor = 4;

/** How deep arrays and objects of JSON, and elements of XML, may be nested. */
export const maxJsonDepth = 500;
export const maxXmlDepth = 500;

/** How deep elements of HTML may be nested: open elements are searched linearly by those who balance them. */
export const maxHtmlDepth = 512;

/** How deep collections of YAML may be nested. */
export const maxYamlDepth = 100;

/** The most cells that a table may have. */
export const maxTableCells = 2_000_000;
