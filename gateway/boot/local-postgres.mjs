// @ts-check
// A PostgreSQL server in a folder of its own on this machine, for `npm run cluster`, tests and benchmarks.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-ports.mjs';
import { programPath } from './program-path.mjs';
import { ScriptError } from './script.mjs';

const run = promisify(execFile);

/** What to do where {@link postgresPrograms} finds nothing. */
export const missingPostgres = 'PostgreSQL is not installed (Debian: apt-get install postgresql)';

/** How long the server may take to start, in milliseconds. */
const startDeadlineMs = 60_000;

/** @returns {string | undefined} the folder of the server's programs, of the newest version; undefined without one. */
export function postgresPrograms() {
  // Debian has a folder for each version, and none of them is on the PATH.
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const installed = versions.map((version) => join(root, version, 'bin', 'postgres')).find((file) => existsSync(file));
  const server = installed ?? programPath('postgres');
  return server && dirname(server);
}

/**
 * A server that is ready to be started.
 * @typedef {object} PreparedPostgres
 * @property {string} command
 * @property {readonly string[]} args
 * @property {{ cwd: string, env: NodeJS.ProcessEnv, uid?: number, gid?: number }} options - of `spawn`.
 * @property {(database: string) => string} url - returns postgres://… of its superuser.
 * @property {<Row extends object>(database: string, text: string, values?: readonly unknown[]) => Promise<Row[]>} query -
 *   runs a statement as the superuser.
 * @property {() => Promise<boolean>} accepts - whether it takes connections.
 */

/**
 * Writes the files of a server.
 *
 * @param {object} place
 * @param {string} place.programs - see {@link postgresPrograms}.
 * @param {string} place.home - an empty folder, which becomes that of the server.
 * @param {number} place.port - of 127.0.0.1.
 * @param {string} [place.password] - letters and digits; without one every user of the machine may connect.
 * @param {readonly string[]} [place.settings] - such as `fsync=off`.
 * @param {string} [place.primary] - the URL of a server that this one copies and follows; without one it gets an empty
 *   database `postgres`.
 * @returns {Promise<PreparedPostgres>}
 */
export async function preparePostgres({ programs, home, port, password, settings = [], primary }) {
  const user = serverUser();
  const options = { ...user, cwd: home, env: { LC_ALL: 'C' } };
  const data = join(home, 'data');
  const passwordFile = join(home, 'password');
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== undefined)
    for (const path of [home, passwordFile]) if (existsSync(path)) chownSync(path, user.uid, user.gid);
  if (primary === undefined) {
    const access = password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    await run(join(programs, 'initdb'), ['-D', data, '-U', 'textmill', '-E', 'UTF8', '-N', ...access], options);
  } else {
    await run(join(programs, 'pg_basebackup'), ['-D', data, '-R', '-c', 'fast', '-d', primary], options);
  }
  rmSync(passwordFile, { force: true });
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const args = ['-D', data, ...all.flatMap((setting) => ['-c', setting])];
  const login = password === undefined ? 'textmill' : `textmill:${password}`;
  const url = (/** @type {string} */ database) => `postgres://${login}@127.0.0.1:${port}/${database}`;
  /** @type {PreparedPostgres['query']} */
  const query = async (database, text, values = []) => {
    const client = new pg.Client({ connectionString: url(database) });
    // A server that ends breaks the connection also while nothing is asked.
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const accepts = () =>
    query('postgres', 'SELECT 1').then(
      () => true,
      () => false,
    );
  return { command: join(programs, 'postgres'), args, options, url, query, accepts };
}

/** A server that runs. */
export class LocalPostgres {
  /** Of 127.0.0.1. */
  port;
  #prepared;
  #home;
  /** @type {import('node:child_process').ChildProcess} */
  #server;
  /** @type {Promise<unknown>} */
  #ended;
  /**
   * Whether it can copy a database by its files; undefined until it is asked.
   *
   * @type {Promise<boolean> | undefined}
   */
  #canCopyFiles;

  /**
   * Starts a server. It ends with this process at the latest.
   *
   * @param {readonly string[]} [settings] - see {@link preparePostgres}.
   * @param {string} [primary] - see {@link preparePostgres}.
   * @returns {Promise<LocalPostgres>}
   * @throws {Error} if it is not installed, or does not start.
   */
  static async start(settings = [], primary = undefined) {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error(missingPostgres);
    const home = mkdtempSync(join(tmpdir(), 'textmill-postgres-'));
    try {
      const port = await freePort();
      const place = { programs, home, port, settings, ...(primary !== undefined && { primary }) };
      const server = new LocalPostgres(await preparePostgres(place), home, port);
      await server.#untilItAccepts(false);
      return server;
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * @param {PreparedPostgres} prepared
   * @param {string} home
   * @param {number} port
   */
  constructor(prepared, home, port) {
    this.#prepared = prepared;
    this.#home = home;
    this.port = port;
    this.#server = this.#launch();
    this.#ended = once(this.#server, 'exit');
    process.once('exit', this.#abandon);
  }

  /** Of the process that starts all others of the server. */
  get pid() {
    return this.#server.pid ?? Number.NaN;
  }

  get url() {
    return this.#prepared.url;
  }

  get query() {
    return this.#prepared.query;
  }

  /**
   * Creates a database.
   *
   * @param {string} name
   * @param {string} [template] - the database that it is a copy of, with no connections; an empty one by default.
   * @returns its URL.
   */
  async createDatabase(name, template = 'template1') {
    // PostgreSQL 15 and later would write each block of the new database to the log too, which takes twice as long.
    const version15 = "SELECT WHERE current_setting('server_version_num')::int >= 150000";
    this.#canCopyFiles ??= this.query('postgres', version15).then((rows) => rows.length > 0);
    const strategy = (await this.#canCopyFiles) ? ' STRATEGY file_copy' : '';
    await this.query('postgres', `CREATE DATABASE "${name}" TEMPLATE "${template}"${strategy}`);
    return this.url(name);
  }

  /** Kills the server as a crash does. What was committed is on its disk. */
  async crash() {
    this.#server.kill('SIGKILL');
    await this.#ended;
  }

  /** Starts the server after a crash. */
  async restart() {
    this.#relaunch();
    // It refuses to start as long as one of the processes is left that served its clients.
    await this.#untilItAccepts(true);
  }

  /** Ends the server without waiting for its clients, and removes its files. */
  async end() {
    this.#server.kill('SIGINT');
    await this.#ended;
    process.off('exit', this.#abandon);
    rmSync(this.#home, { recursive: true, force: true });
  }

  #launch() {
    const { command, args, options } = this.#prepared;
    return spawn(command, args, { ...options, stdio: 'ignore' });
  }

  #relaunch() {
    this.#server = this.#launch();
    this.#ended = once(this.#server, 'exit');
  }

  #abandon = () => {
    this.#server.kill('SIGQUIT');
    rmSync(this.#home, { recursive: true, force: true });
  };

  /** @param {boolean} isTriedAgain - whether a server that ends is started again. */
  async #untilItAccepts(isTriedAgain) {
    const deadline = performance.now() + startDeadlineMs;
    while (!(await this.#prepared.accepts())) {
      if (this.#server.exitCode !== null) {
        if (!isTriedAgain) throw new Error('PostgreSQL ended before it took connections');
        this.#relaunch();
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
 * @returns {{ uid: number, gid: number } | undefined} undefined for a user who is not root.
 * @throws {ScriptError} if there is no such user.
 */
function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new ScriptError(
      'PostgreSQL refuses to run as root, and there is no user postgres: run this as another user.',
    );
  }
}
