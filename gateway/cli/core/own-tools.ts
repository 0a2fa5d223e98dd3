import { resolve } from 'node:path';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import type { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import type { ToolSet } from '#engine/own-tools/tool-set.js';
import { CommandError, type Io } from './io.js';

/** Memory that modules may use while they are checked, in MiB, as in a gateway. */
const checkMemoryMb = 512;

type Place = Pick<Io, 'environment' | 'workingFolder'>;

/** Returns the folder of the operator's tools: of `--tools-dir`, or TOOLS_DIR. Undefined if there is none. */
export function toolsDirOf({ environment, workingFolder }: Place, option?: string): string | undefined {
  const path = option ?? environment.TOOLS_DIR;
  return path ? resolve(workingFolder, path) : undefined;
}

/**
 * Reads and checks the operator's tools, as a gateway does.
 *
 * @param option - the value of `--tools-dir`.
 * @param laws - see `ToolChecks`.
 * @returns undefined if there are none.
 * @throws {CommandError} if one is invalid.
 */
export async function ownToolSet(place: Place, option?: string, laws = false): Promise<ToolSet | undefined> {
  const directory = toolsDirOf(place, option);
  if (directory === undefined) return undefined;
  // Loaded only if there is a folder: it would add to the start of every command.
  const [{ checkedToolSet }, { ToolFileError }] = await Promise.all([
    import('#workers/tool-check.js'),
    import('#engine/own-tools/invalid-tool.js'),
  ]);
  try {
    return await checkedToolSet(directory, checkMemoryMb, laws);
  } catch (error) {
    if (!(error instanceof ToolFileError)) throw error;
    const place = error.file === directory ? '' : `${directory}: `;
    throw new CommandError(`${place}${error.message}`, { cause: error });
  }
}

/**
 * Adds the operator's tools to a catalogue of a command that runs them itself.
 *
 * @throws {CommandError} as {@link ownToolSet}.
 */
export async function addOwnTools(catalogue: LazyCatalogue, place: Place, option?: string): Promise<void> {
  const set = await ownToolSet(place, option);
  if (set === undefined) return;
  const { folderTools } = await import('#engine/own-tools/tool-set.js');
  catalogue.useOwn(folderTools(set.folder, (slug) => catalogue.isBuiltIn(slug)));
}

/** Returns all tools, and those of the operator as they describe themselves. @throws {CommandError} as {@link ownToolSet}. */
export async function allTools(place: Place, option?: string): Promise<ReadonlyMap<string, CatalogueEntry>> {
  const [{ loadCatalogue }, set] = await Promise.all([
    import('#engine/catalogue/catalogue.js'),
    ownToolSet(place, option),
  ]);
  const builtIn = await loadCatalogue();
  if (set === undefined) return builtIn;
  const { describedEntries } = await import('#engine/own-tools/tool-set.js');
  const own = describedEntries(set, builtIn).map((entry) => [entry.tool.slug, entry] as const);
  return new Map([...builtIn, ...own].sort(([one], [other]) => (one < other ? -1 : 1)));
}
