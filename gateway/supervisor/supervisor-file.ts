import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedProcess, startOf } from '../core/process-start.js';
import type { GatewayChild } from './gateway-child.js';
import type { ListeningGateway } from './messages.js';
import type { SupervisorLog } from './supervisor-log.js';

/** The restarts that were asked for. */
export interface RequestedRestarts {
  /** How many have begun since the supervisor was started. */
  readonly begun: number;
  /** What became of the last one; `none` if there was none. */
  readonly last: 'none' | 'running' | 'done' | 'failed';
  /** Why it failed. */
  readonly problem?: string;
}

/** What a supervisor says of itself and its gateway. */
export interface SupervisorState {
  readonly supervisor: NamedProcess;
  /** The gateway that listened last. */
  readonly gateway: {
    readonly pid: number | undefined;
    readonly version: string;
    readonly release?: string | undefined;
    /** When the process was started, in milliseconds since the epoch. */
    readonly startedAt: number;
  };
  readonly restarts: RequestedRestarts;
}

/**
 * The file of the data folder by which `textmill reload --restart` finds the supervisor and learns what became of the
 * restart.
 */
class SupervisorFile {
  #dataDir: string | undefined;

  /**
   * Writes the state, as a whole: who reads meanwhile sees the one before.
   *
   * @throws {Error} if the file cannot be written.
   */
  write(dataDir: string, state: Omit<SupervisorState, 'supervisor'>): void {
    if (this.#dataDir !== dataDir) this.remove();
    this.#dataDir = dataDir;
    const file = fileIn(dataDir);
    const supervisor: NamedProcess = { pid: process.pid, start: startOf(process.pid) };
    const draft = `${file}.new`;
    // What is left of a write that failed, or a link that somebody has put there, is not written into.
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify({ supervisor, ...state })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  }

  /** Removes the file: the supervisor ends. Idempotent. */
  remove(): void {
    if (this.#dataDir === undefined) return;
    try {
      rmSync(fileIn(this.#dataDir), { force: true });
    } catch {
      // Who reads it sees that the process is gone.
    }
    this.#dataDir = undefined;
  }
}

/** Returns the state of the supervisor that runs a gateway on a data folder; undefined if there is none. */
export function readSupervisorState(dataDir: string): SupervisorState | undefined {
  try {
    const state = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as SupervisorState;
    const { pid, start } = state.supervisor;
    return Number.isSafeInteger(pid) && pid > 0 && startOf(pid) === start ? state : undefined;
  } catch {
    return undefined;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'gateway.state');
}

/** What the supervisor knows for others: which gateway listens, and what became of the restarts that were asked for. */
export class PublishedState {
  readonly #file = new SupervisorFile();
  readonly #log: SupervisorLog;
  #dataDir: string | undefined;
  #gateway: SupervisorState['gateway'] | undefined;
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

  /** A restart that was asked for begins. */
  restartBegins(): void {
    this.#restarts = { begun: this.#restarts.begun + 1, last: 'running' };
    this.#write();
  }

  /** It has ended. @param problem - why it failed; undefined if it did not. */
  restartEnds(problem?: string): void {
    const { begun } = this.#restarts;
    this.#restarts = problem === undefined ? { begun, last: 'done' } : { begun, last: 'failed', problem };
    this.#write();
  }

  /** The supervisor ends. */
  remove(): void {
    this.#file.remove();
  }

  #write(): void {
    if (this.#dataDir === undefined || this.#gateway === undefined) return;
    try {
      this.#file.write(this.#dataDir, { gateway: this.#gateway, restarts: this.#restarts });
    } catch (error) {
      const fields = { problem: (error as Error).message };
      this.#log.write('warn', fields, 'textmill reload --restart cannot be told what the supervisor does');
    }
  }
}
