import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { SharedChannel, type WakeSignal } from './channel.js';
import type { PostedMessage, PostedTask, ThreadJob, ThreadResult, ThreadTask } from './protocol.js';

export interface OneThreadOptions {
  /** The module that the thread runs, with its data. */
  readonly file: string;
  readonly workerData: unknown;
  /** Old-generation heap limit of V8, in MiB. */
  readonly heapLimitMb: number;
  /** Shared by all threads of a pool. */
  readonly wakeSignal: WakeSignal;
  /** Called when some thread of the pool has completed its jobs: {@link OneThread.poll} at each. */
  readonly onWake: () => void;
  /** Called when the thread died by itself. Its task fails next. */
  readonly onDeath: () => void;
}

/** How a batch ended. */
export interface BatchEnd {
  /** To its first jobs. A thread that has taken long leaves out the last ones; one that died before, all. */
  readonly results: readonly ThreadResult[];
  /** Why the thread has died; undefined while it lives. */
  readonly death: { readonly error: unknown } | undefined;
}

/** What the thread has been sent and has not completed. */
interface Sent {
  /** None if the thread collects garbage. */
  readonly jobs: readonly ThreadJob[];
  readonly isTakenBack: (index: number) => boolean;
  readonly ended: (end: BatchEnd) => void;
}

/**
 * A Piscina of exactly one thread, which ends with the thread.
 *
 * A Piscina of several threads never replaces one that dies while starting, and queues abortable tasks without a limit
 * (5.3.2, `workerFailsDuringBootstrap` and `skipQueue`). It also replaces a dead thread with one that was not probed.
 *
 * The thread has one task that lasts as long as it: to serve jobs from a {@link SharedChannel}.
 */
export class OneThread {
  readonly #piscina: Piscina;
  readonly #options: OneThreadOptions;
  readonly #channel = new SharedChannel();
  readonly #port: MessagePort;
  readonly #threadPort: MessagePort;
  /** Replies that did not come through the channel, and are not asked for yet. */
  readonly #posted: ThreadResult[] = [];
  #sent: Sent | undefined;
  /** Resolves when the thread has ended; undefined while it lives. */
  #gone: Promise<void> | undefined;

  constructor(options: OneThreadOptions) {
    this.#options = options;
    const { file, workerData, heapLimitMb, onDeath } = options;
    this.#piscina = new Piscina({
      filename: file,
      workerData,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      maxQueue: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
      recordTiming: false,
    });
    // The error of a thread without a task; without a listener, the event would be thrown.
    this.#piscina.on('error', () => {});
    // Called before Piscina counts its threads: one that is being destroyed starts none.
    this.#piscina.on('workerDestroy', () => {
      if (this.#gone !== undefined) return;
      this.#gone = Promise.resolve();
      void this.#destroy();
      onDeath();
    });
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#threadPort = port2;
    this.#port.on('message', (message: PostedMessage) => this.#receive(message));
  }

  /** The thread itself; undefined if it has ended. */
  get worker(): Worker | undefined {
    return this.#piscina.threads[0];
  }

  /** Resolves when the thread is ready to serve. Rejects if it ends before. */
  async start(): Promise<void> {
    await this.#run({ kind: 'load' });
    const { wakeSignal } = this.#options;
    const port = this.#threadPort;
    const task: ThreadTask = { kind: 'serve', channel: this.#channel.memory, wakeSignal: wakeSignal.memory, port };
    this.#run(task, [port]).catch((error: unknown) => {
      const sent = this.#sent;
      const results = this.#takeResults() ?? [];
      this.#sent = undefined;
      sent?.ended({ results, death: { error } });
    });
  }

  /**
   * Runs jobs one after the other.
   *
   * @param jobs - small ones, which are copied, or a single large one, whose memory is transferred.
   * @param isTakenBack - asked at the end, by index: the memory of a job that was taken back is left alone, because
   *   another thread may have it.
   * @param ended - called once. Not a promise: several for each batch were a tenth of what it costs the event loop.
   */
  run(jobs: readonly ThreadJob[], isTakenBack: (index: number) => boolean, ended: (end: BatchEnd) => void): void {
    this.#begin({ jobs, isTakenBack, ended });
    if (SharedChannel.fits(jobs)) this.#channel.send(jobs);
    else this.#post(jobs);
  }

  /** Collects the garbage of the thread. Rejects if it ends before. */
  async collect(): Promise<void> {
    const { death } = await new Promise<BatchEnd>((ended) => {
      this.#begin({ jobs: [], isTakenBack: () => false, ended });
      this.#postTask({ kind: 'collect' });
    });
    if (death !== undefined) throw death.error;
  }

  #begin(sent: Sent): void {
    if (this.#sent !== undefined) throw new Error('A thread that is busy was sent a job');
    this.#sent = sent;
  }

  #post(jobs: readonly ThreadJob[]): void {
    const [job] = jobs;
    if (job === undefined || jobs.length > 1) throw new Error(`${jobs.length} large jobs were sent together`);
    const { operation, body } = job;
    const { memory } = body;
    this.#postTask({ kind: 'job', job: { operation, body } }, [memory.buffer]);
    if (memory.byteLength !== 0) throw new Error('A body was cloned instead of transferred');
  }

  #postTask(task: PostedTask, transferList: ArrayBuffer[] = []): void {
    this.#port.postMessage(task, transferList);
    this.#channel.sendPosted();
  }

  #receive(message: PostedMessage): void {
    if (message === 'wake') this.#options.onWake();
    else {
      this.#posted.push(message);
      this.poll();
    }
  }

  /** Ends the batch if all its results are here, and the thread lives: otherwise its task fails, and ends the batch. */
  poll(): void {
    const sent = this.#sent;
    const results = this.#gone === undefined ? this.#takeResults() : undefined;
    if (results !== undefined) sent?.ended({ results, death: undefined });
  }

  /** Returns the results of what was sent; undefined until all are here. */
  #takeResults(): readonly ThreadResult[] | undefined {
    const sent = this.#sent;
    if (sent === undefined || !this.#channel.isCompleted || !this.#hasPosted(this.#channel.posted)) return undefined;
    this.#sent = undefined;
    const results: ThreadResult[] = [];
    for (let index = 0; index < this.#channel.results; index++) results.push(this.#result(index, sent));
    return results;
  }

  /** Whether so many results were posted. One may be on its way when another thread wakes the event loop. */
  #hasPosted(count: number): boolean {
    while (this.#posted.length < count) {
      const received = receiveMessageOnPort(this.#port) as { message: PostedMessage } | undefined;
      if (received === undefined) return false;
      if (received.message !== 'wake') this.#posted.push(received.message);
    }
    return true;
  }

  #result(index: number, { jobs, isTakenBack }: Sent): ThreadResult {
    const memory = jobs[index]?.body.memory;
    const status = this.#channel.status(index);
    if (memory !== undefined && status !== undefined) {
      const length = isTakenBack(index) ? 0 : this.#channel.copyResult(index, memory);
      return { status, body: { memory, length }, spare: undefined, runMs: this.#channel.runMs(index) };
    }
    const posted = this.#posted.shift();
    if (posted === undefined) throw new Error('A thread posted no result');
    return memory?.byteLength ? { ...posted, spare: memory } : posted;
  }

  #run(task: ThreadTask, transferList: MessagePort[] = []): Promise<unknown> {
    return this.#piscina.run(task, { transferList });
  }

  /**
   * Ends the thread; its task fails. Idempotent, because Piscina would take a second call for a death, and replace the
   * thread.
   *
   * @returns a promise that resolves when the thread has ended: native code that cannot be interrupted may block it for
   *   seconds.
   */
  end(): Promise<void> {
    if (this.#gone === undefined) {
      // In a separate turn: `destroy` emits the end before it returns.
      this.#gone = Promise.resolve().then(() => this.#destroy());
    }
    return this.#gone;
  }

  async #destroy(): Promise<void> {
    this.#port.close();
    // The task's promise reports its error.
    await this.#piscina.destroy().catch(() => {});
  }
}
