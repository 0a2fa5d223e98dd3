import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** How a program ended, and what it said. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A checkout that a test may change: this project's scripts and settings, and the sources the test gives it. */
export interface ProjectCopy {
  readonly directory: string;
  /** Writes files by their paths in the project. */
  write(files: Readonly<Record<string, string>>): void;
  /** Runs Node on a script of the copy, to its end. */
  node(script: string, args?: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Outcome>;
}

/** Makes a copy in a folder whose name needs quoting everywhere; it is removed after the test. */
export function copyProject(t: TestContext, options: { readonly installed: boolean }): ProjectCopy {
  const directory = mkdtempSync(join(tmpdir(), 'a [copy] of "textmill"\'s ü '));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const copied = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'gateway/boot'];
  for (const path of [...copied, 'test/run.mjs'])
    cpSync(join(project, path), join(directory, path), { recursive: true });
  if (options.installed) symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'));
  return {
    directory,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), content);
      }
    },
    node: (script, args = [], environment = {}) =>
      outcomeOf(process.execPath, [join(directory, script), ...args], directory, environment),
  };
}

/** The environment of a program that a test starts: without what the test runner tells its own children. */
export function programEnvironment(additions: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined, ...additions };
}

function outcomeOf(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: programEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
  });
}
