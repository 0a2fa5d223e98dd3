import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * The running processes and the folders that the benchmark created. Both are removed when the benchmark ends, fails or
 * is interrupted.
 */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let watching = false;

/** How long a process may take to end before it is killed, in milliseconds. */
const endDeadlineMs = 5_000;

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment, apart from PATH: the user's settings must have no effect. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Opens an IPC channel. */
  readonly messages?: boolean;
}

/** Starts a process that ends with the benchmark at the latest. Its outputs are read as text. */
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

/** Interrupts a process as Ctrl-C does, and waits for its end. Kills it if it takes too long. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), endDeadlineMs);
  await ended;
  clearTimeout(timer);
}

/** Runs a program to its end. @returns its standard output. @throws {Error} with its output if it fails. */
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

/** Removes a folder when the benchmark ends, unless {@link removeFolder} did so before. */
export function removeAtExit(folder: string): void {
  cleanUpAtExit();
  folders.add(folder);
}

/** Removes a folder now, which {@link removeAtExit} would remove only when this process exits. */
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
  // Without a listener a signal ends the process without its exit handlers.
  for (const signal of signals) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
