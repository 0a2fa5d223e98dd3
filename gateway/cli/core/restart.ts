import { setTimeout as wait } from 'node:timers/promises';
import { runningGateway } from '../../store/folder-lock.js';
import { readSupervisorState, type SupervisorState } from '../../supervisor/supervisor-file.js';
import { lookInto, settingsOf } from './data-folder.js';
import { CommandError, type Io, NotReadyError, NotRunningError, write } from './io.js';
import { sendSignal } from './send-signal.js';

/** How often to read the supervisor's file, in milliseconds. */
const pollMs = 50;

/**
 * How long to wait for the outcome, in milliseconds: two restarts of the longest duration, because one may already run.
 */
const patienceMs = 320_000;

/** How long the threads of the new processes may take to start. */
const readyMs = 60_000;

const logSaysWhy = 'the log of the gateway says why';

/**
 * `textmill reload --restart`.
 *
 * @param longestStartMs - how long the threads of the new processes may take to start.
 */
export async function restartGateway(io: Io, longestStartMs = readyMs): Promise<void> {
  const { dataDir } = settingsOf(io);
  lookInto(dataDir);
  const before = readSupervisorState(dataDir);
  if (before === undefined) throw noSupervisor(dataDir);
  sendSignal('SIGUSR2', before.supervisor.pid, 'supervisor');
  const after = await restarted(dataDir, before);
  if (after.restarts.last === 'failed') throw new CommandError(failure(before, after));
  await ready(dataDir, after, longestStartMs);
  await write(io.stdout, `${success(after)}\n`);
}

function success({ gateway, members = [] }: SupervisorState): string {
  const release = gateway.release === undefined ? '' : `, release ${gateway.release}`;
  const installed = `(version ${gateway.version}${release})`;
  if (members.length < 2) return `The gateway was replaced: process ${gateway.pid} serves ${installed}`;
  const pids = members.map(({ pid }) => pid).join(', ');
  return `The ${members.length} gateways were replaced: processes ${pids} serve ${installed}`;
}

function failure(before: SupervisorState, { members = [], restarts }: SupervisorState): string {
  const { problem } = restarts;
  if (members.length < 2) return `The gateway was not replaced; the previous one keeps running: ${problem}`;
  const old = new Set(before.members?.map(({ pid }) => pid));
  const replaced = members.filter(({ pid }) => !old.has(pid)).length;
  return `${replaced} of ${members.length} gateways were replaced; the others keep running: ${problem}`;
}

/** Waits for the end of a restart that began after the signal. */
async function restarted(dataDir: string, before: SupervisorState): Promise<SupervisorState> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const state = readSupervisorState(dataDir);
    if (state?.supervisor.pid !== before.supervisor.pid) {
      throw new CommandError('The supervisor ended before the gateway was replaced: its log says why');
    }
    const { begun, last } = state.restarts;
    if (begun > before.restarts.begun && last !== 'running') return state;
    await wait(pollMs);
  }
  throw new CommandError(
    `The supervisor ${before.supervisor.pid} did not say within 5 minutes what became of the restart`,
  );
}

/**
 * Waits until the new processes accept work. They listen before their threads are up, and a broken release may fail only
 * then.
 *
 * @throws {NotReadyError} if one of them ends, or takes too long.
 */
async function ready(
  dataDir: string,
  { supervisor, gateway, members }: SupervisorState,
  longestStartMs: number,
): Promise<void> {
  // A supervisor of an older release does not say it.
  if (members === undefined) return;
  const pids = new Set([...members.map(({ pid }) => pid), gateway.pid]);
  const deadline = performance.now() + longestStartMs;
  while (performance.now() < deadline) {
    const state = readSupervisorState(dataDir);
    if (state?.supervisor.pid !== supervisor.pid) throw new CommandError('The supervisor ended: its log says why');
    const now = new Map(state.members?.map((member) => [member.pid, member]));
    for (const pid of pids) {
      if (!now.has(pid)) throw new NotReadyError(`The new process ${pid} ended after it had listened: ${logSaysWhy}`);
    }
    if ([...pids].every((pid) => now.get(pid)?.ready)) return;
    await wait(pollMs);
  }
  throw new NotReadyError(`The new process listens, but is not ready after ${longestStartMs / 1_000} s: ${logSaysWhy}`);
}

function noSupervisor(dataDir: string): CommandError {
  if (runningGateway(dataDir) === undefined) return new NotRunningError(dataDir);
  return new CommandError(
    `The gateway on ${dataDir} has no supervisor that could replace it: stop it and start it again`,
  );
}
