import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '#gateway/cli/command-line.js';
import type { EnvironmentVariables } from '#gateway/server/config/setting.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { releasedEntry } from './own-release.js';

/** The inputs of a command other than its arguments. */
export interface CommandSurroundings {
  /** Standard input: a text, or chunks as they arrive. */
  readonly input?: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly environment?: EnvironmentVariables;
  /** The working folder. */
  readonly folder?: string;
  /** Whether standard error is a terminal. Standard output is not. */
  readonly terminal?: boolean;
}

/** How a command ended, and what it wrote. */
export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with its own streams. */
export async function runCommand(
  args: readonly string[],
  { input = '', environment = {}, folder = '/', terminal = false }: CommandSurroundings = {},
): Promise<CommandEnd> {
  const [stdout, stderr] = [new Collector(), new Collector()];
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

/** Collects what is written to a stream. */
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

/** Returns the arguments of Node that run the command line of the release. */
export function commandLineProgram(): readonly string[] {
  return [releasedEntry('command-line')];
}

function start(args: readonly string[], { environment = {}, folder }: CommandSurroundings) {
  return spawn(process.execPath, [...commandLineProgram(), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
}

/** Starts a command line in a new process, which is killed when the test ends. */
export function startCommand(
  t: CleanupScope,
  args: readonly string[],
  surroundings: CommandSurroundings = {},
): ChildProcess {
  const child = start(args, surroundings);
  cleanUpAfter(t, () => void child.kill('SIGKILL'));
  return child;
}

/** Runs a command line in a new process, without input. */
export async function spawnCommand(
  args: readonly string[],
  surroundings: CommandSurroundings = {},
): Promise<CommandEnd> {
  const child = start(args, surroundings);
  child.stdin.end();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
