import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, removeAtExit, removeFolder, startChild } from './child.js';

const watch = new URL('servers/watch.mjs', import.meta.url).href;
/** How long a server may take until it prints its address, in milliseconds. */
const startDeadlineMs = 30_000;

export interface ServerOptions {
  /** The script, and the options of Node.js before it; or a program, of which {@link isWatched} is false. */
  readonly script: string;
  readonly flags?: readonly string[];
  readonly isProgram?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether {@link ServerProcess.watchEventLoop} works, and the server ends if the benchmark crashes; by default true. */
  readonly isWatched?: boolean;
}

/** The delay of the event loop in milliseconds; 0 is on time. */
export interface LoopDelay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** A server process on a free port of 127.0.0.1. */
export class ServerProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** The start of the process, by `performance.now()`. */
  readonly startedAt: number;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string, url: string, startedAt: number) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
    this.startedAt = startedAt;
  }

  /**
   * Starts a server in an empty folder and waits until it prints its address: the first `"url":"…"` or `listening on
   * …`.
   *
   * @throws {Error} with its output if it ends before.
   */
  static async start({
    script,
    flags = [],
    isProgram = false,
    environment = {},
    isWatched = !isProgram,
  }: ServerOptions): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'textmill-bench-'));
    removeAtExit(folder);
    const args = isProgram ? [...flags] : [...(isWatched ? ['--import', watch] : []), ...flags, script];
    const command = isProgram ? script : process.execPath;
    const startedAt = performance.now();
    const child = startChild({ command, args, environment, folder, messages: isWatched });
    try {
      return new ServerProcess(child, folder, await announcedUrl(child), startedAt);
    } catch (error) {
      await endChild(child);
      removeFolder(folder);
      throw error;
    }
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  async watchEventLoop(): Promise<void> {
    await this.#ask('start watching the event loop');
  }

  /** Returns the delay of the event loop since {@link watchEventLoop}. */
  async eventLoopDelay(): Promise<LoopDelay> {
    return (await this.#ask('report the event-loop delay')) as LoopDelay;
  }

  async end(): Promise<void> {
    await endChild(this.#child);
    removeFolder(this.#folder);
  }

  #ask(question: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('The server ended'));
      this.#child.once('exit', ended);
      this.#child.once('message', (reply) => {
        this.#child.off('exit', ended);
        resolve(reply);
      });
      this.#child.send(question);
    });
  }
}

function announcedUrl(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`A server ${reason}: ${said}`));
    const timer = setTimeout(() => fail('did not start in time'), startDeadlineMs);
    child.once('error', reject);
    child.once('close', () => fail('ended before it was ready'));
    const listen = (text: string): void => {
      // Also reads later output, without keeping it: a full pipe would block the server.
      if (said.length < 100_000) said += text;
      const [, logged, inBanner] = /"url":"(\S+?)"|listening on (http\S+)\s/.exec(said) ?? [];
      const url = logged ?? inBanner;
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
  });
}
