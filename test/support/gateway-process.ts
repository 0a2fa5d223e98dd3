import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { RestartLimits } from '#gateway/supervisor/restart-policy.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { adminToken, type RequestOptions, sendRequest } from './gateway.js';
import { limitedSupervisor } from './limited-supervisor.js';
import { ownRelease, releasedEntry } from './own-release.js';
import { Releases } from './releases.js';
import { temporaryFolder } from './temporary-folder.js';

const fromCompiled = new URL('./from-compiled.mjs', import.meta.url).href;
const mainWithTools = fileURLToPath(new URL('./gateway-with-tools.ts', import.meta.url));

/** Settings of most starts: any free port, limits out of the way. */
export const processSettings = {
  PORT: '0',
  DATA_DIR: 'data',
  ADMIN_TOKEN: adminToken,
  BURST_PER_IP: '0',
  BURST_PER_KEY: '0',
  DAILY_QUOTA: '1000000',
  WORKER_THREADS: '1',
};

/** How much output of a process is kept. Under load each request logs a line, and a soak test has millions. */
const maxKeptCharacters = 64 * 1024 * 1024;

/** How long to wait for the end of what was killed, in milliseconds: another process may hold its output open. */
const endMs = 10_000;

/** How a gateway differs from one that an operator starts without a supervisor. */
export interface ProcessChanges {
  /** Folders of tools, in addition to those that Textmill ships. */
  readonly toolDirectories?: readonly string[];
  /** URLs of modules that every thread preloads. */
  readonly preloaded?: readonly string[];
  /** A command that executes the command in its last arguments: `['nice', '-n', '5']`. */
  readonly launcher?: readonly string[];
  /** Options of Node, which a supervisor passes on to the gateway. */
  readonly flags?: readonly string[];
}

/** A log line. */
export interface LogLine {
  readonly msg: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly [field: string]: unknown;
}

/** How a process ended, and its output. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns what a process wrote to standard error, without the banner of its first start. */
export function withoutStartupBanner(stderr: string): string {
  return stderr.replace(/^\nTextmill is listening on .*\n(?:.*\n)*? {2}curl .*"dedupe-sort"\]\}'\n\n/, '');
}

/** A gateway in a separate process, without a supervisor: that of the release, unless it has other tools. */
export class GatewayProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  #onOutput = (): void => {};

  /**
   * @param settings - the whole environment except PATH, so that the developer's own settings have no effect.
   * @param folder - the working folder: where `.env` is read, and the default DATA_DIR is made.
   */
  constructor(
    t: CleanupScope,
    settings: Readonly<Record<string, string>>,
    folder = temporaryFolder(t),
    { toolDirectories = [], preloaded = [], launcher = [], flags = [] }: ProcessChanges = {},
    program = toolDirectories.length === 0 ? [releasedEntry('gateway-process')] : [mainWithTools, ...toolDirectories],
  ) {
    const hasTools = toolDirectories.length > 0;
    const imports = [...(hasTools ? [fromCompiled] : []), ...preloaded].flatMap((module) => ['--import', module]);
    const [command = process.execPath, ...args] = [...launcher, process.execPath, ...flags, ...imports, ...program];
    const { TEXTMILL_TEST_COMPILED } = process.env;
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, ...(hasTools ? { TEXTMILL_TEST_COMPILED } : {}), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (this.#stdout.length < maxKeptCharacters) this.#stdout += text;
      this.#onOutput();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status, signal) => {
        resolve({ status, signal, stdout: this.#stdout, stderr: this.#stderr });
        this.#onOutput();
      });
    });
    cleanUpAfter(t, async () => {
      this.end();
      await Promise.race([this.ended.catch(() => {}), wait(endMs, undefined, { ref: false })]);
    });
  }

  get pid(): number {
    const { pid } = this.#child;
    assert.ok(pid !== undefined, 'the process was not started');
    return pid;
  }

  /** Sends a signal. Await {@link ended} for the end of the process. */
  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills what is left of it after the test. */
  protected end(): void {
    this.#child.kill('SIGKILL');
  }

  /** Whether the process is still running. */
  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The log lines so far. */
  get log(): LogLine[] {
    const lines = this.#stdout.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  /** Resolves to the address as soon as the gateway accepts connections. */
  async listening(): Promise<string> {
    const [, url = ''] = await this.#said(/"url":"(\S+?)"/);
    return url;
  }

  /** Resolves to the address once every thread is up. @throws {Error} with the output if the process ends before. */
  async ready(): Promise<string> {
    await this.#said(/"msg":"ready"/);
    return this.listening();
  }

  async #said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#stdout);
      if (match !== null) return match;
      if (!this.alive) {
        throw new Error(`The gateway ended before it was ready: ${this.#stdout}${this.#stderr}`);
      }
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve;
      });
    }
  }
}

/** How a supervisor differs from the one that an operator starts. */
export interface SupervisedChanges extends ProcessChanges {
  /** Shorter pauses between restarts, so that many restarts do not take minutes. */
  readonly limits?: Partial<RestartLimits>;
  /** An installation whose current release runs, with {@link limits}. */
  readonly releases?: Releases;
}

/** What an operator starts: a supervisor and its gateway. Signals go to the supervisor, and `ended` is its end. */
export class SupervisedGateway extends GatewayProcess {
  constructor(
    t: CleanupScope,
    settings: Readonly<Record<string, string>>,
    folder = temporaryFolder(t),
    { limits, releases, ...changes }: SupervisedChanges = {},
  ) {
    const program =
      limits === undefined
        ? [releasedEntry('main')]
        : [limitedSupervisor((releases ?? linkedRelease(t)).folder), JSON.stringify(limits)];
    super(t, settings, folder, changes, program);
  }

  /** Kills its processes too, before their working folder is removed. */
  protected override end(): void {
    const children = this.alive ? childrenOf(this.pid) : [];
    super.end();
    for (const pid of [...children, ...this.#gateways()]) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  }

  /** The process that serves requests. */
  get gatewayPid(): number {
    const pid = this.#gateways().at(-1);
    assert.ok(pid !== undefined, 'no gateway listens yet');
    return pid;
  }

  /** Processes that have listened and are not known to have died, in order of start, replaced ones too. */
  #gateways(): number[] {
    const died = new Set(this.log.filter(({ reason }) => reason !== undefined).map(({ pid }) => pid));
    const listened = this.log.filter(({ msg }) => msg === 'listening').map(({ pid }) => Number(pid));
    return this.log.some(({ msg }) => msg === 'stopped') ? [] : listened.filter((pid) => !died.has(pid));
  }
}

/** Returns a folder of releases whose current one is that of this project. */
function linkedRelease(t: CleanupScope): Releases {
  const releases = new Releases(temporaryFolder(t));
  releases.install(ownRelease());
  return releases;
}

/** Returns the running child processes of a process; none where the system does not list them. */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

/** Returns whether a process with this id exists. A zombie counts too. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A key as the operator's endpoints return it. */
export interface KeyDocument {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
}

/** Sends a request of the operator, which must succeed. */
export async function admin<Body>(url: string, method: string, path: string, body?: unknown): Promise<Body> {
  const options: RequestOptions = { headers: { 'x-admin-token': adminToken }, ...(body === undefined ? {} : { body }) };
  const { status, json } = await sendRequest(url + path, method, options);
  assert.ok(status < 300, `${method} ${path}: ${status}`);
  return json as Body;
}

export const createKey = (url: string, body: object = { plan: 'pro' }) =>
  admin<KeyDocument>(url, 'POST', '/keys', body);

/** Returns how many requests of the key's account count now. */
export async function used(url: string, { accountId }: KeyDocument): Promise<number> {
  return (await admin<{ used: number }>(url, 'GET', `/accounts/${accountId}/usage`)).used;
}

/** Sends a small request. @returns its status. */
export async function statusWith(url: string, key: string): Promise<number> {
  return (await sendRequest(`${url}/v1/run`, 'POST', { key, body: { input: 'a', steps: ['upper-case'] } })).status;
}

/** Waits until every thread of a gateway is up. @returns how long that took, in milliseconds. */
export async function untilReady(url: string): Promise<number> {
  const began = performance.now();
  await until('every thread is up', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 200);
  return performance.now() - began;
}

/** The most that a round of polling counts against the timeout, in milliseconds. */
const maxRoundMs = 2_000;

/** Polls until a condition holds, for effects of another process. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  let left = timeoutMs;
  for (let last = performance.now(); !(await condition()); ) {
    assert.ok(left > 0, `not within ${timeoutMs} ms: ${what}`);
    await wait(5);
    const now = performance.now();
    // The clock of a machine that was suspended has leapt, and nothing has happened in that time.
    left -= Math.min(now - last, maxRoundMs);
    last = now;
  }
}

/** Runs SQLite's integrity check on a copy of the files: opening the files themselves would repair them first. */
export function assertDatabaseIntact(t: CleanupScope, folder: string): void {
  const copy = temporaryFolder(t);
  cpSync(join(folder, 'data'), copy, { recursive: true });
  const database = new Database(join(copy, 'textmill.sqlite'));
  try {
    assert.equal(database.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(database.pragma('foreign_key_check'), []);
  } finally {
    database.close();
  }
}
