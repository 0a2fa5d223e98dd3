import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * The processes that the bench has started and that still run, and the folders it has made: both are gone when the
 * bench is, whether it ends, fails or is interrupted.
 */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let watching = false;

/** How long a process that was asked to end may take before it is made to, in milliseconds. */
const endDeadlineMs = 5_000;

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment but for PATH: settings of the person at the keyboard must not matter. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Opens a channel for messages of Node. */
  readonly messages?: boolean;
}

/** Starts a process that ends with the bench at the latest. Both its outputs can be read as text. */
export function startChild({ command, args, environment = {}, folder, messages = false }: ChildOptions): ChildProcess {
  cleanUpAtExit();
  const child = spawn(command, args, {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', messages ? 'ipc' : 'ignore'],
  });
  running.add(child);
  child.once('error', () => running.delete(child));
  child.once('exit', () => running.delete(child));
  child.stdout?.setEncoding('utf8');
  child.stderr?.setEncoding('utf8');
  return child;
}

/** Asks a process to end as Ctrl-C does, and waits until it has; one that takes too long is killed. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), endDeadlineMs);
  await ended;
  clearTimeout(timer);
}

/** Runs a program to its end. @returns what it wrote to standard output. @throws {Error} with what it said, if it fails. */
export async function runToEnd(options: ChildOptions): Promise<string> {
  const child = startChild(options);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (text: string) => {
      said[name] += text;
    });
  }
  const status = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) throw new Error(`${options.command} ended with ${status}: ${said.stderr || said.stdout}`);
  return said.stdout;
}

/** Has a folder removed when the bench ends, unless {@link removeFolder} was called before. */
export function removeAtExit(folder: string): void {
  cleanUpAtExit();
  folders.add(folder);
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

function cleanUpAtExit(): void {
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  // Without a listener a signal ends the process and no exit handler runs.
  for (const signal of signals) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
