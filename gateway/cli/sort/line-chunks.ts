import { LineCutter } from '#engine/text/lines/line-cutter.js';
import { weightOf } from './sort-budget.js';

/** A part of a text, of whole lines. */
export interface LineChunk {
  readonly text: string;
  /** Whether it is the last part. */
  readonly isLast: boolean;
}

/**
 * Cuts a text that arrives in pieces into chunks of whole lines.
 *
 * @param weight - the approximate weight of a chunk. One line may weigh more.
 */
export async function* lineChunks(pieces: AsyncIterable<string>, weight: number): AsyncGenerator<LineChunk> {
  let chunk: string[] = [];
  let chunkWeight = 0;
  for await (const part of linesOf(pieces, weight)) {
    const partWeight = weightOf(part.lines, part.text.length);
    if (chunkWeight > 0 && chunkWeight + partWeight > weight) {
      yield { text: chunk.join(''), isLast: false };
      chunk = [];
      chunkWeight = 0;
    }
    chunk.push(part.text);
    chunkWeight += partWeight;
  }
  yield { text: chunk.join(''), isLast: true };
}

interface CountedLines {
  readonly text: string;
  readonly lines: number;
}

async function* linesOf(pieces: AsyncIterable<string>, weight: number): AsyncGenerator<CountedLines> {
  const cutter = new LineCutter();
  for await (const piece of pieces) {
    const before = cutter.nextLine;
    const text = cutter.push(piece);
    if (text !== '') yield* partsOf({ text, lines: cutter.nextLine - before }, weight);
  }
  const text = cutter.end();
  if (text !== '') yield { text, lines: 1 };
}

/** Halves lines until no part weighs more than a quarter of a chunk. */
function* partsOf(counted: CountedLines, weight: number): Generator<CountedLines> {
  const { text, lines } = counted;
  const middle = text.indexOf('\n', text.length >>> 1) + 1;
  const isLight = weightOf(lines, text.length) <= weight / 4;
  if (isLight || middle === 0 || middle === text.length) {
    yield counted;
    return;
  }
  const first = countFeeds(text, middle);
  yield* partsOf({ text: text.slice(0, middle), lines: first }, weight);
  yield* partsOf({ text: text.slice(middle), lines: lines - first }, weight);
}

function countFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
