import { setTimeout as wait } from 'node:timers/promises';
import { handlesSignal } from '#gateway/core/process-start.js';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { readSupervisorState, type SupervisorState } from '#gateway/supervisor/supervisor-file.js';
import { actAsOwner, lookInto, settingsOf } from './data-folder.js';
import { CommandError, type Io, NotReadyError, NotRunningError, print } from './io.js';

/** How often to read the supervisor's file, in milliseconds. */
const pollMs = 50;

/**
 * How long to wait for the outcome, in milliseconds: two restarts of the longest duration, because one may already run.
 */
const timeoutMs = 320_000;

/** `textmill reload`. */
export async function reloadGateway(io: Io): Promise<void> {
  const { dataDir } = settingsOf(io);
  actAsOwner(dataDir);
  lookInto(dataDir);
  const gateway = runningGateway(dataDir);
  if (gateway === undefined) throw new NotRunningError(dataDir);
  const { supervisor, members = [] } = readSupervisorState(dataDir) ?? {};
  if (supervisor !== undefined && members.length > 1) {
    sendSignal('SIGHUP', supervisor.pid, 'supervisor');
    await print(io, `SIGHUP sent to the ${members.length} gateways of the supervisor ${supervisor.pid}\n`);
    return;
  }
  if (gateway.pid === undefined) throw new CommandError(`The process id of the gateway on ${dataDir} is unknown`);
  sendSignal('SIGHUP', gateway.pid, 'gateway');
  await print(io, `SIGHUP sent to the gateway ${gateway.pid}\n`);
}

/** `textmill reload --restart`. */
export async function restartGateway(io: Io): Promise<void> {
  const { dataDir } = settingsOf(io);
  actAsOwner(dataDir);
  lookInto(dataDir);
  const before = readSupervisorState(dataDir);
  if (before === undefined) throw noSupervisor(dataDir);
  sendSignal('SIGUSR2', before.supervisor.pid, 'supervisor');
  const after = await restarted(dataDir, before);
  const { last, unreadiness } = after.restarts;
  if (unreadiness !== undefined) throw new NotReadyError(`${unreadiness}: the log of the gateway says why`);
  if (last === 'failed') throw new CommandError(failure(before, after));
  await print(io, `${success(after)}\n`);
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
  const deadline = performance.now() + timeoutMs;
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

function noSupervisor(dataDir: string): CommandError {
  if (runningGateway(dataDir) === undefined) return new NotRunningError(dataDir);
  return new CommandError(
    `The gateway on ${dataDir} has no supervisor that could replace it: stop it and start it again`,
  );
}

/**
 * Sends a signal to a process of Textmill. It must handle the signal, which would end most other processes.
 *
 * Between the check and the signal another process may get the same number, for a few microseconds. Node.js has no
 * pidfd_send_signal(2), which would exclude it.
 *
 * @param role - of the process: `gateway` or `supervisor`.
 * @throws {CommandError} if it cannot be sent.
 */
function sendSignal(signal: NodeJS.Signals, pid: number, role: string): void {
  if (!handlesSignal(pid, signal)) {
    throw new CommandError(
      `${signal} was not sent to the ${role} ${pid}: the process does not handle it, and would end`,
    );
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EPERM' ? "it is another user's" : 'it is not a process of this machine or container';
    throw new CommandError(`${signal} cannot be sent to the ${role} ${pid}: ${reason}`, { cause: error });
  }
}
