import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import type { CatalogueEntry, ToolSource } from '../catalogue/catalogue.js';
import { LazyCatalogue, type OwnToolSource } from '../catalogue/lazy-catalogue.js';
import { maxOutputCharacters } from '../core/limits.js';
import type { LineKeeping } from '../core/line-keeping.js';
import { entryFile } from '../core/program-folder.js';
import type { ToolExample } from '../core/tool.js';
import { MisplacedJsonError, type PlacedJson, placedJson } from '../text/json/placed-json.js';
import { checkSlug, InvalidToolError, ToolFileError } from './invalid-tool.js';
import { moduleTool, ownEntry, runExamples } from './own-tool.js';
import { isToolFile, slugOfFile, type ToolFolder } from './tool-folder.js';
import { checkLaws } from './tool-laws.js';
import { toolsNeeded, type WorkflowDefinition, workflowDefinition, workflowEntry } from './workflow-tool.js';

/** Most steps of a workflow tool, with those of the workflow tools in it. */
const mostSteps = 250;

/** What a checked tool says of itself. Plain data. */
export interface OwnToolFacts {
  readonly file: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of the options. */
  readonly config: object;
  readonly keepsLines: LineKeeping;
  readonly examples: readonly ToolExample<Record<string, unknown>>[];
}

/** The tools of an operator, checked. Plain data, so that threads can be sent a copy. */
export interface ToolSet {
  readonly folder: ToolFolder;
  readonly tools: readonly OwnToolFacts[];
}

/** A tool of a folder, not loaded. */
interface FolderTool extends OwnToolSource {
  readonly file: string;
  /** The tools that it runs; none for a module. */
  readonly needs: readonly string[];
}

/**
 * Returns the tools of a folder, modules first.
 *
 * @param isBuiltIn - whether a tool of Textmill has a slug.
 * @throws {ToolFileError} if a file is invalid as far as it can be told without loading tools.
 */
export function folderTools(folder: ToolFolder, isBuiltIn: (slug: string) => boolean): readonly FolderTool[] {
  const files = [...folder.files.keys()].filter(isToolFile);
  const modules = files.filter((file) => file.endsWith('.mjs')).map((file) => moduleOf(folder, file, isBuiltIn));
  const workflows = files.filter((file) => file.endsWith('.json')).map((file) => workflowOf(folder, file, isBuiltIn));
  const tools = [...modules, ...workflows];
  const bySlug = new Map<string, FolderTool>();
  for (const tool of tools) {
    const other = bySlug.get(tool.slug);
    if (other !== undefined) throw new ToolFileError(tool.file, `${other.file} has the same slug`);
    bySlug.set(tool.slug, tool);
  }
  for (const tool of workflows) checkCircles(tool, bySlug);
  return tools;
}

function moduleOf(folder: ToolFolder, file: string, isBuiltIn: (slug: string) => boolean): FolderTool {
  const slug = slugOfFile(file);
  refused(file, () => checkSlug(slug, isBuiltIn));
  const load = async (): Promise<CatalogueEntry> => {
    let exported: unknown;
    try {
      exported = (await importModule(folder, file)).default;
    } catch (error) {
      throw new ToolFileError(file, `cannot be loaded: ${messageOf(error)}`, lineOf(error, file), error);
    }
    const entry = refused(file, () => moduleTool(exported, isBuiltIn));
    if (entry.tool.slug === slug) return entry;
    throw new ToolFileError(file, `the tool has the slug ${entry.tool.slug}; slug and file name must agree`);
  };
  return { slug, file, needs: [], load };
}

function workflowOf(folder: ToolFolder, file: string, isBuiltIn: (slug: string) => boolean): FolderTool {
  const slug = slugOfFile(file);
  refused(file, () => checkSlug(slug, isBuiltIn));
  const json = parsed(folder, file);
  const definition = refused(file, () => workflowDefinition(json.value), json);
  const needs = toolsNeeded(definition);
  return {
    slug,
    file,
    needs,
    async load(tools) {
      await tools.load(needs);
      return refused(file, () => workflowEntry(slug, definition, tools), json);
    },
  };
}

function parsed({ files }: ToolFolder, file: string): PlacedJson {
  try {
    return placedJson(files.get(file) ?? '');
  } catch (error) {
    if (error instanceof MisplacedJsonError) throw new ToolFileError(file, error.message, error.place.line, error);
    throw error;
  }
}

/** Names the file and, in JSON, the line of what is wrong. */
function refused<Result>(file: string, check: () => Result, json?: PlacedJson): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidToolError)) throw error;
    throw new ToolFileError(file, error.message, json?.placeOf(error.path).line, error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.message}` : `it threw ${String(error)}`;
}

/** Returns the line of a module in which an error was thrown. */
function lineOf(error: unknown, file: string): number | undefined {
  const { stack = '' } = error instanceof Error ? error : {};
  const at = stack.split(file).find((rest, index) => index > 0 && /^(?:\?\w+)?:\d/.test(rest));
  const [, line] = /^(?:\?\w+)?:(\d+)/.exec(at ?? '') ?? [];
  return line === undefined ? undefined : Number(line);
}

function checkCircles({ slug, file, needs }: FolderTool, tools: ReadonlyMap<string, FolderTool>): void {
  const countOf = (needed: readonly string[], path: readonly string[]): number =>
    needed.reduce((sum, each) => {
      if (path.includes(each)) {
        const circle = [...path.slice(path.indexOf(each)), each].join(' → ');
        throw new ToolFileError(file, path.length === 1 ? 'the tool runs itself' : `tools run each other: ${circle}`);
      }
      const count = sum + (tools.has(each) ? countOf(tools.get(each)?.needs ?? [], [...path, each]) : 1);
      if (count <= mostSteps) return count;
      throw new ToolFileError(file, `has more than ${mostSteps} steps, with those of the tools that it runs`);
    }, 0);
  countOf(needs, [slug]);
}

/** How tools are checked. */
export interface ToolChecks {
  /** Whether their time and their lines are checked, too, which takes much longer. */
  readonly laws?: boolean;
  /** Called with the file that is checked next: its code may never return. */
  readonly onFile?: (file: string) => void;
}

/**
 * Checks the tools of a folder: loads them, and runs their examples.
 *
 * @throws {ToolFileError} for the first that is invalid.
 */
export async function checkTools(folder: ToolFolder, { laws = false, onFile }: ToolChecks = {}): Promise<ToolSet> {
  const catalogue = new LazyCatalogue();
  const sources = folderTools(folder, (slug) => catalogue.isBuiltIn(slug));
  catalogue.useOwn(sources);
  const tools: OwnToolFacts[] = [];
  for (const { slug, file, needs } of sources) {
    onFile?.(file);
    await catalogue.load(needs);
    await catalogue.load([slug]);
    const entry = catalogue.get(slug);
    if (entry === undefined) throw new Error(`${slug} was not loaded`);
    const json = file.endsWith('.json') ? parsed(folder, file) : undefined;
    refused(file, () => runExamples(entry, maxOutputCharacters), json);
    if (laws) refused(file, () => checkLaws(entry), json);
    const { title, description, config, keepsLines, examples } = entry.tool;
    // A copy: nothing of a module gets out of its thread but data.
    tools.push(structuredClone({ file, slug, title, description, config, keepsLines, examples }));
  }
  return { folder, tools };
}

/**
 * Returns the entries of checked tools for a thread that must not run modules: such a tool describes itself, and costs so
 * much that it runs on others only.
 *
 * @param builtIn - Textmill's tools.
 */
export function describedEntries({ folder, tools }: ToolSet, builtIn: ToolSource): readonly CatalogueEntry[] {
  const entries = new Map<string, CatalogueEntry>();
  const all: ToolSource = {
    get: (slug) => builtIn.get(slug) ?? entries.get(slug),
    keys: () => [...builtIn.keys(), ...entries.keys()],
  };
  const definitions = new Map<string, WorkflowDefinition>();
  for (const { file, slug, ...facts } of tools) {
    if (file.endsWith('.json')) definitions.set(slug, workflowDefinition(parsed(folder, file).value));
    else entries.set(slug, ownEntry({ slug, ...facts, run: notHere }));
  }
  const add = (slug: string): void => {
    const definition = definitions.get(slug);
    if (definition === undefined || entries.has(slug)) return;
    for (const needed of toolsNeeded(definition)) add(needed);
    entries.set(slug, workflowEntry(slug, definition, all));
  };
  for (const slug of definitions.keys()) add(slug);
  return [...entries.values()];
}

function notHere(): never {
  throw new Error('A module of an operator was run on the event loop');
}

/** What `registerHooks` takes; Bun, Deno and older versions of Node.js have none. */
interface Hooks {
  resolve(specifier: string, context: { readonly parentURL?: string }, next: Next): unknown;
  load(url: string, context: object, next: Next): unknown;
}
type Next = (specifier: string, context: object) => unknown;
const { registerHooks } = nodeModule as { readonly registerHooks?: (hooks: Hooks) => void };

/** The texts of the modules of all folders that were used, by their addresses. */
const sources = new Map<string, string>();
/** The folders whose modules are in {@link sources}, by their digests. */
const registered = new Set<string>();
let isHooked = false;

/**
 * Imports a module of a folder. It is the text that was read with the folder, which was checked: the file may have changed
 * since. So are the modules that it imports from the folder. `textmill/engine` is this program's.
 *
 * @throws whatever the module throws.
 */
async function importModule(folder: ToolFolder, name: string): Promise<{ readonly default?: unknown }> {
  const { directory, files, digest } = folder;
  if (registerHooks === undefined) return import(pathToFileURL(`${directory}/${name}`).href);
  if (!isHooked) registerHooks(hooks);
  isHooked = true;
  if (!registered.has(digest)) {
    registered.add(digest);
    for (const [file, text] of files) sources.set(addressOf(folder, file), text);
  }
  return import(addressOf(folder, name));
}

/** The digest makes it another module after a change. */
function addressOf({ directory, digest }: ToolFolder, name: string): string {
  return `${pathToFileURL(`${directory}/${name}`).href}?${digest}`;
}

const library = pathToFileURL(entryFile('engine/index')).href;

const hooks: Hooks = {
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (parentURL === undefined || !sources.has(parentURL)) return next(specifier, context);
    if (specifier === 'textmill/engine') return { url: library, shortCircuit: true };
    const { search } = new URL(parentURL);
    const url = specifier.startsWith('.') ? `${new URL(specifier, parentURL).href}${search}` : '';
    return sources.has(url) ? { url, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const source = sources.get(url);
    if (source === undefined) return next(url, context);
    const format = new URL(url).pathname.endsWith('.json') ? 'json' : 'module';
    return { format, source, shortCircuit: true };
  },
};
