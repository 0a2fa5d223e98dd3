import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { LazyEngine } from '../engine/lazy-engine.js';
import { exclusiveBuffer, type ThreadData, type ThreadReply, type ThreadTask } from './protocol.js';

/** The engine of this thread. Loaded by the first task, the pool's probe: readiness waits for it. */
let engine: Promise<LazyEngine> | undefined;

/** Carries out one task on a pool thread. */
export default async function work(task: ThreadTask): Promise<unknown> {
  engine ??= loadEngine(workerData as ThreadData);
  const { execute } = await engine;
  if (task.kind === 'probe') return true;
  const { body, ...rest } = await execute(task.operation, new Uint8Array(task.body));
  return transferred({ ...rest, body: exclusiveBuffer(body) });
}

async function loadEngine({ toolDirectories }: ThreadData): Promise<LazyEngine> {
  const { createLazyEngine } = await import('../engine/lazy-engine.js');
  return createLazyEngine(toolDirectories);
}

/** Marks the reply so that Piscina moves its bytes instead of cloning them. */
function transferred(reply: ThreadReply): unknown {
  return move({ [transferableSymbol]: [reply.body], [valueSymbol]: reply });
}
