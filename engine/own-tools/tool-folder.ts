import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ToolFileError } from './invalid-tool.js';

/** Most files in a folder of tools, and most bytes: each thread has a copy. */
const mostFiles = 500;
const mostBytes = 8_388_608;
/** Most bytes of one file. */
const mostFileBytes = 1_048_576;

/** The files of an operator's tools. Plain data, so that threads can be sent a copy. It never changes. */
export interface ToolFolder {
  readonly directory: string;
  /** Names in the folder, with `/`, and texts. */
  readonly files: ReadonlyMap<string, string>;
  /** Is the same for the same files, on every machine. */
  readonly digest: string;
}

/** The folder of a gateway that has no tools of its own. */
export const noToolFolder: ToolFolder = { directory: '', files: new Map(), digest: '' };

/** Whether a file declares a tool: one below a folder is a module that tools import. */
export function isToolFile(name: string): boolean {
  return /^[^/]+\.(?:json|mjs)$/.test(name) && !/^package(?:-lock)?\.json$/.test(name);
}

/** Returns the slug of a tool by the name of its file. */
export function slugOfFile(name: string): string {
  return name.replace(/\.\w+$/, '');
}

/**
 * Reads the files of a folder of tools: `.json` and `.mjs`, and what these may import from folders below it. Hidden files
 * and node_modules are left out.
 *
 * @throws {ToolFileError} if a file cannot be read, or there are too many.
 */
export function readToolFolder(directory: string): ToolFolder {
  const files = new Map<string, string>();
  let bytes = 0;
  for (const name of namesIn(directory)) {
    const content = readToolFile(directory, name);
    bytes += content.byteLength;
    files.set(name, content.toString());
    if (files.size > mostFiles) throw new ToolFileError(directory, `has more than ${mostFiles} files of tools`);
    if (bytes > mostBytes) throw new ToolFileError(directory, `has more than ${mostBytes} bytes of tools`);
  }
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(JSON.stringify([name, text]));
  return { directory, files, digest: hash.digest('hex').slice(0, 12) };
}

function namesIn(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw new ToolFileError(directory, `cannot be read: ${(error as Error).message}`);
  }
  return names
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !/(?:^|\/)(?:\.|node_modules\/)/.test(name) && /\.(?:json|[mc]?[jt]s)$/.test(name))
    .sort();
}

function readToolFile(directory: string, name: string): Buffer {
  if (!name.includes('/') && !/\.(?:json|mjs)$/.test(name)) {
    throw new ToolFileError(name, 'is no tool: the name of a tool ends in .json or .mjs');
  }
  const path = join(directory, name);
  let content: Buffer;
  try {
    // Before it is read: a pipe or a device may never end.
    const { size } = statSync(path);
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    if (size > mostFileBytes) throw new Error(`it is longer than ${mostFileBytes} bytes`);
    content = readFileSync(path);
  } catch (error) {
    throw new ToolFileError(name, `cannot be read: ${(error as Error).message}`);
  }
  if (isUtf8(content)) return content;
  throw new ToolFileError(name, 'is not UTF-8');
}
