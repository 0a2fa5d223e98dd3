import { fork } from 'node:child_process';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { entryFile } from '#engine/core/program-folder.js';
import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers, type Timers } from '#gateway/core/timers.js';
import { BackupError, type BackupFacts } from './backup.js';

/** When copies are made, and which are kept. */
export interface BackupPlan {
  readonly everyMs: number;
  /** Copies to keep. */
  readonly keep: number;
  readonly folder: string;
}

/** A copy that is being made. */
export interface RunningCopy {
  /** Rejects with a {@link BackupError} if the copy is not whole; then there is no file. */
  readonly done: Promise<BackupFacts>;
  /** Ends it; what was written is left. */
  cancel(): void;
}

/** What the process of a copy sends. */
export type CopyReply = { readonly facts: BackupFacts } | { readonly failure: string };

/** A pino logger fits. */
interface BackupLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ScheduledBackupsOptions {
  readonly dataDir: string;
  /** Undefined while no copies are wanted. */
  readonly plan: () => BackupPlan | undefined;
  readonly clock: Clock;
  readonly log: BackupLog;
  /** @throws if the database is not the one that was opened: its copies must not replace those of the lost one. */
  readonly requireDatabase: () => void;
  /** Returns how many bytes a copy takes. */
  readonly databaseBytes: () => number;
  /** Called with the first failure after a success, or after the start. */
  readonly onFailed: (failure: BackupFailure) => void;
  readonly copy?: (dataDir: string, target: string) => RunningCopy;
  readonly timers?: Timers;
}

export interface BackupFailure {
  /** A sentence. */
  readonly reason: string;
  /** When the newest whole copy was made, in milliseconds since the epoch; undefined without one. */
  readonly newestAt: number | undefined;
}

/** What is measured. */
export interface BackupState {
  /** Time from one copy to the next, in milliseconds. */
  readonly everyMs: number;
  /** The age of the newest whole copy, in milliseconds; infinite without one. */
  readonly ageMs: number;
}

/** How often it looks whether a copy is due, in milliseconds. */
const pollMs = 10_000;
/** After a failure, the next attempt is made this much later at most, in milliseconds. */
const retryMs = 15 * 60_000;
const megabyte = 1024 * 1024;
/** Left free on the disk of the copies: it may be that of the database. */
const spareBytes = 64 * megabyte;

/** By time in UTC, so that names sort. */
const copyName = /^textmill-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;
/** What an interrupted copy leaves. */
const partialName = /^\.textmill-\d{8}T\d{6}Z\.sqlite\.[\da-f]+\.partial(?:-\w+)?$/;

function nameAt(time: number): string {
  return `textmill-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}.sqlite`;
}

function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = (copyName.exec(name) ?? []).map(Number);
  if (year === undefined || month === undefined) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Copies the database again and again, checks each copy, and deletes the oldest one after that. A copy has its name only
 * once it is whole, so the names in the folder say when the last one was made, also after a restart.
 */
export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions;
  readonly #timers: Timers;
  #stopPolling: (() => void) | undefined;
  #running: RunningCopy | 'preparing' | undefined;
  #newestAt: number | undefined;
  /** The folder whose newest copy is known. */
  #folder: string | undefined;
  #failedAt: number | undefined;
  #isStopped = false;
  #failures = 0;

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options;
    this.#timers = options.timers ?? nodeTimers;
  }

  /** Attempts that failed. */
  get failures(): number {
    return this.#failures;
  }

  /** Undefined while no copies are wanted. */
  get state(): BackupState | undefined {
    const plan = this.#options.plan();
    if (plan === undefined) return undefined;
    const ageMs = this.#newestAt === undefined ? Number.POSITIVE_INFINITY : this.#options.clock.now() - this.#newestAt;
    return { everyMs: plan.everyMs, ageMs };
  }

  /** Begins or ends, as the plan has it now: at the start, and when the plan has changed. */
  follow(): void {
    const isWanted = this.#options.plan() !== undefined && !this.#isStopped;
    if (isWanted) this.#stopPolling ??= this.#timers.every(pollMs, () => void this.poll());
    else this.#endPolling();
  }

  /** Ends a copy that is being made. */
  stop(): void {
    this.#isStopped = true;
    this.#endPolling();
    if (typeof this.#running === 'object') this.#running.cancel();
  }

  #endPolling(): void {
    this.#stopPolling?.();
    this.#stopPolling = undefined;
  }

  /** Makes a copy if one is due and none is being made. Resolves when that is done, and never rejects. */
  async poll(): Promise<void> {
    const plan = this.#options.plan();
    if (plan === undefined || this.#running !== undefined) return;
    this.#running = 'preparing';
    try {
      if (this.#folder !== plan.folder) await this.#findNewest(plan.folder);
      if (this.#isDue(plan)) await this.#backUp(plan);
    } catch (error) {
      if (!this.#isStopped) this.#failed(error as Error);
    } finally {
      this.#running = undefined;
    }
  }

  #isDue({ everyMs }: BackupPlan): boolean {
    const now = this.#options.clock.now();
    if (this.#failedAt !== undefined && now - this.#failedAt < Math.min(retryMs, everyMs)) return false;
    return this.#newestAt === undefined || now - this.#newestAt >= everyMs;
  }

  async #findNewest(folder: string): Promise<void> {
    const now = this.#options.clock.now();
    const times = (await copiesIn(folder)).flatMap((name) => timeOf(name) ?? []);
    // A clock that was ahead must not put off the next copy.
    this.#newestAt = times.filter((time) => time <= now).at(-1);
    this.#folder = folder;
  }

  async #backUp({ folder, keep }: BackupPlan): Promise<void> {
    const { dataDir, clock, log, requireDatabase, databaseBytes, copy = copyInProcess } = this.#options;
    const startedAt = clock.now();
    requireDatabase();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) if (partialName.test(name)) await rm(join(folder, name), { force: true });
    await requireSpace(folder, databaseBytes());
    if (this.#isStopped) return;
    const name = nameAt(startedAt);
    const file = join(folder, name);
    const running = copy(dataDir, file);
    this.#running = running;
    const facts = await running.done;
    await this.#requireSame(file);
    this.#newestAt = startedAt;
    this.#failedAt = undefined;
    log.info({ file, ...facts, ms: clock.now() - startedAt }, 'The database was backed up, and the copy is whole');
    await this.#deleteOldest(folder, keep, name);
  }

  /** The file may have been replaced while it was copied. */
  async #requireSame(file: string): Promise<void> {
    try {
      this.#options.requireDatabase();
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  /** @param made - the copy that was made now: it stays, whatever the clock was at others. */
  async #deleteOldest(folder: string, keep: number, made: string): Promise<void> {
    const others = (await copiesIn(folder)).filter((name) => name !== made);
    for (const name of others.slice(0, Math.max(0, others.length - keep + 1))) {
      const file = join(folder, name);
      await rm(file).catch((error: unknown) =>
        this.#options.log.warn({ err: error, file }, 'An old backup cannot be deleted'),
      );
    }
  }

  #failed(error: Error): void {
    const { clock, log, onFailed } = this.#options;
    const isFirst = this.#failedAt === undefined;
    this.#failures++;
    this.#failedAt = clock.now();
    log.error({ err: error, newestAt: this.#newestAt }, 'The database cannot be backed up');
    if (isFirst) onFailed({ reason: error.message, newestAt: this.#newestAt });
  }
}

/** Returns the names of the copies in a folder, oldest first. */
async function copiesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => copyName.test(name)).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A copy must not fill the disk that the database needs. @throws {BackupError} */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + spareBytes) return;
  throw new BackupError(
    `${folder} has ${Math.floor(free / megabyte)} MB left, and a copy takes ${Math.ceil(bytes / megabyte)} MB and ${spareBytes / megabyte} to spare`,
  );
}

/** Makes a copy in a process of its own: nothing of it takes time of the event loop. */
function copyInProcess(dataDir: string, target: string): RunningCopy {
  const stdio: ['ignore', 'ignore', 'ignore', 'ipc'] = ['ignore', 'ignore', 'ignore', 'ipc'];
  const child = fork(entryFile('gateway/server/storage/sqlite/backup-process'), [dataDir, target], { stdio });
  const done = new Promise<BackupFacts>((resolve, reject) => {
    child.once('message', (reply: CopyReply) => {
      if ('facts' in reply) resolve(reply.facts);
      else reject(new BackupError(reply.failure));
    });
    child.once('error', reject);
    // After the last message, which the end of the process may overtake.
    child.once('disconnect', () => reject(new BackupError('The process that copied the database has died')));
  });
  return { done, cancel: () => void child.kill('SIGKILL') };
}
