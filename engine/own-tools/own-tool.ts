import type { CatalogueEntry } from '../catalogue/catalogue.js';
import { isStackOverflow, shortName, ToolError } from '../core/errors.js';
import { maxOutputCharacters } from '../core/limits.js';
import { keepsLinesWith, type LineKeeping } from '../core/line-keeping.js';
import type { TObject } from '../core/schema.js';
import { defineTool, OutputLimit, type Tool, type ToolDefinition, type ToolExample } from '../core/tool.js';
import { compileSchema, type Validator } from '../core/validation.js';

import { checkSlug, InvalidToolError } from './invalid-tool.js';

/** The category of the tools that are not Textmill's. */
const ownCategory = 'own';

const longestTitle = 100;
const longestDescription = 2_000;
const mostExamples = 100;
const mostOptions = 100;

/** What all tools are declared with, under the names that a file has for it. */
export interface Declaration {
  readonly title: unknown;
  readonly description: unknown;
  readonly options: unknown;
  readonly examples: unknown;
}

/**
 * Checks what describes a tool.
 *
 * @param optionsName - what the declaration calls the options.
 * @throws {InvalidToolError}
 */
export function checkDeclaration({ title, description, options, examples }: Declaration, optionsName: string): void {
  checkText(title, 'title', longestTitle);
  checkText(description, 'description', longestDescription);
  checkOptions(options, optionsName);
  checkExamples(examples);
}

/** Returns the entry of a tool whose declaration was checked. */
export function ownEntry(
  definition: Omit<ToolDefinition<Record<never, never>>, 'config'> & { readonly config: unknown },
): CatalogueEntry {
  const tool = defineTool({ ...definition, isOwn: true, config: definition.config as TObject<Record<never, never>> });
  let validate: Validator | undefined;
  const validateConfig: Validator = (value, path) => {
    validate ??= compileSchema(tool.config);
    return validate(value, path);
  };
  return Object.freeze({ category: ownCategory, tool, validateConfig });
}

function checkText(value: unknown, path: string, longest: number): void {
  if (typeof value !== 'string' || value.trim() === '') throw new InvalidToolError('must be a text', path);
  if (value.length > longest) throw new InvalidToolError(`must be at most ${longest} characters long`, path);
}

/**
 * Keywords of JSON Schema that options may have. Values are validated on the event loop, so a keyword that takes more than
 * linear time is not among them: patterns, and the comparison of all items.
 */
const keywords: ReadonlySet<string> = new Set(
  (
    'type enum const default title description examples minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minLength maxLength items minItems maxItems anyOf properties required additionalProperties'
  ).split(' '),
);

/** Deepest nesting of the schema of an option. */
const deepestSchema = 10;

function checkOptions(options: unknown, path: string): void {
  if (!isObject(options) || options.type !== 'object' || !isObject(options.properties)) {
    throw new InvalidToolError('must be a JSON Schema of type object, with properties', path);
  }
  const { properties } = options;
  const at = `${path}.properties`;
  // A literal with this name has no such member, but another prototype.
  if (Object.getPrototypeOf(properties) !== Object.prototype) {
    throw new InvalidToolError('is no possible name of an option', `${at}.__proto__`);
  }
  const entries = Object.entries(properties);
  if (entries.length > mostOptions) throw new InvalidToolError(`has more than ${mostOptions} options`, at);
  for (const [name, schema] of entries) {
    // An option of such a name would be mistaken for what all objects inherit.
    if (name in Object.prototype) throw new InvalidToolError('is no possible name of an option', `${at}.${name}`);
    if (!/^[a-z]\w{0,49}$/i.test(name)) {
      throw new InvalidToolError('must have at most 50 letters, digits and _', `${at}.${shortName(name)}`);
    }
    checkKeywords(schema, `${at}.${name}`);
    const { default: value, ...rest } = schema as Readonly<Record<string, unknown>>;
    const problem = compiled(rest, `${at}.${name}`)(copied(value, `${at}.${name}.default`));
    if (value !== undefined && problem !== undefined) {
      throw new InvalidToolError(`is not what the option takes: ${problem.sentence.trim()}`, `${at}.${name}.default`);
    }
  }
  const { type, required } = options;
  compiled({ type, properties, ...(required !== undefined && { required }) }, path);
}

/** @throws {InvalidToolError} for a function, or another value that is no data. */
function copied<Value>(value: Value, path: string): Value {
  try {
    return structuredClone(value);
  } catch (error) {
    throw new InvalidToolError('must be data', path, error);
  }
}

function compiled(schema: object, path: string): Validator {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw new InvalidToolError(`is no valid JSON Schema: ${(error as Error).message}`, path, error);
  }
}

function checkKeywords(schema: unknown, path: string, depth = 0): void {
  if (!isObject(schema)) throw new InvalidToolError('must be a JSON Schema', path);
  if (depth > deepestSchema) throw new InvalidToolError('is nested too deep', path);
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords.has(keyword)) {
      throw new InvalidToolError(
        `has ${shortName(keyword)}, which is no keyword for options of tools of your own`,
        path,
      );
    }
    if (keyword === 'items') checkKeywords(value, `${path}.items`, depth + 1);
    const inner = keyword === 'anyOf' && Array.isArray(value) ? value : keyword === 'properties' ? value : [];
    for (const [name, each] of Object.entries(inner as object)) {
      checkKeywords(each, `${path}.${keyword}.${name}`, depth + 1);
    }
  }
}

function checkExamples(examples: unknown): asserts examples is readonly ToolExample<Record<string, unknown>>[] {
  if (!Array.isArray(examples) || examples.length === 0) {
    throw new InvalidToolError('must be a list with at least one example', 'examples');
  }
  if (examples.length > mostExamples) throw new InvalidToolError(`has more than ${mostExamples} examples`, 'examples');
  for (const [index, example] of examples.entries()) {
    const path = `examples[${index}]`;
    if (!isObject(example)) throw new InvalidToolError('must be an object', path);
    for (const name of Object.keys(example)) {
      if (!['input', 'config', 'output'].includes(name)) throw new InvalidToolError('is unknown', `${path}.${name}`);
    }
    for (const name of ['input', 'output']) {
      if (typeof example[name] !== 'string') throw new InvalidToolError('must be a text', `${path}.${name}`);
    }
    if (example.config !== undefined && !isObject(example.config)) {
      throw new InvalidToolError('must be an object', `${path}.config`);
    }
  }
}

/** Whether a value is an object of JSON that is no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns what `defineTool` returned as an entry of the catalogue. Whatever its `run` throws or returns becomes a text
 * or a {@link ToolError}.
 *
 * @throws {InvalidToolError} if it is no tool.
 */
export function moduleTool(exported: unknown, isBuiltIn: (slug: string) => boolean): CatalogueEntry {
  if (!isObject(exported) || typeof exported.run !== 'function') {
    throw new InvalidToolError('does not export by default what defineTool returns');
  }
  const { slug, title, description, config, examples, keepsLines = false } = exported as unknown as Tool;
  checkSlug(slug, isBuiltIn);
  checkDeclaration({ title, description, options: config, examples }, 'config');
  checkLineKeeping(keepsLines);
  const { run } = exported as unknown as Tool;
  return ownEntry({
    slug,
    title,
    description,
    config,
    keepsLines,
    // What is shown is data, and does not change.
    examples: copied(examples, 'examples'),
    run: (input, options, limit) => checkedOutput(() => run(input, options, limit)),
  });
}

function checkLineKeeping(keepsLines: LineKeeping): void {
  try {
    keepsLinesWith(keepsLines, {});
    structuredClone(keepsLines);
  } catch (error) {
    throw new InvalidToolError('must be true, false, or a list of conditions', 'keepsLines', error);
  }
}

function checkedOutput(run: () => unknown): string {
  let output: unknown;
  try {
    output = run();
  } catch (error) {
    throw asToolError(error);
  }
  if (typeof output === 'string') return output;
  throw new ToolError(`the tool returned ${kindOf(output)} instead of a text`);
}

/** An overflow of the stack, and errors of the engine, have a meaning of their own: other range errors are the tool's. */
function asToolError(error: unknown): unknown {
  if (error instanceof ToolError || isStackOverflow(error)) return error;
  const { name, message, place } = isObject(error) ? error : { name: '', message: String(error), place: undefined };
  // Another copy of the library throws other classes.
  if (name === 'ToolError') return new ToolError(String(message), place as ToolError['place']);
  return new ToolError(typeof message === 'string' && message !== '' ? message : 'the tool threw an error');
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return value instanceof Promise ? 'a promise' : `a value of type ${typeof value}`;
}

/**
 * Runs the examples of a tool.
 *
 * @param entry - with what it needs loaded.
 * @throws {InvalidToolError} for the first example that fails, or has another output.
 */
export function runExamples({ tool, validateConfig }: CatalogueEntry, maxOutput: number): void {
  for (const [index, { input, config = {}, output }] of tool.examples.entries()) {
    const path = `examples[${index}]`;
    const options = structuredClone(config);
    const problem = validateConfig(options, `${path}.config`);
    if (problem !== undefined) throw new InvalidToolError(problem.sentence);
    let found: string;
    try {
      found = tool.run(input, Object.freeze(options), new OutputLimit(maxOutput));
    } catch (error) {
      throw new InvalidToolError(`fails: ${(error as Error).message}`, path, error);
    }
    if (found === output) continue;
    throw new InvalidToolError(`gives ${quoted(found)} instead of ${quoted(output)}`, path);
  }
}

const longestQuote = 200;

function quoted(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}

/** Returns the entry of a tool that is not in a file, with its examples run. @throws {InvalidToolError} */
export function givenTool(exported: unknown, isBuiltIn: (slug: string) => boolean): CatalogueEntry {
  if (typeof (exported as Partial<Tool>).run !== 'function') throw new InvalidToolError('must be a function', 'run');
  const entry = moduleTool(exported, isBuiltIn);
  runExamples(entry, maxOutputCharacters);
  return entry;
}
