import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { copyBytes } from '#engine/core/copy-bytes.js';
import type { EngineResult } from '#engine/execute.js';
import { type AcceptedCodings, type ContentCoding, type JobCodings, noCodings } from './content-coding.js';
import type { OwnedBytes } from './owned-bytes.js';
import {
  maxJobs,
  type OperatorData,
  type PostedMessage,
  type PostedTask,
  type PostedUpdate,
  type ThreadJob,
  type ThreadOperation,
  type ThreadResult,
  type ThreadTask,
} from './protocol.js';

/** Most bytes of a body or a result. Longer ones cross as messages, which cost less than their copies. */
export const maxBufferBytes = 131_072;

/** The fields of a channel, in 32-bit words. */
const words = { sent: 0, asleep: 1, completed: 2, jobs: 3, results: 4, posted: 5, updates: 6 } as const;
const firstJobWord = 8;
/** The fields of a job and its result. */
const jobWords = {
  operation: 0,
  offset: 1,
  length: 2,
  capacity: 3,
  status: 4,
  resultLength: 5,
  charactersIn: 6,
  charactersOut: 7,
  codings: 8,
  resultCoding: 9,
} as const;
const wordsOfJob = 10;
const wordBytes = 4 * (firstJobWord + maxJobs * wordsOfJob);
const timeBytes = 8 * maxJobs;

const operationCodes: Readonly<Record<ThreadOperation, number>> = {
  run: 0,
  sanitize: 1,
  'sort-dedupe': 2,
  'run-page': 3,
  'sanitize-page': 4,
  'sort-dedupe-page': 5,
  'as-is': 6,
};
const operations = Object.keys(operationCodes) as ThreadOperation[];

const codingCodes: Readonly<Record<ContentCoding | '', number>> = { '': 0, gzip: 1, br: 2, zstd: 3 };
const codings = Object.keys(codingCodes) as (ContentCoding | '')[];
const codingBits = 2;
const codingMask = 3;

/** The status of a result that is not in the channel, but was posted. */
const postedStatus = 0;

type CountedCharacters = Pick<EngineResult, 'charactersIn' | 'charactersOut'>;

/** A job in a channel, as its thread sees it. */
export interface ReceivedJob {
  readonly operation: ThreadOperation;
  readonly codings: JobCodings;
  readonly body: Uint8Array;
  /** Starts with the body, and is overwritten by the result if it has room for it. */
  readonly outputBuffer: Uint8Array;
}

/** What a thread writes beside the bytes of a result. */
export interface WrittenResult extends CountedCharacters {
  readonly status: number;
  /** Bytes. */
  readonly length: number;
  readonly coding: ContentCoding | '';
  /** Milliseconds. */
  readonly runMs: number;
}

/**
 * Memory shared by the event loop and one thread, through which small jobs go to the thread, and results come back.
 *
 * A message costs either side some 15 µs: it is serialised, and ArrayBuffers change their owner. Here the event loop
 * writes into memory, and wakes the thread only if it sleeps. The two take turns: the event loop sends when all jobs are
 * completed, and the thread completes those that were sent. So each field has one writer at a time; those that pass the
 * turn are atomic.
 */
export class SharedChannel {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #times: Float64Array;
  readonly #bytes: Uint8Array;
  /** Of the event loop: how often it has sent. Of the thread: what it has received of that. */
  #sequence = 0;

  /** @param memory - of another channel, to share it. */
  constructor(memory = new SharedArrayBuffer(wordBytes + timeBytes + maxJobs * maxBufferBytes)) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, wordBytes / 4);
    this.#times = new Float64Array(memory, wordBytes, maxJobs);
    this.#bytes = new Uint8Array(memory, wordBytes + timeBytes);
  }

  /** Event loop: whether the jobs fit. Any {@link maxJobs} do whose bodies are not longer than {@link maxBufferBytes}. */
  static fits(jobs: readonly ThreadJob[]): boolean {
    return jobs.length <= maxJobs && jobs.every(({ body }) => body.length <= maxBufferBytes);
  }

  /** Event loop: copies jobs to the thread. */
  send(jobs: readonly ThreadJob[]): void {
    let offset = 0;
    let at = firstJobWord;
    for (const { operation, body, codings } of jobs) {
      const capacity = capacityOf(body);
      this.#words[at + jobWords.operation] = operationCodes[operation];
      this.#words[at + jobWords.offset] = offset;
      this.#words[at + jobWords.length] = body.length;
      this.#words[at + jobWords.capacity] = capacity;
      this.#words[at + jobWords.codings] = wordOfCodings(codings);
      copyBytes(body.memory, this.#bytes, { to: offset, from: 0, length: body.length });
      offset += capacity;
      at += wordsOfJob;
    }
    this.#send(jobs.length);
  }

  /** Event loop: notifies the thread that a message was posted. */
  sendPosted(): void {
    this.#send(0);
  }

  #send(jobs: number): void {
    this.#words[words.jobs] = jobs;
    // The words wrap around.
    this.#sequence = (Atomics.add(this.#words, words.sent, 1) + 1) | 0;
    // A thread that is about to sleep compares the number once more.
    if (Atomics.load(this.#words, words.asleep) === 1) Atomics.notify(this.#words, words.sent);
  }

  /** Event loop: notifies the thread of an update. Does not take part in the turns, and does not wake it. */
  announceUpdate(): void {
    Atomics.add(this.#words, words.updates, 1);
  }

  /** Thread: how many updates were posted, modulo 2³². */
  get updatesPosted(): number {
    return Atomics.load(this.#words, words.updates);
  }

  /** Event loop: whether the thread has completed what was sent. */
  get isCompleted(): boolean {
    return Atomics.load(this.#words, words.completed) === this.#sequence;
  }

  /** Event loop: the number of jobs with a result, the first ones of those that were sent. */
  get results(): number {
    return this.#words[words.results] ?? 0;
  }

  /** Event loop: how many of the results were posted. */
  get posted(): number {
    return this.#words[words.posted] ?? 0;
  }

  /** Event loop: the status of a result; undefined if it was posted. */
  status(index: number): number | undefined {
    const status = this.#words[firstJobWord + index * wordsOfJob + jobWords.status];
    return status === postedStatus ? undefined : status;
  }

  /** Event loop: the characters of a job and of its result, see `EngineResult`. */
  characters(index: number): CountedCharacters {
    const at = firstJobWord + index * wordsOfJob;
    return {
      charactersIn: this.#words[at + jobWords.charactersIn] ?? 0,
      charactersOut: this.#words[at + jobWords.charactersOut] ?? 0,
    };
  }

  /** Event loop: the coding of a result that was not posted. */
  coding(index: number): ContentCoding | '' {
    return codingOf(this.#words[firstJobWord + index * wordsOfJob + jobWords.resultCoding]);
  }

  /** Event loop: the thread's time for a job, in milliseconds. */
  runMs(index: number): number {
    return this.#times[index] ?? 0;
  }

  /** Event loop: copies the body of a result. @param memory - that of the request's body. @returns its length. */
  copyResult(index: number, memory: Uint8Array): number {
    const at = firstJobWord + index * wordsOfJob;
    const from = this.#words[at + jobWords.offset] ?? 0;
    const length = this.#words[at + jobWords.resultLength] ?? 0;
    copyBytes(this.#bytes, memory, { to: 0, from, length });
    return length;
  }

  /** Thread: whether {@link receive} would sleep. */
  get isEmpty(): boolean {
    return Atomics.load(this.#words, words.sent) === this.#sequence;
  }

  /** Thread: sleeps until something is sent. @returns the number of jobs; 0 for a posted message. */
  receive(): number {
    while (this.isEmpty) {
      Atomics.store(this.#words, words.asleep, 1);
      Atomics.wait(this.#words, words.sent, this.#sequence);
      Atomics.store(this.#words, words.asleep, 0);
    }
    this.#sequence = Atomics.load(this.#words, words.sent);
    return this.#words[words.jobs] ?? 0;
  }

  /** Thread: a received job. */
  job(index: number): ReceivedJob {
    const at = firstJobWord + index * wordsOfJob;
    const offset = this.#words[at + jobWords.offset] ?? 0;
    const outputBuffer = this.#bytes.subarray(offset, offset + (this.#words[at + jobWords.capacity] ?? 0));
    const operation = operations[this.#words[at + jobWords.operation] ?? 0] ?? 'run';
    const body = outputBuffer.subarray(0, this.#words[at + jobWords.length] ?? 0);
    return { operation, codings: codingsOfWord(this.#words[at + jobWords.codings] ?? 0), body, outputBuffer };
  }

  /** Thread: writes the result of a job. @param length - of the body, at the start of the job's output buffer. */
  write(index: number, result: WrittenResult): void {
    const at = firstJobWord + index * wordsOfJob;
    this.#words[at + jobWords.status] = result.status;
    this.#words[at + jobWords.resultLength] = result.length;
    this.#words[at + jobWords.charactersIn] = result.charactersIn;
    this.#words[at + jobWords.charactersOut] = result.charactersOut;
    this.#words[at + jobWords.resultCoding] = codingCodes[result.coding];
    this.#times[index] = result.runMs;
  }

  /** Thread: the result of a job will be posted. */
  writePosted(index: number, runMs: number): void {
    this.write(index, { status: postedStatus, length: 0, coding: '', charactersIn: 0, charactersOut: 0, runMs });
  }

  /**
   * Thread: passes the turn to the event loop. Posted results follow; without any, the thread raises the wake signal.
   */
  complete(results: number, posted: number): void {
    this.#words[words.results] = results;
    this.#words[words.posted] = posted;
    Atomics.store(this.#words, words.completed, this.#sequence);
  }
}

function wordOfCodings({ body, result: { short, long } }: JobCodings): number {
  return codingCodes[body] | (codingCodes[short] << codingBits) | (codingCodes[long] << (2 * codingBits));
}

function codingsOfWord(word: number): JobCodings {
  if (word === 0) return noCodings;
  const result: AcceptedCodings = { short: codingOf(word >> codingBits), long: codingOf(word >> (2 * codingBits)) };
  return { body: codingOf(word), result };
}

function codingOf(code = 0): ContentCoding | '' {
  return codings[code & codingMask] ?? '';
}

function capacityOf({ memory, length }: OwnedBytes): number {
  return Math.max(length, Math.min(memory.byteLength, maxBufferBytes));
}

/**
 * Notifies the event loop that some thread has completed its jobs. All threads of a pool share it: until the event loop
 * clears it, no further message is needed.
 */
export class WakeSignal {
  readonly memory: SharedArrayBuffer;
  readonly #word: Int32Array;

  /** @param memory - of another wake signal, to share it. */
  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#word = new Int32Array(memory);
  }

  /** Thread. @returns whether the event loop needs a message. */
  raise(): boolean {
    return Atomics.exchange(this.#word, 0, 1) === 0;
  }

  /** Event loop: called before it polls the channels, so that it misses no result. */
  clear(): void {
    Atomics.store(this.#word, 0, 0);
  }
}

export interface ConnectionOptions {
  /** Shared by all threads of a pool. */
  readonly wakeSignal: WakeSignal;
  /** Called when some thread of the pool has completed its jobs: {@link ThreadConnection.takeResults} of each. */
  readonly onWake: () => void;
  /** Called when a result has come as a message. */
  readonly onPosted: () => void;
}

/** Jobs that were sent to a thread. */
export interface SentJobs {
  readonly jobs: readonly ThreadJob[];
  /** Whether a job was taken back, by its index: its memory is left alone, because another thread may have it. */
  readonly isTakenBack: (index: number) => boolean;
}

/**
 * The event loop's end of the connection to one thread: a {@link SharedChannel}, and a port for messages that do not go
 * through it. After something was sent, take its results before you send again.
 */
export class ThreadConnection {
  readonly #channel = new SharedChannel();
  readonly #wakeSignal: WakeSignal;
  readonly #port: MessagePort;
  readonly #threadPort: MessagePort;
  /** Results that came as messages, and are not taken yet. */
  readonly #posted: ThreadResult[] = [];

  constructor({ wakeSignal, onWake, onPosted }: ConnectionOptions) {
    this.#wakeSignal = wakeSignal;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#threadPort = port2;
    this.#port.on('message', (message: PostedMessage) => {
      if (message === 'wake') return onWake();
      this.#posted.push(message);
      onPosted();
    });
  }

  /** The task that makes the thread serve this connection, with what must be transferred to it. */
  get serveTask(): { readonly task: ThreadTask; readonly transferList: MessagePort[] } {
    const [channel, wakeSignal, port] = [this.#channel.memory, this.#wakeSignal.memory, this.#threadPort];
    return { task: { kind: 'serve', channel, wakeSignal, port }, transferList: [port] };
  }

  /** Sends jobs: small ones, which are copied, or a single large one, whose memory is transferred. */
  send(jobs: readonly ThreadJob[]): void {
    if (SharedChannel.fits(jobs)) {
      this.#channel.send(jobs);
      return;
    }
    const [job] = jobs;
    if (job === undefined || jobs.length > 1) throw new Error(`${jobs.length} large jobs were sent together`);
    const { operation, body, codings } = job;
    const { memory } = body;
    this.#postTask({ kind: 'job', job: { operation, body, codings } }, [memory.buffer]);
    if (memory.byteLength !== 0) throw new Error('A body was cloned instead of transferred');
  }

  /** Makes the thread use other data of the operator, from its next task on. It may be working or still starting. */
  sendUpdate(data: OperatorData): void {
    this.#port.postMessage({ kind: 'update', data } satisfies PostedUpdate);
    this.#channel.announceUpdate();
  }

  /** Makes the thread collect its garbage, see {@link hasCollected}. */
  sendCollect(): void {
    this.#postTask({ kind: 'collect' });
  }

  #postTask(task: PostedTask, transferList: ArrayBuffer[] = []): void {
    this.#port.postMessage(task, transferList);
    this.#channel.sendPosted();
  }

  /**
   * Takes the results of the first jobs that were sent; a thread that has taken long leaves out the last ones.
   *
   * @returns undefined until the thread has completed what was sent.
   */
  takeResults(sent: SentJobs): ThreadResult[] | undefined {
    if (!this.#channel.isCompleted || !this.#hasPosted(this.#channel.posted)) return undefined;
    const results: ThreadResult[] = [];
    for (let index = 0; index < this.#channel.results; index++) results.push(this.#result(index, sent));
    return results;
  }

  /** Whether the thread has collected its garbage, after {@link sendCollect}. */
  get hasCollected(): boolean {
    return this.#channel.isCompleted;
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

  #result(index: number, { jobs, isTakenBack }: SentJobs): ThreadResult {
    const memory = jobs[index]?.body.memory;
    const status = this.#channel.status(index);
    if (memory !== undefined && status !== undefined) {
      const length = isTakenBack(index) ? 0 : this.#channel.copyResult(index, memory);
      const coding = this.#channel.coding(index);
      const runMs = this.#channel.runMs(index);
      return { status, body: { memory, length }, coding, ...this.#channel.characters(index), spare: undefined, runMs };
    }
    const posted = this.#posted.shift();
    if (posted === undefined) throw new Error('A thread posted no result');
    return memory?.byteLength ? { ...posted, spare: memory } : posted;
  }

  /** Messages that come later are dropped. */
  close(): void {
    this.#port.close();
  }
}
