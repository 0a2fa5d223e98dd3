import { lstatSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releaseOf } from '../core/release.js';

/** The program of a gateway process. */
export interface Entry {
  /** The Node.js binary. */
  readonly node: string;
  /** The path of `gateway-process.js`. */
  readonly file: string;
}

/** `.ts` when the sources run, `.js` in a build. */
const ownEntry = fileURLToPath(new URL(`../server/gateway-process${extname(import.meta.url)}`, import.meta.url));

/**
 * Returns the installed program: the release that `.releases/current` links to if the supervisor runs from a folder of
 * releases, otherwise the gateway process beside the supervisor. The link is resolved here, so that a process keeps its
 * release.
 *
 * @param beside - the gateway process beside the supervisor.
 * @param node - the Node.js of the supervisor; a release may bring its own.
 */
export function currentEntry(beside = ownEntry, node = process.execPath): Entry {
  const own = releaseOf(beside);
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
