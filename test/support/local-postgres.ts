// A PostgreSQL server in a folder of its own on this machine, for tests and benchmarks.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.js';
import { programPath } from './program-path.js';

const run = promisify(execFile);

/** What to do where {@link postgresPrograms} finds nothing. */
export const missingPostgres = 'PostgreSQL is not installed (Debian: apt-get install postgresql)';

/** How long the server may take to start, in milliseconds. */
const startDeadlineMs = 60_000;

/** Returns the folder of the server's programs, of the newest version; undefined without one. */
export function postgresPrograms(): string | undefined {
  // Debian has a folder for each version, and none of them is on the PATH.
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const installed = versions.map((version) => join(root, version, 'bin', 'postgres')).find((file) => existsSync(file));
  const server = installed ?? programPath('postgres');
  return server && dirname(server);
}

/** How to start a server. */
interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: Readonly<{ cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }>;
}

/**
 * Writes the files of a server.
 *
 * @param home - an empty folder, which becomes that of the server.
 * @param port - of 127.0.0.1.
 * @param settings - such as `fsync=off`.
 * @param primary - the URL of a server that this one copies and follows; without one it gets an empty database `postgres`.
 */
async function prepare(home: string, port: number, settings: readonly string[], primary?: string): Promise<Launch> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error(missingPostgres);
  const user = serverUser();
  const options = { ...user, cwd: home, env: { LC_ALL: 'C' } };
  const data = join(home, 'data');
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const [program, args] =
    primary === undefined
      ? ['initdb', ['-D', data, '-U', 'textmill', '-E', 'UTF8', '-N', '-A', 'trust']]
      : ['pg_basebackup', ['-D', data, '-R', '-c', 'fast', '-d', primary]];
  await run(join(programs, program), args, options);
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const command = join(programs, 'postgres');
  return { command, args: ['-D', data, ...all.flatMap((setting) => ['-c', setting])], options };
}

/** A server that runs. Every user of the machine may connect. */
export class LocalPostgres {
  /** Of 127.0.0.1. */
  readonly port: number;
  readonly #launch: Launch;
  readonly #home: string;
  #server: ChildProcess;
  #ended: Promise<unknown>;
  /** Whether it can copy a database by its files; undefined until it is asked. */
  #canCopyFiles: Promise<boolean> | undefined;

  /**
   * Starts a server. It ends with this process at the latest.
   *
   * @param settings - such as `fsync=off`.
   * @param primary - the URL of a server that this one copies and follows; without one it is empty.
   * @throws {Error} if it is not installed, or does not start.
   */
  static async start(settings: readonly string[] = [], primary?: string): Promise<LocalPostgres> {
    const home = mkdtempSync(join(tmpdir(), 'textmill-postgres-'));
    try {
      const port = await freePort();
      const server = new LocalPostgres(await prepare(home, port, settings, primary), home, port);
      await server.#untilItAccepts(false);
      return server;
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(launch: Launch, home: string, port: number) {
    this.#launch = launch;
    this.#home = home;
    this.port = port;
    this.#server = this.#start();
    this.#ended = once(this.#server, 'exit');
    process.once('exit', this.#abandon);
  }

  /** Of the process that starts all others of the server. */
  get pid(): number {
    return this.#server.pid ?? Number.NaN;
  }

  /** Returns postgres://… of the superuser. */
  url(database: string): string {
    return `postgres://textmill@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs a statement as the superuser. */
  async query<Row extends object>(database: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    // A server that ends breaks the connection also while nothing is asked.
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text, [...values])).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /**
   * Creates a database.
   *
   * @param template - the database that it is a copy of, with no connections; an empty one by default.
   * @returns its URL.
   */
  async createDatabase(name: string, template = 'template1'): Promise<string> {
    // PostgreSQL 15 and later would write each block of the new database to the log too, which takes twice as long.
    const version15 = "SELECT WHERE current_setting('server_version_num')::int >= 150000";
    this.#canCopyFiles ??= this.query('postgres', version15).then((rows) => rows.length > 0);
    const strategy = (await this.#canCopyFiles) ? ' STRATEGY file_copy' : '';
    await this.query('postgres', `CREATE DATABASE "${name}" TEMPLATE "${template}"${strategy}`);
    return this.url(name);
  }

  /** Kills the server as a crash does. What was committed is on its disk. */
  async crash(): Promise<void> {
    this.#server.kill('SIGKILL');
    await this.#ended;
  }

  /** Starts the server after a crash. */
  async restart(): Promise<void> {
    this.#startAgain();
    // It refuses to start as long as one of the processes is left that served its clients.
    await this.#untilItAccepts(true);
  }

  /** Ends the server without waiting for its clients, and removes its files. */
  async end(): Promise<void> {
    this.#server.kill('SIGINT');
    await this.#ended;
    process.off('exit', this.#abandon);
    rmSync(this.#home, { recursive: true, force: true });
  }

  #start(): ChildProcess {
    const { command, args, options } = this.#launch;
    return spawn(command, args, { ...options, stdio: 'ignore' });
  }

  #startAgain(): void {
    this.#server = this.#start();
    this.#ended = once(this.#server, 'exit');
  }

  readonly #abandon = (): void => {
    this.#server.kill('SIGQUIT');
    rmSync(this.#home, { recursive: true, force: true });
  };

  #accepts(): Promise<boolean> {
    return this.query('postgres', 'SELECT 1').then(
      () => true,
      () => false,
    );
  }

  /** @param isTriedAgain - whether a server that ends is started again. */
  async #untilItAccepts(isTriedAgain: boolean): Promise<void> {
    const deadline = performance.now() + startDeadlineMs;
    while (!(await this.#accepts())) {
      if (this.#server.exitCode !== null) {
        if (!isTriedAgain) throw new Error('PostgreSQL ended before it took connections');
        this.#startAgain();
      }
      if (performance.now() > deadline) {
        await this.end();
        throw new Error('PostgreSQL did not start in time');
      }
      await wait(20);
    }
  }
}

/**
 * Returns the user that Debian's package creates: PostgreSQL refuses to run as root.
 *
 * @returns undefined for a user who is not root.
 * @throws {Error} if there is no such user.
 */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new Error('PostgreSQL refuses to run as root, and there is no user postgres: run this as another user.');
  }
}
