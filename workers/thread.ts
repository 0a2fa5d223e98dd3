import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { StepRunner } from '../engine/core/step-runner.js';
import type { LazyEngine } from '../engine/lazy-engine.js';
import { ownBytes, viewOf } from './owned-bytes.js';
import { kernelThreadId } from './processor-time.js';
import type { ThreadData, ThreadReply, ThreadTask } from './protocol.js';
import { RunningStepRegister } from './running-step.js';

/** The engine of this thread. Loaded by the first task, the pool's probe: readiness waits for it. */
let engine: Promise<LazyEngine> | undefined;

/** Runs one task on a pool thread. */
export default async function work(task: ThreadTask): Promise<unknown> {
  engine ??= loadEngine(workerData as ThreadData);
  const { execute } = await engine;
  if (task.kind === 'collect') collectGarbage();
  if (task.kind !== 'job') return true;
  const { memory } = task.body;
  const { body, ...rest } = await execute(task.operation, viewOf(task.body), memory);
  if (body.buffer === memory.buffer)
    return transferred({ ...rest, body: { memory, length: body.byteLength }, spare: undefined });
  return transferred({ ...rest, body: ownBytes(body), spare: memory });
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

async function loadEngine({ toolDirectories, maxOutput, runningStep }: ThreadData): Promise<LazyEngine> {
  const { createLazyEngine } = await import('../engine/lazy-engine.js');
  const register = new RunningStepRegister(runningStep);
  register.kernelThreadId = kernelThreadId();
  const lazyEngine = createLazyEngine(toolDirectories, { maxOutput, runStep: watchedFrom(register) });
  // Not earlier: on a busy machine, a replacement with a low priority would start late.
  giveWay();
  return lazyEngine;
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

/** Marks the reply so that Piscina moves its bytes instead of cloning them. */
function transferred(reply: ThreadReply): unknown {
  const { body, spare } = reply;
  const transferList = spare === undefined ? [body.memory.buffer] : [body.memory.buffer, spare.buffer];
  return move({ [transferableSymbol]: transferList, [valueSymbol]: reply });
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
