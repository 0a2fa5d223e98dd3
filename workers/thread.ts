import { constants, setPriority } from 'node:os';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { copyBytes } from '#engine/core/copy-bytes.js';
import { collectGarbage } from '#engine/core/garbage.js';
import type { StepRunner } from '#engine/core/step-runner.js';
import type { ReplaceableUrlRules, UrlRules } from '#engine/core/url-rules.js';
import type { EngineResult } from '#engine/execute.js';
import type { LazyEngine } from '#engine/lazy-engine.js';
import { SharedChannel, WakeSignal } from './channel.js';
import { type JobCodings, type PackedResult, packFor, type UnpackFailure, unpack } from './content-coding.js';
import { ownBytes, viewOf } from './owned-bytes.js';
import {
  batchMs,
  type OperatorData,
  type PostedMessage,
  type PostedTask,
  type PostedUpdate,
  type ThreadData,
  type ThreadOperation,
  type ThreadResult,
  type ThreadTask,
} from './protocol.js';
import { kernelThreadId, RunningStepRegister } from './watch.js';

/** What runs jobs on this thread. */
interface Jobs {
  readonly engine: LazyEngine;
  readonly register: RunningStepRegister;
  readonly operator: PostedData;
  readonly maxBodyBytes: number;
}

/** Begun here, because the event loop may send the first task late: it loads all tools meanwhile. */
const loaded = load(workerData as ThreadData);
// Whoever waits for the first task is notified.
loaded.catch(() => {});

/** Runs one task on a pool thread. */
export default async function work(task: ThreadTask): Promise<void> {
  const jobs = await loaded;
  if (task.kind === 'serve')
    await serve(jobs, new SharedChannel(task.channel), new WakeSignal(task.wakeSignal), task.port);
}

/** Runs what comes through the channel, until the thread is ended. */
async function serve(jobs: Jobs, channel: SharedChannel, wakeSignal: WakeSignal, port: MessagePort): Promise<never> {
  for (;;) {
    const count = channel.receive();
    if (count > 0) await runReceivedJobs(jobs, channel, port, count);
    else await runPostedTask(jobs, channel, port);
    if (channel.posted === 0 && wakeSignal.raise()) port.postMessage('wake' satisfies PostedMessage);
  }
}

/** The rules and tools of the operator, with those that the event loop has posted since. */
class PostedData implements ReplaceableUrlRules {
  current: UrlRules;
  readonly #toolsOf: () => LazyEngine;
  #digest: string;
  #taken = 0;

  /** @param engine - returns what runs the tools. */
  constructor({ urlRules, toolFolder }: OperatorData, engine: () => LazyEngine) {
    this.current = urlRules;
    this.#digest = toolFolder.digest;
    this.#toolsOf = engine;
  }

  /** Whether there is something to {@link take}. */
  isBehind(channel: SharedChannel): boolean {
    return this.#taken !== channel.updatesPosted;
  }

  /** Takes what was posted. The port has no other messages then: the jobs are in the channel. */
  async take(channel: SharedChannel, port: MessagePort): Promise<void> {
    for (const posted = channel.updatesPosted; this.#taken !== posted; ) {
      const message = received(port);
      if (message.kind !== 'update') throw new Error('A task was posted with jobs in the channel');
      await this.#use(message);
    }
  }

  /** Takes the task that was posted, and the updates before it. */
  async takeTask(port: MessagePort): Promise<PostedTask> {
    for (;;) {
      const message = received(port);
      if (message.kind !== 'update') return message;
      await this.#use(message);
    }
  }

  async #use({ data: { urlRules, toolFolder } }: PostedUpdate): Promise<void> {
    this.current = urlRules;
    this.#taken = (this.#taken + 1) | 0;
    if (toolFolder.digest === this.#digest) return;
    this.#digest = toolFolder.digest;
    await this.#toolsOf().useTools(toolFolder);
  }
}

function received(port: MessagePort): PostedTask | PostedUpdate {
  return (receiveMessageOnPort(port) as { readonly message: PostedTask | PostedUpdate }).message;
}

async function runReceivedJobs(jobs: Jobs, channel: SharedChannel, port: MessagePort, count: number) {
  const { register, operator } = jobs;
  if (operator.isBehind(channel)) await operator.take(channel, port);
  const posted: ThreadResult[] = [];
  const startedAt = performance.now();
  let now = startedAt;
  let done = 0;
  for (; done < count && (done === 0 || now - startedAt < batchMs); done++) {
    register.job = done;
    const { operation, codings, body, outputBuffer } = channel.job(done);
    const result = await runJob(jobs, { operation, codings }, body, outputBuffer);
    const endedAt = performance.now();
    const runMs = endedAt - now;
    now = endedAt;
    const { status, body: bytes, coding, charactersIn, charactersOut } = result;
    if (status === 200 && bytes.byteLength <= outputBuffer.byteLength) {
      if (bytes.buffer !== outputBuffer.buffer)
        copyBytes(bytes, outputBuffer, { from: 0, to: 0, length: bytes.byteLength });
      channel.write(done, { status, length: bytes.byteLength, coding, charactersIn, charactersOut, runMs });
    } else {
      channel.writePosted(done, runMs);
      posted.push({ ...result, body: ownBytes(bytes), spare: undefined, runMs });
    }
  }
  await outputWritten();
  channel.complete(done, posted.length);
  for (const result of posted) post(port, result);
}

type JobResult = EngineResult & Pick<PackedResult, 'coding'> & { readonly unpackFailure?: UnpackFailure };

/**
 * Unpacks a body, does its work, and packs the result. So a thread has one unpacked body at a time, and what waits for it is
 * packed.
 */
async function runJob(
  { engine, maxBodyBytes }: Jobs,
  { operation, codings }: { readonly operation: ThreadOperation; readonly codings: JobCodings },
  packed: Uint8Array,
  outputBuffer: Uint8Array,
): Promise<JobResult> {
  const body = codings.body === '' ? packed : unpack(packed, codings.body, maxBodyBytes);
  const noCharacters = { charactersIn: 0, charactersOut: 0 };
  // New memory: it is transferred.
  if (typeof body === 'string')
    return { status: 400, body: new Uint8Array(0), ...noCharacters, coding: '', unpackFailure: body };
  const result =
    operation === 'as-is'
      ? { status: 200, body, ...noCharacters }
      : await engine.execute(operation, body, outputBuffer);
  return result.status === 200 ? { ...result, ...packFor(result.body, codings.result) } : { ...result, coding: '' };
}

async function runPostedTask(jobs: Jobs, channel: SharedChannel, port: MessagePort): Promise<void> {
  const { register, operator } = jobs;
  const task = await operator.takeTask(port);
  if (task.kind === 'collect') {
    // V8 does so only when a thread runs its event loop, and an idle pool thread sleeps outside of it.
    collectGarbage();
    channel.complete(0, 0);
    return;
  }
  register.job = 0;
  const startedAt = performance.now();
  const { body } = task.job;
  const { body: bytes, ...rest } = await runJob(jobs, task.job, viewOf(body), body.memory);
  const runMs = performance.now() - startedAt;
  await outputWritten();
  channel.writePosted(0, runMs);
  channel.complete(1, 1);
  post(port, { ...rest, ...placed(bytes, body.memory), runMs });
}

/**
 * Waits until the output of a tool is written: only a thread that runs its event loop writes. Nearly always there is
 * none.
 */
async function outputWritten(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
  }
}

/** Returns a result in the memory of its body if it fits, else with that memory. */
function placed(result: Uint8Array, memory: Uint8Array<ArrayBuffer>): Pick<ThreadResult, 'body' | 'spare'> {
  if (result.byteLength > memory.byteLength) return { body: ownBytes(result), spare: memory };
  // New memory would be garbage of the event loop, whose collector starts after some hundred of them.
  if (result.buffer !== memory.buffer) memory.set(result);
  return { body: { memory, length: result.byteLength }, spare: undefined };
}

/** Moves the bytes of a result instead of cloning them. */
function post(port: MessagePort, result: ThreadResult): void {
  const { body, spare, needs } = result;
  const moved = [body.memory, spare, needs?.rest].flatMap((memory) => memory?.buffer ?? []);
  port.postMessage(result, moved);
}

/**
 * Gives the event loop priority on a shared core: a large job takes a little longer, small requests are several times
 * faster. Linux has a priority for each thread; elsewhere it is the process's.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it; the work is the same.
  }
}

async function load({ toolDirectories, maxOutput, maxBodyBytes, runningStep, ...data }: ThreadData): Promise<Jobs> {
  const { createLazyEngine } = await import('#engine/lazy-engine.js');
  const register = new RunningStepRegister(runningStep);
  register.kernelThreadId = kernelThreadId();
  const operator = new PostedData(data, () => engine);
  const engine = createLazyEngine(toolDirectories, { maxOutput, runStep: watchedFrom(register) }, operator);
  if (data.toolFolder.files.size > 0) await engine.useTools(data.toolFolder);
  // Not earlier: on a busy machine, a replacement with a low priority would start late.
  giveWay();
  return { engine, register, operator, maxBodyBytes };
}

/** Publishes the running step, so that the event loop can end the thread if the step exceeds a limit. */
function watchedFrom(register: RunningStepRegister): StepRunner {
  return (step, execute) => {
    register.enter(step);
    try {
      return execute((tool) => register.rename(tool));
    } finally {
      register.leave();
    }
  };
}
