import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Member } from '#gateway/core/member.js';
import { readOwned } from '#gateway/core/owned-file.js';
import { isProcessOf, type NamedProcess, startOf } from '#gateway/core/process-start.js';
import type { GatewayChild } from './gateway-child.js';
import type { ListeningGateway } from './messages.js';
import type { SupervisorLog } from './supervisor-log.js';

/** The requested restarts. */
export interface RequestedRestarts {
  /** Number of restarts since the supervisor was started. */
  readonly begun: number;
  /** The state of the last one. */
  readonly last: 'none' | 'running' | 'done' | 'failed';
  /** Why it failed. */
  readonly problem?: string;
  /** Why the process that was replaced last does not accept work, and no other was replaced. */
  readonly unreadiness?: string;
}

/** The state of a supervisor and its gateway. */
export interface SupervisorState {
  readonly supervisor: NamedProcess;
  /** The last gateway that listened. */
  readonly gateway: {
    readonly pid: number | undefined;
    readonly version: string;
    readonly release?: string | undefined;
    /** When the process was started, in milliseconds since the epoch. */
    readonly startedAt: number;
  };
  /** All gateways that listen, by number; undefined from a supervisor of an older release. */
  readonly members?: readonly Member[];
  readonly restarts: RequestedRestarts;
}

/**
 * The file in the data folder from which `textmill reload --restart` learns the supervisor's process and the outcome of
 * the restart.
 */
class SupervisorFile {
  #dataDir: string | undefined;

  /**
   * Writes the state atomically: concurrent readers see the previous one.
   *
   * @throws {Error} if the file cannot be written.
   */
  write(dataDir: string, state: Omit<SupervisorState, 'supervisor'>): void {
    if (this.#dataDir !== dataDir) this.remove();
    this.#dataDir = dataDir;
    const file = fileIn(dataDir);
    const supervisor: NamedProcess = { pid: process.pid, start: startOf(process.pid) };
    const draft = `${file}.new`;
    // The rest of a failed write, or a planted link, must not be written to.
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify({ supervisor, ...state })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  }

  /** Removes the file when the supervisor ends. Idempotent. */
  remove(): void {
    if (this.#dataDir === undefined) return;
    try {
      rmSync(fileIn(this.#dataDir), { force: true });
    } catch {
      // Readers notice that the process has ended.
    }
    this.#dataDir = undefined;
  }
}

/**
 * Returns the state of the supervisor that runs a gateway on a data folder; undefined if there is none, or the process
 * that the file names belongs to another user than the file. Texts have no control characters, which a terminal obeys.
 */
export function readSupervisorState(dataDir: string): SupervisorState | undefined {
  try {
    const { text, user } = readOwned(fileIn(dataDir));
    const state = JSON.parse(text, (_, value) => (typeof value === 'string' ? printable(value) : value));
    return isProcessOf(state.supervisor, user) ? state : undefined;
  } catch {
    return undefined;
  }
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '');
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'gateway.state');
}

/** Publishes which gateway listens, and the state of requested restarts. */
export class PublishedState {
  readonly #file = new SupervisorFile();
  readonly #log: SupervisorLog;
  #dataDir: string | undefined;
  #gateway: SupervisorState['gateway'] | undefined;
  #members: readonly Member[] = [];
  #restarts: RequestedRestarts = { begun: 0, last: 'none' };

  constructor(log: SupervisorLog) {
    this.#log = log;
  }

  /** A gateway listens. */
  listening({ pid, startedAt }: GatewayChild, { dataDir, version, release }: ListeningGateway): void {
    this.#dataDir = dataDir;
    this.#gateway = { pid, version, release, startedAt };
    this.#write();
  }

  /** The gateways that listen, or their condition, have changed. */
  membersChanged(members: readonly Member[]): void {
    this.#members = members;
    this.#write();
  }

  /** A requested restart begins. */
  restartBegins(): void {
    this.#restarts = { begun: this.#restarts.begun + 1, last: 'running' };
    this.#write();
  }

  /** The restart has ended. With a reason of either kind it has failed. */
  restartEnds(problem: string | undefined, unreadiness: string | undefined): void {
    const { begun } = this.#restarts;
    if (problem !== undefined) this.#restarts = { begun, last: 'failed', problem };
    else if (unreadiness !== undefined) this.#restarts = { begun, last: 'failed', unreadiness };
    else this.#restarts = { begun, last: 'done' };
    this.#write();
  }

  /** The supervisor ends. */
  remove(): void {
    this.#file.remove();
    this.#dataDir = undefined;
  }

  #write(): void {
    if (this.#dataDir === undefined || this.#gateway === undefined) return;
    try {
      this.#file.write(this.#dataDir, { gateway: this.#gateway, members: this.#members, restarts: this.#restarts });
    } catch (error) {
      const fields = { problem: (error as Error).message };
      this.#log.write('warn', fields, 'Cannot write the state that textmill reload --restart reads');
    }
  }
}
