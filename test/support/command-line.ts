import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../gateway/cli/command-line.js';

/** What a command is given besides its words. */
export interface CommandSurroundings {
  /** The working folder. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** How a command ended, and what it wrote. */
export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function runCommand(
  args: readonly string[],
  { folder, environment = {}, input = '' }: CommandSurroundings,
): Promise<CommandEnd> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const [written, said] = [text(stdout), text(stderr)];
  const code = await runCommandLine(args, { stdin, stdout, stderr, environment, workingFolder: folder });
  stdout.end();
  stderr.end();
  return { code, stdout: await written, stderr: await said };
}

/** The arguments of Node that run the command line from its sources. */
export const commandLineProgram: readonly string[] = [
  '--import',
  new URL('../../gateway/boot/typescript.mjs', import.meta.url).href,
  fileURLToPath(new URL('../../gateway/cli/main.ts', import.meta.url)),
];

/** Runs a command line in a process of its own. */
export async function spawnCommand(
  args: readonly string[],
  { folder, environment = {}, input = '' }: CommandSurroundings,
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [...commandLineProgram, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

async function text(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
