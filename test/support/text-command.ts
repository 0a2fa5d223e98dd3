import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../gateway/cli/command-line.js';
import type { Environment } from '../../gateway/config.js';

/** How a command ended, and what it wrote. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandSurroundings {
  /** Standard input: a text, or chunks as they arrive. */
  readonly input?: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly environment?: Environment;
  /** The working folder. */
  readonly folder?: string;
  /** Whether standard error is a terminal; standard output is none. */
  readonly terminal?: boolean;
}

/** Carries out a command line in this process, with streams of its own. */
export async function textmill(
  args: readonly string[],
  surroundings: CommandSurroundings = {},
): Promise<CommandResult> {
  const { input = '', environment = {}, folder = '/', terminal = false } = surroundings;
  const stdout = new Collector();
  const stderr = new Collector();
  const stdin = Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input, { objectMode: false });
  const code = await runCommandLine(args, {
    stdin,
    stdout,
    stderr: Object.assign(stderr, { isTTY: terminal, columns: 80 }),
    environment,
    workingFolder: folder,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** What was written to a stream. */
class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

const typescript = new URL('../../gateway/boot/typescript.mjs', import.meta.url).href;
const main = fileURLToPath(new URL('../../gateway/cli/main.ts', import.meta.url));

/** Starts the process `textmill`; killed when the test ends. */
export function startTextmill(
  t: TestContext,
  args: readonly string[],
  { environment = {}, folder }: CommandSurroundings = {},
): ChildProcess {
  const child = spawn(process.execPath, ['--import', typescript, main, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}
