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
export const maxOutputCharacters = 10_000_000;

/** Characters for which a thread has to have a megabyte of heap: tools hold a text in pieces, several times over. */
const charactersPerMegabyte = 20_000;

/**
 * What a step may write on a thread with so much heap, in MiB. A thread that runs out of memory ends alone only if it
 * does so in small pieces: one large piece that does not fit ends the process.
 */
export function maxOutputOf(memoryMb: number): number {
  return Math.min(maxOutputCharacters, memoryMb * charactersPerMegabyte);
}

/** How long a step of a heavy tool may take on a pool thread, unless the tool sets another limit. */
export const stepTimeMs = 5_000;

/** How long a step may take that searches with a pattern the user wrote. */
export const patternTimeMs = 1_000;

/** How deep arrays and objects of JSON, and elements of XML, may be nested. */
export const maxJsonDepth = 500;
export const maxXmlDepth = 500;

/** How deep elements of HTML may be nested: open elements are searched linearly by those who balance them. */
export const maxHtmlDepth = 512;

/** How deep collections of YAML may be nested. */
export const maxYamlDepth = 100;

/** The most cells that a table may have. */
export const maxTableCells = 2_000_000;
