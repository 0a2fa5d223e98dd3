import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program.js';
import type { HeapOrder, ToolHeap } from './tool-heap.js';

const program = fileURLToPath(new URL('./tool-heap-process.ts', import.meta.url));
const fromCompiled = new URL('./from-compiled.mjs', import.meta.url).href;
/**
 * V8 collects garbage whenever the heap has grown by a tenth, so that the heap shows what is alive; without
 * `--optimize-for-size`, not before it has grown by 8 MiB. It marks all at once: beside the program, what becomes garbage
 * meanwhile counts as alive, and on a busy machine that is much.
 */
const flags = [
  ...['--expose-gc', '--heap-growing-percent=10', '--optimize-for-size', '--max-semi-space-size=1'],
  ...['--no-incremental-marking', '--import', fromCompiled],
];

/** A process, and what it wrote to standard error. */
interface Measuring {
  readonly child: ChildProcess;
  readonly errors: string[];
}

/**
 * Measures tools in processes that are kept: to start one takes 1.4 s of processor time. A process that ends fails one
 * measurement, and the next one starts another.
 */
export class HeapMeter {
  readonly #memoryMb: number;
  readonly #idle: Measuring[] = [];

  /** @param memoryMb - what jobs may use in the measuring thread. */
  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb;
  }

  /** @throws {Error} if the tool ends the thread or the process. */
  async measure(order: HeapOrder): Promise<ToolHeap> {
    const measuring = this.#idle.pop() ?? this.#start();
    const { child, errors } = measuring;
    child.send(order);
    const heap = await new Promise<ToolHeap>((resolve, reject) => {
      const onMessage = (found: ToolHeap) => {
        child.off('exit', onExit);
        resolve(found);
      };
      const onExit = (status: number | null, signal: string | null) =>
        reject(
          new Error(`${order.file.slug} ended the process (${signal ?? status}): ${errors.join('').slice(0, 1_000)}`),
        );
      child.once('message', onMessage).once('exit', onExit);
    });
    this.#idle.push(measuring);
    return heap;
  }

  async close(): Promise<void> {
    const ends = this.#idle.splice(0).map(async ({ child }) => {
      const end = once(child, 'exit');
      child.disconnect();
      await end;
    });
    await Promise.all(ends);
  }

  #start(): Measuring {
    const child = fork(program, [String(this.#memoryMb)], {
      execArgv: flags,
      env: programEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const errors: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    return { child, errors };
  }
}
