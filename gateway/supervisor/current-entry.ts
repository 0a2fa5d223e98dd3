import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entryFile } from '#engine/core/program-folder.js';
import { releaseIn } from '#gateway/core/release.js';

/** The program of a gateway process. */
export interface Entry {
  /** The Node.js binary. */
  readonly node: string;
  /** The path of its module. */
  readonly file: string;
}

const ownEntry = entryFile('gateway/server/gateway-process');

/**
 * Returns the installed program: the release that `dist/current` links to if the supervisor runs from a folder of
 * releases, otherwise the gateway process beside the supervisor. The link is resolved here, so that a process keeps its
 * release.
 *
 * @param beside - the gateway process beside the supervisor.
 * @param node - the Node.js of the supervisor; a release may bring its own.
 */
export function currentEntry(beside = ownEntry, node = process.execPath): Entry {
  const own = releaseIn(dirname(beside));
  if (own === undefined) return { node, file: beside };
  const link = join(own.releases, 'current');
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink) return { node, file: beside };
  const current = followed(link);
  const moved = (path: string): string => join(current, path.slice(own.folder.length + 1));
  return { node: node.startsWith(`${own.folder}/`) ? moved(node) : node, file: moved(beside) };
}

/** A broken link is not resolved: the start fails and names the missing file. */
function followed(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return link;
  }
}
