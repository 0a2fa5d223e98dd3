import { type DestinationStream, destination } from 'pino';

/** What a reader that stands still may keep waiting, in characters; further lines are dropped. */
const maxBufferedCharacters = 16 * 1024 * 1024;

/** Lines are handed over at the end of the turn of the event loop, or once there are so many characters of them. */
const batchCharacters = 64 * 1024;

/** How long the process waits at its end for whoever reads the log, in milliseconds. */
const lastLinesMs = 1_000;

/** How long an output that failed is left alone, in milliseconds; lines are dropped meanwhile. */
const retryMs = 1_000;

/**
 * Standard output, a batch of lines at a time: sonic-boom, which writes for pino, looks at all that waits with every
 * line that is added, and that costs more than making the line (1.8 µs beside 0.3).
 *
 * An output that fails (a full disk, a terminal that is gone) costs lines of the log and not the service. It is not
 * asked to write what it has at the end: sonic-boom would try for ever, and the process could not be stopped.
 */
class BatchedOutput implements DestinationStream {
  #output: ReturnType<typeof destination> | undefined;
  #batch = '';
  /** Lines that were lost. */
  dropped = 0;

  /** When to give up what is left, by `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY;

  constructor() {
    // Before sonic-boom asks to be told of the exit: it would wait for a reader for ever.
    process.on('exit', () => this.#end());
    this.#open();
  }

  /** Writes what there is, if somebody reads it soon. */
  #end(): void {
    this.#deadline = performance.now() + lastLinesMs;
    try {
      this.flushSync();
    } catch {
      // Nobody reads.
    }
    this.#output?.destroy();
  }

  write(line: string): void {
    if (this.#batch === '') setImmediate(() => this.#handOver());
    this.#batch += line;
    if (this.#batch.length >= batchCharacters) this.#handOver();
  }

  /** Waits until everything is out; pino asks for it before the end. */
  flushSync(): void {
    this.#handOver();
    this.#output?.flushSync();
  }

  #handOver(): void {
    if (this.#batch === '') return;
    const batch = this.#batch;
    this.#batch = '';
    if (this.#output === undefined) this.#drop(batch);
    else this.#output.write(batch);
  }

  #drop(batch: string): void {
    this.dropped += batch.split('\n').length - 1;
  }

  #open(): void {
    // Not synchronous: whoever reads the log slowly must not hold up requests.
    const output = destination({
      dest: 1,
      sync: false,
      maxLength: maxBufferedCharacters,
      retryEAGAIN: () => performance.now() < this.#deadline,
    });
    this.#output = output;
    output.on('drop', (batch: string) => this.#drop(batch));
    output.on('error', () => {
      if (this.#output !== output) return;
      this.#output = undefined;
      output.destroy();
      setTimeout(() => this.#open(), retryMs).unref();
    });
  }
}

let shared: BatchedOutput | undefined;

/** One for the process, however many logs there are. */
export function standardOutput(): DestinationStream {
  shared ??= new BatchedOutput();
  return shared;
}

/**
 * Lines of this process that nobody read in time, or that could not be written; without those that were on their way
 * when the output failed.
 */
export function droppedLogLines(): number {
  return shared?.dropped ?? 0;
}
