import { Worker } from 'node:worker_threads';
import { entryFile } from '#engine/core/program-folder.js';
import { ToolFileError } from '#engine/own-tools/invalid-tool.js';
import { readToolFolder } from '#engine/own-tools/tool-folder.js';
import type { OwnToolFacts, ToolSet } from '#engine/own-tools/tool-set.js';
import { threadMemory } from './watch.js';

/** What the thread of a check sends. */
export type CheckMessage =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'checked'; readonly tools: readonly OwnToolFacts[] }
  | { readonly kind: 'refused'; readonly file: string; readonly reason: string; readonly line: number | undefined };

/** How long a file may take to be loaded and to run its examples, in milliseconds. A busy machine is much slower. */
const fileMs = 20_000;
/** How often the memory of the thread is checked, in milliseconds. */
const pollMs = 25;

const threadFile = entryFile('workers/tool-check-thread');

/**
 * Reads and checks the tools of a folder. Modules are loaded, and examples are run, on a thread that is ended if a file
 * takes too long or too much memory.
 *
 * @param memoryMb - that the thread may use, in MiB.
 * @throws {ToolFileError} for the first file that is invalid.
 */
export async function checkedToolSet(directory: string, memoryMb: number): Promise<ToolSet> {
  const folder = readToolFolder(directory);
  const worker = new Worker(threadFile, {
    workerData: folder,
    // As for the threads of the pool: what is above it is found by the watch.
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryMb * 1.5) },
    // What a module writes is not for the reader of a command's output.
    stdout: true,
  });
  worker.stdout.resume();
  let file = directory;
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  try {
    const tools = await new Promise<readonly OwnToolFacts[]>((resolve, reject) => {
      const refuse = (reason: string, line?: number): void => reject(new ToolFileError(file, reason, line));
      const memoryReason = `needed more than ${memoryMb} MB of memory`;
      const begin = (): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => refuse(`took longer than ${fileMs / 1_000} s to load and to run its examples`),
          fileMs,
        );
      };
      begin();
      poll = setInterval(async () => {
        const used = await threadMemory.usedHeapBytes(worker);
        if (used !== undefined && used > memoryMb * 1024 * 1024) refuse(memoryReason);
      }, pollMs);
      worker.on('message', (message: CheckMessage) => {
        if (message.kind === 'file') {
          file = message.file;
          begin();
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
    clearTimeout(timer);
    clearInterval(poll);
    await worker.terminate();
  }
}
