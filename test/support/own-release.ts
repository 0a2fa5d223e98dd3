import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtRelease } from '../../gateway/build/build.mjs';
import { keepWhileRunning } from '../../gateway/build/releases.mjs';

const builder = fileURLToPath(new URL('../../gateway/build/build.mjs', import.meta.url));
/** Only in a folder of this name is there a release. */
const copies = fileURLToPath(new URL('../compiled-releases/dist', import.meta.url));

let folder: string | undefined;

/** Returns the folder of a release of this project, which is built at most once: tests do not change the sources. */
export function ownRelease(): string {
  if (folder === undefined) {
    const built = builtRelease() ?? madeRelease();
    // Sources that are changed while tests run lead to another one.
    keepWhileRunning(built);
    folder = isCurrent(built) ? built : copyOf(built);
  }
  return folder;
}

function madeRelease(): string {
  const { status } = spawnSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const release = builtRelease();
  if (status !== 0 || release === undefined) throw new Error('The release cannot be built');
  return release;
}

/** Whether a supervisor of this release starts no other one: that of the last `npm start` is linked in its folder. */
function isCurrent(release: string): boolean {
  const link = join(dirname(release), 'current');
  return !existsSync(link) || basename(readlinkSync(link)) === basename(release);
}

/** Returns a copy of a release, without its Node.js, in a folder that has no link. */
function copyOf(release: string): string {
  const copy = join(copies, basename(release));
  if (existsSync(copy)) return copy;
  mkdirSync(copies, { recursive: true });
  const draft = `${copy}.${process.pid}`;
  for (const other of readdirSync(copies)) {
    if (!other.startsWith(basename(release))) rmSync(join(copies, other), { recursive: true, force: true });
  }
  cpSync(release, draft, { recursive: true, filter: (path) => relative(release, path) !== 'bin' });
  try {
    renameSync(draft, copy);
  } catch {
    // Another process of the tests was faster.
    rmSync(draft, { recursive: true });
  }
  return copy;
}

/** Returns the path of a module of {@link ownRelease} that starts as a process, such as `main`, the supervisor. */
export function releasedEntry(name: 'main' | 'gateway-process' | 'command-line'): string {
  return join(ownRelease(), `${name}.mjs`);
}
