import { spawn, spawnSync } from 'node:child_process';

/** How a program ended, and what it said. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests. */
  readonly environment?: NodeJS.ProcessEnv;
  /** What it reads on standard input. */
  readonly input?: string;
  /** How long it may take; half a minute if left out. */
  readonly timeoutMs?: number;
}

/** Runs a program to its end; meanwhile the tests' own servers answer it. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, environment, input = '', timeoutMs = 30_000 }: ProgramOptions = {},
): Promise<Outcome> {
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
    // It may end without having read.
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** Why a test that needs a program is skipped; false if the program is there. */
export function unlessInstalled(program: string): string | false {
  const { status } = spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
  return status === 0 ? false : `${program} is not installed`;
}

/** The environment of a program that a test starts: without what the test runner tells its own children. */
export function programEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined, ...additions };
}
