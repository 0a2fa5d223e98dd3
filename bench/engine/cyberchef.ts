import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * CyberChef takes 300 MB, so it is not a dependency: the first measurement installs it outside the project. It imports
 * terser without depending on it.
 */
const packages = { cyberchef: '11.5.0', terser: '5.51.2' };
const folder = join(tmpdir(), 'textmill-bench-peers');
const installMs = 300_000;

/** CyberChef in a separate process, because it changes prototypes of the process that loads it. */
export class CyberChef {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * Installs CyberChef if necessary, and loads it.
   *
   * @throws {Error} without a network, or if it does not load.
   */
  static async start(progress: (what: string) => void): Promise<CyberChef> {
    await install(progress);
    const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
    const entry = pathToFileURL(join(folder, 'node_modules/cyberchef/src/node/index.mjs')).href;
    const child = fork(file('./cyberchef-process.mjs'), [entry], {
      execArgv: ['--no-warnings', '--import', new URL('./cyberchef-resolution.mjs', import.meta.url).href],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const chef = new CyberChef(child);
    await chef.#reply();
    return chef;
  }

  /** Sets the text and the recipe for the next calls. @returns the result of the recipe. */
  async prepare(input: string, recipe: readonly object[]): Promise<string> {
    this.#child.send({ input, recipe });
    return String(await this.#reply());
  }

  /** Repeats the recipe for this time. @returns the median time of a call. Both are in milliseconds. */
  async measure(turnMs: number): Promise<number> {
    this.#child.send({ turnMs });
    return Number(await this.#reply());
  }

  stop(): void {
    this.#child.kill();
  }

  async #reply(): Promise<unknown> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('its process ended');
    });
    const [reply] = await Promise.race([once(this.#child, 'message'), ended]);
    return reply;
  }
}

async function install(progress: (what: string) => void): Promise<void> {
  if (Object.entries(packages).every(([name, version]) => installedVersion(name) === version)) return;
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted];
  progress(`P13 npm ${args.join(' ')}`);
  await promisify(execFile)('npm', args, { timeout: installMs });
}

/** Returns the version of a package that an earlier run installed. */
function installedVersion(name: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}
