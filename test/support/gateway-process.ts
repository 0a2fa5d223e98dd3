import { type ChildProcess, spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.js';

const typescript = new URL('../../gateway/boot/typescript.mjs', import.meta.url).href;
const main = fileURLToPath(new URL('../../gateway/main.ts', import.meta.url));

/** How a process ended, and what it said. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A gateway in a process of its own: what an operator starts and kills. */
export class GatewayProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  #onOutput = (): void => {};

  /**
   * @param settings - the whole environment but for PATH, so that the developer's own settings do not matter.
   * @param folder - the working folder: where `.env` is read, and the default DATA_DIR is made.
   */
  constructor(t: TestContext, settings: Readonly<Record<string, string>>, folder = temporaryFolder(t)) {
    const child = spawn(process.execPath, ['--import', typescript, main], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
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
    t.after(() => child.kill('SIGKILL'));
  }

  /** Sends a signal; the end of the process is {@link ended}. */
  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The address, once every thread is up. @throws {Error} with what the process said if it ends before. */
  async ready(): Promise<string> {
    await this.#said(/"msg":"ready"/);
    const [, url = ''] = await this.#said(/"url":"(\S+?)"/);
    return url;
  }

  async #said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#stdout);
      if (match !== null) return match;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`The gateway ended before it was ready: ${this.#stdout}${this.#stderr}`);
      }
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve;
      });
    }
  }
}
