import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from './build-once.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** The releases of an installation: a folder for each release, and a symbolic link to the current one. */
export class Releases {
  readonly #folder: string;

  constructor(installation: string) {
    this.#folder = join(installation, '.releases');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** The build folder of a release, with a trailing slash. */
  dist(id: string): string {
    return join(this.#folder, id, 'dist/');
  }

  /** Adds a release of this program. */
  add(id: string): void {
    buildOnce();
    cpSync(join(project, 'dist'), this.dist(id), { recursive: true });
    cpSync(join(project, 'package.json'), join(this.#folder, id, 'package.json'));
    symlinkSync(join(project, 'node_modules'), join(this.#folder, id, 'node_modules'));
  }

  /** Adds a release whose gateway process does something else. */
  addBroken(id: string, program: string): void {
    mkdirSync(join(this.dist(id), 'gateway', 'server'), { recursive: true });
    writeFileSync(join(this.#folder, id, 'package.json'), '{"type":"module"}');
    writeFileSync(join(this.dist(id), 'gateway', 'server', 'gateway-process.js'), program);
  }

  /** Makes a release the current one. */
  install(id: string): void {
    const draft = join(this.#folder, 'current.new');
    rmSync(draft, { force: true });
    symlinkSync(id, draft);
    renameSync(draft, join(this.#folder, 'current'));
  }
}
