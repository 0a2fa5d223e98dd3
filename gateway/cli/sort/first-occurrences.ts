import { DeferredLines, dropped } from './deferred-lines.js';
import { bytesOf, textOf } from './line-job.js';
import { LineSet } from './line-set.js';
import { lineFeed } from './stored-lines.js';
import type { TemporaryFiles } from './temporary-files.js';

export interface Distinction {
  /** Whether lines are equal if their lower-case forms are. */
  readonly ignoreCase: boolean;
  /** Memory for the set of lines, in bytes. */
  readonly memory: number;
  readonly files: TemporaryFiles;
}

/**
 * Drops all but the first of equal lines, whatever their number, and keeps the order.
 *
 * While there is room, lines are added to a set. When it is full, unknown lines are deferred: written to files by hash,
 * so that equal lines are in the same file. Each file is then processed like a separate text. Every such text is
 * shorter than the one before by at least one line, so this ends for all hashes.
 *
 * @param chunks - whole lines in UTF-8, with a line feed after each.
 * @returns the same.
 */
export function firstOccurrences(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  distinction: Distinction,
): AsyncGenerator<Buffer> {
  return keepFirst(chunks, distinction, false);
}

/** @param marks - whether {@link dropped} replaces each dropped line. */
async function* keepFirst(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  distinction: Distinction,
  marks: boolean,
): AsyncGenerator<Buffer> {
  const { ignoreCase, memory, files } = distinction;
  let deferred: DeferredLines | undefined;
  {
    const seen = new LineSet(memory);
    for await (const chunk of chunks) {
      const keys = ignoreCase ? bytesOf(textOf(chunk).toLowerCase()) : chunk;
      // A mark is longer than an empty line.
      const kept = Buffer.allocUnsafeSlow(marks ? dropped.length * chunk.length : chunk.length);
      let length = 0;
      for (let at = 0, key = 0; at < chunk.length; ) {
        const end = chunk.indexOf(lineFeed, at) + 1;
        const keyEnd = keys === chunk ? end : keys.indexOf(lineFeed, key) + 1;
        const hash = seen.hash(keys, key);
        const isKnown = seen.add(hash, keys, key, keyEnd);
        if (isKnown === false) length += chunk.copy(kept, length, at, end);
        else if (isKnown === undefined) {
          deferred ??= new DeferredLines(files, memory);
          deferred.add(hash, chunk.subarray(at, end));
        } else if (marks) {
          if (deferred === undefined) length += dropped.copy(kept, length);
          else deferred.addDropped();
        }
        at = end;
        key = keyEnd;
      }
      if (length > 0) yield kept.subarray(0, length);
    }
  }
  if (deferred !== undefined) yield* deferred.resolve((lines) => keepFirst(lines, distinction, true), marks);
}
