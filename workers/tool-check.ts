import { Worker } from 'node:worker_threads';
import { entryFile } from '#engine/core/program-folder.js';
import { ToolFileError } from '#engine/own-tools/invalid-tool.js';
import { readToolFolder, type ToolFolder } from '#engine/own-tools/tool-folder.js';
import type { OwnToolFacts, ToolSet } from '#engine/own-tools/tool-set.js';
import { processorTimeMs, threadMemory } from './watch.js';

/** What the thread of a check gets. */
export interface CheckData {
  readonly folder: ToolFolder;
  /** See `ToolChecks`. */
  readonly laws: boolean;
}

/** What the thread of a check sends. */
export type CheckMessage =
  | { readonly kind: 'file'; readonly file: string; readonly threadId: number }
  | { readonly kind: 'checked'; readonly tools: readonly OwnToolFacts[] }
  | { readonly kind: 'refused'; readonly file: string; readonly reason: string; readonly line: number | undefined };

/**
 * How long a file may take to be loaded and to run its examples, in milliseconds: processor time, where the system tells it,
 * and time by the clock for a module that waits. The laws take more.
 */
const limits = { processorMs: 5_000, clockMs: 30_000 };
const limitsOfLaws = { processorMs: 60_000, clockMs: 600_000 };
/** How often the memory of the thread is checked, in milliseconds. */
const pollMs = 25;

const threadFile = entryFile('workers/tool-check-thread');

/**
 * Reads and checks the tools of a folder. Modules are loaded, and examples are run, on a thread that is ended if a file
 * takes too long or too much memory.
 *
 * @param memoryMb - that the thread may use, in MiB.
 * @param laws - see `ToolChecks`.
 * @throws {ToolFileError} for the first file that is invalid.
 */
export async function checkedToolSet(directory: string, memoryMb: number, laws = false): Promise<ToolSet> {
  const folder = readToolFolder(directory);
  const worker = new Worker(threadFile, {
    workerData: { folder, laws } satisfies CheckData,
    // As for the threads of the pool: what is above it is found by the watch.
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryMb * 1.5) },
    // What a module writes is not for the reader of a command's output.
    stdout: true,
  });
  worker.stdout.resume();
  const { processorMs, clockMs } = laws ? limitsOfLaws : limits;
  /** What is checked, since when, and how much processor time the thread had used then. */
  let current = { file: directory, threadId: 0, since: performance.now(), usedMs: 0 };
  let poll: NodeJS.Timeout | undefined;
  try {
    const tools = await new Promise<readonly OwnToolFacts[]>((resolve, reject) => {
      const refuse = (reason: string): void => reject(new ToolFileError(current.file, reason));
      const memoryReason = `needed more than ${memoryMb} MB of memory`;
      poll = setInterval(async () => {
        const usedMs = (processorTimeMs(current.threadId) ?? 0) - current.usedMs;
        if (usedMs > processorMs) refuse(`was not checked within ${processorMs / 1_000} s of processor time`);
        if (performance.now() - current.since > clockMs) refuse(`was not checked within ${clockMs / 1_000} s`);
        const used = await threadMemory.usedHeapBytes(worker);
        if (used !== undefined && used > memoryMb * 1024 * 1024) refuse(memoryReason);
      }, pollMs);
      worker.on('message', (message: CheckMessage) => {
        if (message.kind === 'file') {
          const { file, threadId } = message;
          current = { file, threadId, since: performance.now(), usedMs: processorTimeMs(threadId) ?? 0 };
        } else if (message.kind === 'checked') resolve(message.tools);
        else reject(new ToolFileError(message.file, message.reason, message.line));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryReason : `ended its thread: ${error.message}`),
      );
      worker.on('exit', () => refuse('ended its thread'));
    });
    return { folder, tools };
  } finally {
    clearInterval(poll);
    await worker.terminate();
  }
}
