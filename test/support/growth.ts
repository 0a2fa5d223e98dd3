import assert from 'node:assert/strict';
import { processorMs } from './processor-time.js';
import { isFullForm } from './sample-size.js';

/** The lengths of the texts whose times are compared, in characters. The full form sees growth that begins later. */
const [short, long] = isFullForm ? [25_000, 400_000] : [4_000, 64_000];
/** The long text is 16 times as long: linear work takes about 16 times as long, quadratic work 256 times. */
const mostGrowth = (2.5 * long) / short;
/** How many times the reference work may take for each 64,000 characters: linear work may be dear as well. */
const mostReferences = (150 * long) / 64_000;
/**
 * How many times the reference work takes what reads a text once, about 1.5 ns for each character: that is linear, however
 * much faster a short text is read from the nearest cache.
 */
const readingReferences = long / 64_000 / 100;
/**
 * Each time is the least of some tries: other programs, collected garbage and code that is not compiled yet only add to
 * it.
 */
const tries = 8;

/** Repeats a piece up to a length, in characters. */
export function filled(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
}

/** The least time of the reference so far, in milliseconds. */
let leastReferenceMs = Number.POSITIVE_INFINITY;

/**
 * Asserts that work takes processor time in proportion to the length of its text, and no more than some hundreds of
 * times that of the reference, see {@link assertTakesAtMost}, on a machine of any speed: it compares the time for a
 * text with the time for one that is 16 times as long.
 *
 * @param piece - what the text repeats, or a function that returns a text of about this many characters.
 */
export function assertLinear(piece: string | ((length: number) => string), work: (text: string) => unknown): void {
  const [shortText, longText] = [short, long].map((length) =>
    typeof piece === 'string' ? filled(piece, length) : piece(length),
  ) as [string, string];
  work(shortText);
  // Work of a few microseconds is measured many times together.
  const onceMs = processorMs(() => work(longText));
  const times = Math.ceil(1 / Math.max(0.01, onceMs));
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < tries; i++) {
    // As many characters as in the long text: one of a few microseconds is measured badly, and leaves no garbage behind.
    const allShortMs = processorMs(() => {
      for (let characters = 0; characters < times * long; characters += short) work(shortText);
    });
    shortMs = Math.min(shortMs, (allShortMs * short) / long / times);
    const allLongMs = processorMs(() => {
      for (let time = 0; time < times; time++) work(longText);
    });
    longMs = Math.min(longMs, allLongMs / times);
    if (leastReferenceMs === Number.POSITIVE_INFINITY) measureReference();
    if (longMs <= readingReferences * leastReferenceMs) return;
    if (longMs <= mostGrowth * shortMs && longMs <= mostReferences * leastReferenceMs) return;
    // No noise makes it this much.
    if (i > 1 && longMs > 2 * mostGrowth * shortMs) break;
  }
  assert.fail(
    `${shortMs.toFixed(2)} ms for ${shortText.length} characters, but ${longMs.toFixed(2)} ms for ${longText.length}: ` +
      `${JSON.stringify(shortText.slice(0, 40))}; the reference takes ${leastReferenceMs.toFixed(2)} ms`,
  );
}

/**
 * Asserts that work takes at most so many times the processor time of a fixed piece of work, the reference, in the same
 * process. Use {@link assertLinear} where growth shows the fault: this is for work that was dear at any length.
 *
 * @param most - how many times; the reference takes 4 to 8 ms on a machine of 2024.
 */
export function assertTakesAtMost(most: number, work: () => unknown): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    leastMs = Math.min(leastMs, processorMs(work));
    if (leastReferenceMs === Number.POSITIVE_INFINITY) measureReference();
    if (leastMs <= most * leastReferenceMs) return;
  }
  assert.fail(`took ${(leastMs / leastReferenceMs).toFixed(1)} times as long as the reference, not at most ${most}`);
}

/** Measures work as a tool does it: a pattern, a function for each match, a table and a new text. */
function measureReference(): void {
  const text = 'Some words, 123 numbers; and (more) words. '.repeat(4_000);
  for (let i = 0; i < 5; i++) {
    const ms = processorMs(() => {
      const counts = new Map<string, number>();
      return text.replace(/\w+|\W/g, (part) => {
        const count = (counts.get(part) ?? 0) + 1;
        counts.set(part, count);
        return `${part}${count}`;
      });
    });
    leastReferenceMs = Math.min(leastReferenceMs, ms);
  }
}
