import { randomBytes } from 'node:crypto';
import { constants, existsSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, link, lstat, open, opendir, readlink, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path';
import { shortName } from '#engine/core/errors.js';
import { fileRefusal } from '#gateway/mcp/tools/agent-files.js';
import { cleanUpAtEnd } from '../core/clean-up.js';
import { UsageError } from '../core/io.js';

/** A folder that the user has opened. */
interface OpenFolder {
  /** Its name at the top, if there are several. */
  readonly name: string;
  /** As it was given, absolute. */
  readonly given: string;
  /** Without links. */
  readonly path: string;
  readonly isReadOnly: boolean;
}

/** A file that is read: opened, and certainly below an open folder. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** A file that is written: it is there when everything is. */
export interface NewFile {
  write(bytes: string | Uint8Array): Promise<void>;
  /** Puts the file into its place, when all of it is on the disk. @throws {RequestError} if another is there by now. */
  commit(): Promise<void>;
  /** Removes what was written. Does nothing after {@link commit}. */
  discard(): Promise<void>;
}

interface Listing {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** Whether the folder has more entries than are read. */
  readonly isCut: boolean;
}

/** An entry of a folder. */
interface Entry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly stats: Stats | undefined;
}

/** Where Linux shows what a process has opened. */
const descriptors = '/proc/self/fd';
const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;

/** Longer paths are refused before the system sees them. */
const longestPath = 4_096;
/** Most entries of a folder that are read. */
const mostEntries = 10_000;

/**
 * The folders of `--files`. A path leads to a file below one of them, whatever links are on its way, or is refused; all
 * that is not there and all that is outside is refused in the same words.
 *
 * A path is checked twice. First it is resolved. Then what was opened is checked: on Linux by the path that the system
 * has for it, elsewhere by its identity, because a link may have taken the place of a folder in between. What is written
 * goes through the opened folder, so no link can lead it elsewhere.
 */
export class OpenFolders {
  readonly #folders: readonly OpenFolder[];
  readonly #hasDescriptors: boolean;

  /**
   * @param options - the values of `--files`: folders, each with `:ro` behind it if it may only be read.
   * @param hasDescriptors - whether the system shows what a process has opened.
   * @throws {UsageError} if one is no folder.
   */
  constructor(options: readonly string[], workingFolder: string, hasDescriptors = existsSync(descriptors)) {
    this.#hasDescriptors = hasDescriptors;
    const folders: OpenFolder[] = [];
    for (const option of options) {
      const [, written = option, mode] = /^(.*?)(:ro)?$/s.exec(option) ?? [];
      const given = resolve(workingFolder, written);
      if (written === '' || statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) {
        throw new UsageError(`--files ${option}: there is no such folder`);
      }
      const path = realpathSync(given);
      folders.push({ name: freeName(basename(path) || 'root', folders), given, path, isReadOnly: mode !== undefined });
    }
    this.#folders = folders;
  }

  get isWritable(): boolean {
    return this.#folders.some(({ isReadOnly }) => !isReadOnly);
  }

  /** Opens a file to read it. @throws {RequestError} */
  async read(path: string): Promise<OpenFile> {
    const real = await this.#real(path);
    const found = await lstat(real).catch(() => undefined);
    if (found === undefined) throw missing(path);
    if (!found.isFile()) throw fileRefusal(`${shown(path)} is ${found.isDirectory() ? 'a folder' : 'not a file'}`);
    // A pipe that took its place would wait for a writer.
    const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error) => {
      throw isRefused(error) ? fileRefusal(`${shown(path)} may not be read`) : missing(path);
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile() || (await this.#actualPath(handle, real)) === undefined) throw missing(path);
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Creates a file, beside its place.
   *
   * @param replaces - whether it may take the place of another.
   * @throws {RequestError}
   */
  async write(path: string, replaces: boolean): Promise<NewFile> {
    const place = this.#place(path);
    if (this.#folders.some((folder) => folder.path === place)) throw fileRefusal(`${shown(path)} is a folder`);
    const parent = await this.#realPlace(dirname(place), path);
    const { handle, at, within } = await this.#openFolder(parent, path);
    try {
      if (this.#isReadOnly(at, place)) {
        throw fileRefusal(`${shown(path)} may only be read: its folder was opened with :ro`);
      }
      const target = join(within, basename(place));
      const isInside = async () => {
        const now = await this.#actualPath(handle, parent);
        return now !== undefined && !this.#isReadOnly(now, place);
      };
      const replaced = await replacedFile(target, path, replaces);
      const file = new TemporaryFile(target, { path, replaces, isInside, handle });
      await file.open(within, replaced);
      return file;
    } catch (error) {
      await handle.close();
      throw writeError(error, path);
    }
  }

  /**
   * Returns some of the entries of a folder, in order.
   *
   * @param from - how many to leave out.
   * @param most - how many to return.
   * @throws {RequestError}
   */
  async list(path: string, from: number, most: number): Promise<Listing> {
    if (this.#isTop(path)) {
      const tops = this.#folders.map(({ name }) => name).sort();
      const entries = tops
        .slice(from, from + most)
        .map((name): Entry => ({ path: name, kind: 'folder', stats: undefined }));
      return { entries, total: tops.length, isCut: false };
    }
    const { handle, within } = await this.#openFolder(await this.#real(path), path);
    try {
      const names: string[] = [];
      let isCut = false;
      for await (const { name } of await opendir(within)) {
        isCut = names.length === mostEntries;
        if (isCut) break;
        names.push(name);
      }
      const wanted = names.sort().slice(from, from + most);
      const entries = wanted.map(async (name): Promise<Entry> => {
        const stats = await lstat(join(within, name)).catch(() => undefined);
        return { path: join(path, name), kind: kindOf(stats), stats };
      });
      return { entries: await Promise.all(entries), total: names.length, isCut };
    } finally {
      await handle.close();
    }
  }

  #isTop(path: string): boolean {
    return this.#folders.length > 1 && /^\.?\/?$/.test(path);
  }

  /** Returns the place that a path names, before links are followed. @throws {RequestError} if it is outside. */
  #place(path: string): string {
    if (path.length > longestPath || path.includes('\0')) throw missing(path);
    if (path.includes('\\')) throw fileRefusal(`${shown(path)}: write / between folders`);
    if (isAbsolute(path)) {
      const place = withoutSlash(normalize(path));
      for (const { given, path: real } of this.#folders) {
        if (isBelow(place, real)) return place;
        if (isBelow(place, given)) return withoutSlash(join(real, place.slice(given.length)));
      }
      throw missing(path);
    }
    const [first = '', ...rest] = normalize(path).split('/');
    const [only] = this.#folders;
    const folder = this.#folders.length > 1 ? this.#folders.find(({ name }) => name === first) : only;
    if (folder === undefined || first === '..') throw missing(path);
    return withoutSlash(this.#folders.length > 1 ? join(folder.path, ...rest) : join(folder.path, path));
  }

  /** Follows all links. Models compose characters (NFC) that the disk may have in pieces, as macOS does (NFD). */
  async #real(path: string): Promise<string> {
    for (const form of [path, path.normalize('NFC'), path.normalize('NFD')]) {
      const place = this.#place(form);
      if (existsSync(place)) return this.#realPlace(place, path);
    }
    throw missing(path);
  }

  /** Follows all links. @throws {RequestError} if nothing is there, or it is outside. */
  async #realPlace(place: string, path: string): Promise<string> {
    const real = await realpath(place).catch(() => undefined);
    if (real === undefined || this.#folderOf(real) === undefined) throw missing(path);
    return real;
  }

  /** The innermost open folder that something is in. */
  #folderOf(real: string): OpenFolder | undefined {
    const around = this.#folders.filter(({ path }) => isBelow(real, path));
    return around.toSorted((a, b) => b.path.length - a.path.length || Number(b.isReadOnly) - Number(a.isReadOnly))[0];
  }

  /** Whether a file of a folder may only be read. */
  #isReadOnly(folder: string, file: string): boolean {
    return this.#folderOf(join(folder, basename(file)))?.isReadOnly !== false;
  }

  /** Opens a folder. @returns it, where it is, and the path by which its entries are certainly its own. */
  async #openFolder(real: string, path: string) {
    const handle = await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error) => {
      throw isRefused(error) ? fileRefusal(`The folder of ${shown(path)} may not be read`) : missing(path);
    });
    const at = await this.#actualPath(handle, real);
    if (at !== undefined) return { handle, at, within: this.#hasDescriptors ? shownBySystem(handle) : real };
    await handle.close();
    throw missing(path);
  }

  /**
   * Returns where what was opened at a path without links is.
   *
   * @returns undefined if it is not below an open folder, or that is not certain.
   */
  async #actualPath(handle: FileHandle, real: string): Promise<string | undefined> {
    if (this.#hasDescriptors) {
      const at = await readlink(shownBySystem(handle)).catch(() => '');
      return this.#folderOf(at) && at;
    }
    const [opened, found, again] = await Promise.all([
      handle.stat(),
      lstat(real).catch(() => undefined),
      realpath(real).catch(() => ''),
    ]);
    return again === real && found?.ino === opened.ino && found.dev === opened.dev ? real : undefined;
  }
}

function shownBySystem({ fd }: FileHandle): string {
  return join(descriptors, String(fd));
}

/** What a temporary file will become. */
interface Purpose {
  /** As the call named it. */
  readonly path: string;
  readonly replaces: boolean;
  /** Whether the folder is still below an open one. */
  readonly isInside: () => Promise<boolean>;
  /** Of the folder. */
  readonly handle: FileHandle;
}

class TemporaryFile implements NewFile {
  readonly #target: string;
  readonly #purpose: Purpose;
  #temporary = '';
  #file: FileHandle | undefined;
  #cancelCleanUp: () => void = () => undefined;

  constructor(target: string, purpose: Purpose) {
    this.#target = target;
    this.#purpose = purpose;
  }

  /** @param replaced - the file that is replaced, whose owner and mode stay; undefined for a new one. */
  async open(within: string, replaced: Stats | undefined): Promise<void> {
    this.#temporary = join(within, `.textmill-${randomBytes(6).toString('hex')}.tmp`);
    // Registered before the file exists: a signal in between would leave it behind.
    this.#cancelCleanUp = cleanUpAtEnd(() => rmSync(this.#temporary, { force: true }));
    try {
      const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
      this.#file = await open(this.#temporary, flags, replaced === undefined ? 0o666 : 0o600);
      if (replaced === undefined) return;
      // Only root can give files away.
      await this.#file.chown(replaced.uid, replaced.gid).catch(() => undefined);
      await this.#file.chmod(replaced.mode & 0o777);
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  async write(bytes: string | Uint8Array): Promise<void> {
    if (bytes.length > 0) await this.#trying(() => this.#file?.writeFile(bytes));
  }

  async commit(): Promise<void> {
    const { path, replaces, isInside, handle } = this.#purpose;
    await this.#trying(async () => {
      await this.#file?.sync();
      await this.#file?.close();
      this.#file = undefined;
      if (!(await isInside())) throw missing(path);
      if (replaces) await rename(this.#temporary, this.#target);
      else await putNew(this.#temporary, this.#target, path);
      // Not all systems can; the file itself is on the disk.
      await handle.sync().catch(() => undefined);
    });
    this.#temporary = '';
    await this.discard();
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    if (this.#temporary !== '') await unlink(this.#temporary).catch(() => undefined);
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#temporary = '';
    this.#cancelCleanUp();
    await this.#purpose.handle.close().catch(() => undefined);
  }

  async #trying(step: () => Promise<void> | undefined): Promise<void> {
    try {
      await step();
    } catch (error) {
      throw writeError(error, this.#purpose.path);
    }
  }
}

/** Puts a file where none is, also if one appears there in this moment. */
async function putNew(temporary: string, target: string, path: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    await replacedFile(target, path, false);
    await rename(temporary, target);
    return;
  }
  await unlink(temporary);
}

/** Some file systems have no second names for files. */
function hasNoLinks(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Returns the file that is replaced; undefined if there is none. @throws {RequestError} if it must stay. */
async function replacedFile(target: string, path: string, replaces: boolean): Promise<Stats | undefined> {
  const found = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) throw fileRefusal(`${shown(path)} is a link: name the file that it leads to`);
  if (!found.isFile()) throw fileRefusal(`${shown(path)} is ${found.isDirectory() ? 'a folder' : 'not a file'}`);
  if (!replaces) throw exists(path);
  return found;
}

function exists(path: string): Error {
  return fileRefusal(`${shown(path)} exists: choose another name, or pass "overwrite": true`);
}

/** Returns what a call is told of a failed write: nothing that the system says, since it names paths. */
function writeError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return error;
  if (code === 'EEXIST') return exists(path);
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'there is no room for it',
    EDQUOT: 'there is no room for it',
    EFBIG: 'it would be too large',
    ENAMETOOLONG: 'its name is too long',
    EACCES: 'its folder may not be written to',
    EPERM: 'its folder may not be written to',
    EROFS: 'its folder may not be written to',
  };
  return fileRefusal(`${shown(path)} cannot be written: ${reasons[code] ?? code}`);
}

function isRefused(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The one refusal of what is not there and what is outside. */
function missing(path: string): Error {
  return fileRefusal(`There is no ${shown(path)} in the folders that are open. list_files shows what there is`);
}

/** Returns a path for a message: a line end in it does not end the line. */
export function shown(path: string): string {
  return JSON.stringify(shortName(path));
}

function kindOf(stats: Stats | undefined): Entry['kind'] {
  if (stats?.isFile() === true) return 'file';
  if (stats?.isDirectory() === true) return 'folder';
  return stats?.isSymbolicLink() === true ? 'link' : 'other';
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function freeName(name: string, folders: readonly OpenFolder[]): string {
  const taken = (wanted: string) => folders.some((folder) => folder.name === wanted);
  if (!taken(name)) return name;
  let count = 2;
  while (taken(`${name}-${count}`)) count++;
  return `${name}-${count}`;
}
