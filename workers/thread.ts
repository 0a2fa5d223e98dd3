import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { StepRunner } from '../engine/core/step-runner.js';
import type { LazyEngine } from '../engine/lazy-engine.js';
import { ownBytes, viewOf } from './owned-bytes.js';
import { kernelThreadId } from './processor-time.js';
import { batchMs, type ThreadData, type ThreadJob, type ThreadReply, type ThreadTask } from './protocol.js';
import { RunningStepRegister } from './running-step.js';

/** What runs jobs on this thread. */
interface Jobs {
  readonly engine: LazyEngine;
  readonly register: RunningStepRegister;
}

/** Loaded by the first task, the pool's probe: readiness waits for it. */
let loaded: Promise<Jobs> | undefined;

/** Runs one task on a pool thread. */
export default async function work(task: ThreadTask): Promise<unknown> {
  loaded ??= load(workerData as ThreadData);
  const { engine, register } = await loaded;
  if (task.kind === 'collect') collectGarbage();
  if (task.kind !== 'jobs') return true;
  const replies: ThreadReply[] = [];
  const startedAt = performance.now();
  let now = startedAt;
  for (const [index, job] of task.jobs.entries()) {
    if (index > 0 && now - startedAt >= batchMs) break;
    register.job = index;
    const reply = await replyTo(job, engine);
    const endedAt = performance.now();
    replies.push({ ...reply, runMs: endedAt - now });
    now = endedAt;
  }
  return transferred(replies);
}

async function replyTo(job: ThreadJob, { execute }: LazyEngine): Promise<Omit<ThreadReply, 'runMs'>> {
  const { memory } = job.body;
  const { body, ...rest } = await execute(job.operation, viewOf(job.body), memory);
  if (body.byteLength > memory.byteLength) return { ...rest, body: ownBytes(body), spare: memory };
  // New memory would be garbage of the event loop, whose collector starts after some hundred of them.
  if (body.buffer !== memory.buffer) memory.set(body);
  return { ...rest, body: { memory, length: body.byteLength }, spare: undefined };
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

async function load({ toolDirectories, maxOutput, runningStep }: ThreadData): Promise<Jobs> {
  const { createLazyEngine } = await import('../engine/lazy-engine.js');
  const register = new RunningStepRegister(runningStep);
  register.kernelThreadId = kernelThreadId();
  const engine = createLazyEngine(toolDirectories, { maxOutput, runStep: watchedFrom(register) });
  // Not earlier: on a busy machine, a replacement with a low priority would start late.
  giveWay();
  return { engine, register };
}

/** Publishes the running step, so that the event loop can end the thread if the step exceeds a limit. */
function watchedFrom(register: RunningStepRegister): StepRunner {
  return (step, perform) => {
    register.enter(step);
    try {
      return perform();
    } finally {
      register.leave();
    }
  };
}

/** Marks the replies so that Piscina moves their bytes instead of cloning them. */
function transferred(replies: readonly ThreadReply[]): unknown {
  const transferList = replies.flatMap(({ body, spare }) =>
    spare === undefined ? [body.memory.buffer] : [body.memory.buffer, spare.buffer],
  );
  return move({ [transferableSymbol]: transferList, [valueSymbol]: replies });
}

let collect: (() => void) | undefined;

/**
 * Collects the garbage of this thread, and gives its memory back to the system. V8 does so only when a thread runs its
 * event loop, and an idle pool thread sleeps outside of it.
 */
function collectGarbage(): void {
  if (collect === undefined) {
    // The flag exposes `gc` only to contexts created while it is set, so tools never see it.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}
