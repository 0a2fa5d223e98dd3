import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ownRelease } from './own-release.js';

/** The releases of an installation: a folder for each release, and a symbolic link to the current one. */
export class Releases {
  /** The folder of all releases. */
  readonly folder: string;

  constructor(installation: string) {
    this.folder = join(installation, 'dist');
    mkdirSync(this.folder, { recursive: true });
  }

  /** The folder of a release. */
  path(id: string): string {
    return join(this.folder, id);
  }

  /** Adds a release of this program, without its Node.js. */
  add(id: string): void {
    const release = ownRelease();
    const isNeeded = (path: string): boolean => relative(release, path) !== 'bin' && !path.endsWith('.map');
    cpSync(release, this.path(id), { recursive: true, filter: isNeeded });
  }

  /** Adds a release whose gateway process does something else. */
  addBroken(id: string, program: string): void {
    mkdirSync(this.path(id), { recursive: true });
    writeFileSync(join(this.path(id), 'gateway-process.mjs'), program);
  }

  /** Makes a release the current one. @param target - its name, or its folder elsewhere. */
  install(target: string): void {
    const draft = join(this.folder, 'current.new');
    rmSync(draft, { force: true });
    symlinkSync(target, draft);
    renameSync(draft, join(this.folder, 'current'));
  }
}
