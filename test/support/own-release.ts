import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtRelease } from '../../gateway/build/build.mjs';
import { keepWhileRunning } from '../../gateway/build/releases.mjs';

const builder = fileURLToPath(new URL('../../gateway/build/build.mjs', import.meta.url));

let folder: string | undefined;

/** Returns the folder of a release of this project, which is built at most once: tests do not change the sources. */
export function ownRelease(): string {
  if (folder === undefined) {
    folder = builtRelease() ?? madeRelease();
    // Sources that are changed while tests run lead to another one.
    keepWhileRunning(folder);
  }
  return folder;
}

function madeRelease(): string {
  const { status } = spawnSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const release = builtRelease();
  if (status !== 0 || release === undefined) throw new Error('The release cannot be built');
  return release;
}

/** Returns the path of a module of {@link ownRelease} that starts as a process, such as `main`, the supervisor. */
export function releasedEntry(name: 'main' | 'gateway-process' | 'command-line'): string {
  return join(ownRelease(), `${name}.mjs`);
}
