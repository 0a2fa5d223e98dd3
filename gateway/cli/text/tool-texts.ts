import { type CatalogueEntry, loadCatalogue } from '../../../engine/catalogue.js';
import { messages } from '../../../engine/errors.js';
import { LazyCatalogue } from '../../../engine/lazy-catalogue.js';
import { nearestName } from '../../../engine/suggestion.js';
import { catalogueDocument, toolDocument } from '../../routes/tool-documents.js';
import type { ToolsOptions } from '../commands/tools.js';
import { columnsText, jsonText, UsageError } from '../io.js';

/**
 * The tools that were asked for, by category; as JSON what `GET /v1/tools` says, with those only.
 *
 * @throws {UsageError} for a category that there is not.
 */
export async function toolListText({ search = '', category, lineByLine, json }: ToolsOptions): Promise<string> {
  const all = [...(await loadCatalogue()).values()];
  const categories = [...new Set(all.map((entry) => entry.category))].sort();
  if (category !== undefined && !categories.includes(category)) {
    throw new UsageError(`Unknown category: ${category}. There are ${categories.join(', ')}`);
  }
  const words = search.toLowerCase().split(/\s+/);
  const found = all.filter(
    (entry) =>
      (category === undefined || entry.category === category) &&
      (lineByLine !== true || streams(entry) !== 'never') &&
      hasAll(entry, words),
  );
  if (json === true) return jsonText(catalogueDocument(found));
  if (found.length === 0) return 'No tools found.\n';
  return categories
    .map((name) => found.filter((entry) => entry.category === name))
    .filter((entries) => entries.length > 0)
    .map((entries) => `${entries[0]?.category}\n${columnsText(entries.map(listRow))}`)
    .join('\n');
}

const listRow = ({ tool }: CatalogueEntry) => [`  ${tool.slug}`, tool.title];

function hasAll({ tool }: CatalogueEntry, words: readonly string[]): boolean {
  const text = `${tool.slug} ${tool.title} ${tool.description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** All about a tool; as JSON what `GET /v1/tools/{slug}` says. @throws {UsageError} if there is none of this name. */
export async function toolText(slug: string, json: boolean): Promise<string> {
  const catalogue = new LazyCatalogue();
  const slugs = [...catalogue.keys()];
  if (!slugs.includes(slug)) throw new UsageError(messages.unknownTool(slug, nearestName(slug, slugs)));
  await catalogue.load([slug]);
  const entry = catalogue.get(slug) as CatalogueEntry;
  return json ? jsonText(toolDocument(entry)) : describe(entry);
}

function describe(entry: CatalogueEntry): string {
  const { slug, title, description, config, examples } = entry.tool;
  const options = Object.entries(config.properties).map(([name, schema]) =>
    optionText(name, schema as OptionSchema, config.required?.includes(name) === true),
  );
  return [
    `${slug}: ${title}\n\n${description}\n`,
    `Category: ${entry.category}\nLine by line: ${streamText[streams(entry)]}\n`,
    `Options:${options.length === 0 ? ' none' : `\n${options.join('')}`.trimEnd()}\n`,
    `Examples:\n${examples.map((example) => exampleText(slug, example)).join('\n')}`,
  ].join('\n');
}

const streamText = {
  always: 'yes, textmill run takes any length',
  sometimes: 'with some options; then textmill run takes any length',
  never: 'no, it needs the whole text',
};

/** Whether `textmill run` streams, judged by the options of the examples. */
function streams({ tool, validateConfig }: CatalogueEntry): keyof typeof streamText {
  const configs = tool.examples.map(({ config = {} }) => structuredClone(config));
  const answers = configs.map((config) => {
    validateConfig(config);
    return tool.isLineByLine(config);
  });
  if (answers.every(Boolean)) return 'always';
  return answers.some(Boolean) ? 'sometimes' : 'never';
}

/** What the schema of an option may say. */
interface OptionSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema;
  readonly patternProperties?: Readonly<Record<string, OptionSchema>>;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

function optionText(name: string, schema: OptionSchema, required: boolean): string {
  const fallback = schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`;
  const facts = [typeText(schema), ...boundTexts(schema), required ? 'required' : fallback];
  return `  ${name} (${facts.filter((fact) => fact !== undefined).join(', ')})\n    ${schema.description ?? ''}\n`;
}

function typeText(schema: OptionSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' | ');
  if (schema.items !== undefined) return `array of ${typeText(schema.items)}`;
  const values = Object.values(schema.patternProperties ?? {})[0];
  if (values !== undefined) return `object of ${typeText(values)}`;
  return [schema.type ?? 'any value'].flat().join(' | ');
}

function boundTexts(schema: OptionSchema): (string | undefined)[] {
  return [
    boundText(schema.minimum, schema.maximum, ''),
    boundText(schema.minLength, schema.maxLength, ' characters'),
    boundText(schema.minItems, schema.maxItems, ' items'),
  ];
}

function boundText(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? undefined : `at most ${most}${unit}`;
}

interface Example {
  readonly input: string;
  readonly config?: object;
  readonly output: string;
}

/** A worked example as a command line, and what it prints. */
function exampleText(slug: string, { input, config, output }: Example): string {
  const step = config === undefined ? slug : shellWord(`${slug}=${JSON.stringify(config)}`);
  const result = output.replace(/^/gm, '  ');
  return `  $ printf %s ${shellWord(input)} | textmill run ${step}\n${result.endsWith('\n') ? result : `${result}\n`}`;
}

/** A text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
