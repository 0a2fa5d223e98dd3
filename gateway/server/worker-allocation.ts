import type { Supervision } from '#gateway/supervisor/messages.js';
import type { Config } from './config/config.js';

/** The part that one gateway takes of the machine. */
export interface WorkerAllocation {
  /** The number of this gateway, from 1. */
  readonly gateway: number;
  /** How many gateways serve on the port. */
  readonly gateways: number;
  /** Threads of this gateway. */
  readonly threads: number;
  /** The port on which the others listen; undefined for the first gateway, and for the only one. */
  readonly port: number | undefined;
}

/**
 * Returns the allocation of a gateway. Without a supervisor, or under one of an older release, it is the only one.
 *
 * The threads are divided evenly; the first gateways get one more if that leaves a rest. Each has at least one: a gateway
 * without threads could not run large jobs.
 */
export function allocationOf(
  { gateways: configured, workerThreads }: Pick<Config, 'gateways' | 'workerThreads'>,
  { gateway, gateways = configured, port }: Partial<Supervision> = {},
): WorkerAllocation {
  if (gateway === undefined || gateways === 1)
    return { gateway: 1, gateways: 1, threads: workerThreads, port: undefined };
  const more = gateway <= workerThreads % gateways ? 1 : 0;
  return { gateway, gateways, threads: Math.max(1, Math.floor(workerThreads / gateways) + more), port };
}
