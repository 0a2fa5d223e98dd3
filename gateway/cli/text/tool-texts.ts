import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { catalogueDocument, toolDocument } from '#engine/catalogue/tool-documents.js';
import { mostResults, searchWhileTyping } from '#engine/catalogue/tool-search.js';
import { unknownTool } from '#engine/core/errors.js';
import type { LineKeeping } from '#engine/core/line-keeping.js';
import { conditionsText } from '#gateway/client/line-keeping.js';
import { optionFacts } from '#gateway/console/option-facts.js';
import { shellWord } from '#gateway/core/shell-word.js';
import { columnsText, type Io, jsonText, UsageError } from '../core/io.js';
import { addOwnTools, allTools } from '../core/own-tools.js';
import { withSearch } from './steps.js';

/** The options of `textmill tools` in the form of commander. */
export interface ToolsOptions {
  readonly search?: string;
  readonly category?: string;
  readonly lineByLine?: boolean;
  readonly json?: boolean;
  readonly toolsDir?: string;
}

/**
 * Lists the tools that fit the options: by category, or those that a search finds, best first; as JSON in the form of
 * `GET /v1/tools`.
 */
export async function toolListText(
  io: Io,
  { search = '', category, lineByLine, json, toolsDir }: ToolsOptions,
): Promise<string> {
  const all = [...(await allTools(io, toolsDir)).values()].filter(
    (entry) =>
      (category === undefined || entry.category === category) && (lineByLine !== true || streams(entry) !== 'never'),
  );
  const isSearch = search.trim() !== '';
  const fitting = isSearch ? bestFirst(all, search) : all;
  const found = isSearch ? fitting.slice(0, mostResults) : fitting;
  if (json === true) return jsonText(catalogueDocument(found));
  if (found.length === 0) return 'No tools found.\n';
  if (!isSearch) return byCategoryText(found);
  const more = fitting.length - found.length;
  const rest = more === 0 ? '' : `\n${more} more ${more === 1 ? 'tool has' : 'tools have'} some of these words.\n`;
  return columnsText(found.map(listRow)) + rest;
}

function bestFirst(all: readonly CatalogueEntry[], search: string): CatalogueEntry[] {
  const bySlug = new Map(all.map((entry) => [entry.tool.slug, entry]));
  return searchWhileTyping(all.map(toolDocument), search).flatMap(({ slug }) => bySlug.get(slug) ?? []);
}

function byCategoryText(found: readonly CatalogueEntry[]): string {
  return [...new Set(found.map((entry) => entry.category))]
    .sort()
    .map((name) => `${name}\n${columnsText(found.filter((entry) => entry.category === name).map(listRow))}`)
    .join('\n');
}

const listRow = ({ tool }: CatalogueEntry) => [`  ${tool.slug}`, tool.title];

/** Describes a tool; as JSON in the form of `GET /v1/tools/{slug}`. @throws {UsageError} for an unknown tool. */
export async function toolText(
  io: Io,
  slug: string,
  { json = false, toolsDir }: Pick<ToolsOptions, 'json' | 'toolsDir'>,
): Promise<string> {
  const catalogue = new LazyCatalogue();
  await addOwnTools(catalogue, io, toolsDir);
  const slugs = [...catalogue.keys()];
  if (!slugs.includes(slug)) throw new UsageError(withSearch(unknownTool(slug, slugs).message));
  await catalogue.load([slug]);
  const entry = catalogue.get(slug) as CatalogueEntry;
  return json ? jsonText(toolDocument(entry)) : describe(entry);
}

function describe(entry: CatalogueEntry): string {
  const { slug, title, description, config, examples } = entry.tool;
  const options = Object.entries(config.properties).map(([name, schema]) =>
    optionText(name, schema, config.required?.includes(name) === true),
  );
  return [
    `${slug}: ${title}\n\n${description}\n`,
    `Category: ${entry.category}\nLine by line: ${streamText[streams(entry)]}\nKeeps the number of lines: ${lineKeepingText(entry.tool.keepsLines)}\n`,
    `Options:${options.length === 0 ? ' none' : `\n${options.join('')}`.trimEnd()}\n`,
    `Examples:\n${examples.map((example) => exampleText(slug, example)).join('\n')}`,
  ].join('\n');
}

const streamText = {
  always: 'yes, textmill run takes any length',
  sometimes: 'with some options; then textmill run takes any length',
  never: 'no, it needs the whole text',
};

/** Returns whether `textmill run` streams, judged by the options of the examples. */
function streams({ tool, validateConfig }: CatalogueEntry): keyof typeof streamText {
  const configs = tool.examples.map(({ config = {} }) => structuredClone(config));
  const perExample = configs.map((config) => {
    validateConfig(config);
    return tool.isLineByLine(config);
  });
  if (perExample.every(Boolean)) return 'always';
  return perExample.some(Boolean) ? 'sometimes' : 'never';
}

/** Formats the options with which a tool turns each line into one line. */
function lineKeepingText(keepsLines: LineKeeping): string {
  if (typeof keepsLines === 'boolean') return keepsLines ? 'yes' : 'no';
  return `with ${keepsLines.map((alternative) => conditionsText(alternative)).join('; or with ')}`;
}

function optionText(name: string, schema: object, required: boolean): string {
  const { type, description, fallback } = optionFacts(schema);
  const standard = required ? '; required' : fallback === undefined ? '' : `; default ${fallback}`;
  return `  ${name} (${type}${standard})\n    ${description}\n`;
}

interface Example {
  readonly input: string;
  readonly config?: object;
  readonly output: string;
}

/** Formats an example as a command line and its output. */
function exampleText(slug: string, { input, config, output }: Example): string {
  const step = config === undefined ? slug : shellWord(`${slug}=${JSON.stringify(config)}`);
  const result = output.replace(/^/gm, '  ');
  return `  $ printf %s ${shellWord(input)} | textmill run ${step}\n${result.endsWith('\n') ? result : `${result}\n`}`;
}
