import { spawn, spawnSync } from 'node:child_process';

/** How a program ended, and its output. */
export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The text of standard input. */
  readonly input?: string;
}

/** For a program that hangs. One that builds takes half a minute beside seven others on two cores. */
const timeoutMs = 300_000;

/** Runs a program to its end without blocking the servers of the test. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, environment, input = '' }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: programEnvironment(environment), timeout: timeoutMs });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    // The program may end without reading its input.
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** Why a test that needs a program is skipped; false if the program is there. */
export function unlessInstalled(program: string): string | false {
  const { status } = spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
  return status === 0 ? false : `${program} is not installed`;
}

/** The environment of a program that a test starts, without the variables that the test runner sets. */
export function programEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined, ...additions };
}
