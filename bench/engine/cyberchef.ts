import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * CyberChef takes 300 MB, so it is no dependency: it is installed beside the project when it is first measured. Terser
 * is a package that it imports and does not depend on.
 */
const packages = { cyberchef: '11.5.0', terser: '5.51.2' };
const folder = join(tmpdir(), 'textmill-bench-peers');
const installMs = 300_000;

/** CyberChef in a process of its own: it adds to the prototypes of the one it is loaded into. */
export class CyberChef {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * Installs CyberChef if need be, and loads it.
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
    await chef.#answer();
    return chef;
  }

  /** Gives it a text and a recipe for the calls that follow. @returns what comes of the recipe. */
  async prepare(input: string, recipe: readonly object[]): Promise<string> {
    this.#child.send({ input, recipe });
    return String(await this.#answer());
  }

  /** Bakes again and again for so long, in milliseconds. @returns the median of a call's times, in milliseconds. */
  async measure(turnMs: number): Promise<number> {
    this.#child.send({ turnMs });
    return Number(await this.#answer());
  }

  stop(): void {
    this.#child.kill();
  }

  async #answer(): Promise<unknown> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('its process has ended');
    });
    const [answer] = await Promise.race([once(this.#child, 'message'), ended]);
    return answer;
  }
}

async function install(progress: (what: string) => void): Promise<void> {
  if (Object.entries(packages).every(([name, version]) => installedVersion(name) === version)) return;
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted];
  progress(`P13 npm ${args.join(' ')}`);
  await promisify(execFile)('npm', args, { timeout: installMs });
}

/** The version of a package that an earlier run has installed. */
function installedVersion(name: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}
