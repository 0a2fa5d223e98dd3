import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { escapePointerPart } from '../json/json-paths.js';
import type { ExactNumbers } from './exact-numbers.js';
import { type PreparedSchema, preparedSchema } from './prepared-schema.js';
import { failOnBadReferences } from './references.js';
import { checkAgainstDraft, draft4, draftOf, isKnownDraft } from './schema-drafts.js';

/**
 * The validator is typebox's interpreter. Compared with the official test suite of 2023, without its remote documents:
 *
 * - typebox passes all tests that apply to this tool, and every test of a `format`.
 * - \@cfworker/json-schema ignores `$dynamicRef`, fails on a repeated `$id`, and fails 38 tests of formats.
 * - json-schema-library compiles the schema again for each followed `$ref`: a schema of 50 KB and an array of 3,000
 *   items took 4 GB.
 * - \@hyperjump/json-schema is asynchronous, tools are not.
 * - ajv generates code from the schema, and its authors advise against untrusted schemas.
 */
const library = lazyLibrary<typeof import('typebox/schema')>('typebox/schema');
const format = lazyLibrary<typeof import('typebox/format')>('typebox/format');
const system = lazyLibrary<typeof import('typebox/system')>('typebox/system');

const notAllowedHere = 'is not allowed here';
const maxNotes = 20;

/** The largest number of violations that are collected. */
export const maxViolations = 20_000;

/** A violation: the place of the value as a JSON Pointer, and the violated keyword of the schema. */
export interface SchemaViolation {
  /** Empty for the whole value. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** The result of a check. */
export interface SchemaReport {
  /**
   * One violation per place, with the innermost keyword. At most {@link maxViolations}; empty if the value is valid.
   */
  readonly violations: readonly SchemaViolation[];
  /** Notes about parts of the schema that were not checked, or were interpreted differently. */
  readonly notes: readonly string[];
}

export interface SchemaCheckOptions {
  /** If false, `format` is only an annotation, as in the later drafts. */
  readonly checkFormats: boolean;
  /** The numbers of the value that do not fit a double; undefined if all do. */
  readonly numbers: ExactNumbers | undefined;
}

/** Checks values against one schema. */
export interface SchemaChecker {
  /** Returns the violations of a value: see {@link SchemaReport}. @throws {ToolError} if the schema cannot be applied. */
  violationsOf(value: unknown): readonly SchemaViolation[];
  /** See {@link SchemaReport}. */
  readonly notes: readonly string[];
}

/** Checkers of the schemas that were used last: a workflow has the same one again and again. */
const recentCheckers = new Map<string, SchemaChecker>();
const mostRecentCheckers = 20;
/** Longer schemas are prepared each time, so that little memory stays in use. In characters of JSON. */
const longestRecentSchema = 10_000;

/** Checks one value as {@link schemaChecker} does. */
export function checkAgainstSchema(
  schema: Readonly<Record<string, unknown>> | boolean,
  value: unknown,
  options: SchemaCheckOptions,
): SchemaReport {
  const { violationsOf, notes } = recentChecker(schema, options);
  return { violations: violationsOf(value), notes };
}

function recentChecker(
  schema: Readonly<Record<string, unknown>> | boolean,
  options: SchemaCheckOptions,
): SchemaChecker {
  const json = jsonOf(schema);
  // A schema is prepared for the numbers of a value that do not fit a double.
  if (options.numbers !== undefined || json === undefined) return schemaChecker(schema, options);
  const name = `${options.checkFormats} ${json}`;
  const recent = recentCheckers.get(name);
  if (recent !== undefined) {
    recentCheckers.delete(name);
    recentCheckers.set(name, recent);
    return recent;
  }
  const checker = schemaChecker(schema, options);
  if (name.length > longestRecentSchema) return checker;
  recentCheckers.set(name, checker);
  const [oldest] = recentCheckers.keys();
  if (recentCheckers.size > mostRecentCheckers && oldest !== undefined) recentCheckers.delete(oldest);
  return checker;
}

/** Returns a schema as JSON; undefined if it has numbers that overflow, which JSON would write as null. */
function jsonOf(schema: Readonly<Record<string, unknown>> | boolean): string | undefined {
  let overflows = false;
  const json = JSON.stringify(schema, (_, value: unknown) => {
    overflows ||= typeof value === 'number' && !Number.isFinite(value);
    return value;
  });
  return overflows ? undefined : json;
}

/**
 * Prepares a JSON Schema for any number of values: drafts 4, 6, 7, 2019-09 and 2020-12.
 *
 * Patterns must be in RE2 syntax. Those of `patternProperties` run on RegExp, where some never end: call this only from
 * tools, which have a time limit.
 *
 * @throws {ToolError} if the schema is invalid, or a reference cannot be resolved.
 */
export function schemaChecker(
  schema: Readonly<Record<string, unknown>> | boolean,
  { checkFormats, numbers }: SchemaCheckOptions,
): SchemaChecker {
  if (typeof schema === 'boolean') {
    const notAllowed = { pointer: '', keyword: 'boolean', message: notAllowedHere };
    return { violationsOf: () => (schema ? [] : [notAllowed]), notes: [] };
  }
  const { Errors } = library();
  const draft = draftOf(schema);
  // First, because its error names the place that is nested too deeply for the next steps.
  const formats = new Set<string>();
  const ignored = new Set<string>();
  const prepared = preparedSchema(schema, draft, {
    isDistinct,
    formats: checkFormats ? formats : undefined,
    ignored,
    numbers,
  });
  const { known, schemaOfDraft4 } = metaSchemas();
  system().Settings.Set({ maxErrors: maxViolations });
  if (draft === draft4) {
    const [problem] = nearest(Errors(known, schemaOfDraft4, schema)[1]);
    if (problem !== undefined) throw new ToolError(`schema${problem.pointer}: ${problem.message}`);
  } else {
    checkAgainstDraft(schema, draft, isDistinct);
  }
  applied(() => failOnBadReferences(library(), known, prepared));
  return {
    violationsOf: (value) =>
      applied(() => {
        const [isValid, errors] = Errors(known, prepared, value);
        return isValid ? [] : nearest(errors);
      }),
    notes: [...notesOn(schema, formats), ...notesOnIgnored(ignored)],
  };
}

function isDistinct(items: readonly unknown[]): boolean {
  return library().Check({ uniqueItems: true }, items);
}

/** The meta-schemas. The library does not know draft 4, so its keywords are translated to later drafts. */
interface MetaSchemas {
  readonly known: Readonly<Record<string, object>>;
  readonly schemaOfDraft4: PreparedSchema;
}

let preparedMetaSchemas: MetaSchemas | undefined;

/** Returns the meta-schemas, prepared once. */
function metaSchemas(): MetaSchemas {
  if (preparedMetaSchemas !== undefined) return preparedMetaSchemas;
  const { Meta } = library();
  const schemaOfDraft4 = preparedSchema(Meta[draft4.address], draft4, { isDistinct, formats: new Set() });
  preparedMetaSchemas = { known: { ...Meta, [draft4.address]: schemaOfDraft4 }, schemaOfDraft4 };
  return preparedMetaSchemas;
}

/** Runs the validator; a schema that it cannot apply is the user's. */
function applied<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError('schema: it refers to itself endlessly');
    // RegExp does not support a pattern of RE2, such as (?i)a.
    if (error instanceof SyntaxError) throw new ToolError(`schema: patternProperties: ${error.message}`);
    throw error;
  }
}

function notesOn({ $schema }: Readonly<Record<string, unknown>>, formats: ReadonlySet<string>): string[] {
  const { Has } = format();
  const unknown = [...formats].filter((name) => !Has(name));
  const shown = unknown.slice(0, maxNotes).map((name) => `format ${quoted(name)} is not checked`);
  const more = unknown.length > maxNotes ? [`${unknown.length - maxNotes} other formats are not checked`] : [];
  const draft = isKnownDraft($schema) ? [] : [`$schema ${quoted($schema)} is unknown: checked as 2020-12`];
  return [...draft, ...shown, ...more];
}

function notesOnIgnored(keywords: ReadonlySet<string>): string[] {
  return Array.from(keywords, (keyword) => `${keyword} is ignored: the draft of this $schema does not have it`);
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** An error of the library about one place. */
interface LibraryError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** Removes errors that only repeat that something inside is invalid, and names each property or item of its own. */
function nearest(errors: readonly LibraryError[]): SchemaViolation[] {
  const outer = new Set<string>();
  for (const { schemaPath } of errors) {
    for (let end = schemaPath.length; end > 0; end = schemaPath.lastIndexOf('/', end - 1)) {
      const path = schemaPath.slice(0, end);
      // The surrounding places are known too.
      if (outer.has(path)) break;
      outer.add(path);
    }
  }
  const places = new Set(errors.map(({ instancePath }) => instancePath));
  const repeats = ({ schemaPath, keyword }: LibraryError) =>
    outer.has(`${schemaPath}/${keyword}`) || (keyword === 'if' && outer.has(`${schemaPath}/else`));
  return errors
    .filter((error) => matchesSeveral(error) || !repeats(error))
    .flatMap((error) => unevaluated(error, places) ?? violationOf(error));
}

/**
 * Returns a violation for each property or item that no keyword covers; undefined for other errors. An invalid property
 * is not covered either, but its own violation says more.
 */
function unevaluated({ keyword, instancePath, params }: LibraryError, places: ReadonlySet<string>) {
  const names = (params as Readonly<Record<string, unknown>>)[keyword];
  if (!keyword.startsWith('unevaluated') || !Array.isArray(names)) return undefined;
  return names
    .map((name) => `${instancePath}/${escapePointerPart(String(name))}`)
    .filter((pointer) => !places.has(pointer))
    .map((pointer) => ({ pointer, keyword, message: `${notAllowedHere} (${keyword})` }));
}

function violationOf(error: LibraryError): SchemaViolation {
  const { instancePath: pointer, keyword, message } = error;
  if (keyword !== '~refine') return { pointer, keyword, message: messageOf(error) };
  const colon = message.indexOf(':');
  return { pointer, keyword: message.slice(0, colon), message: message.slice(colon + 1) };
}

function messageOf({ keyword, message, params }: LibraryError): string {
  if (keyword === 'boolean') return notAllowedHere;
  if (keyword !== 'contains') return message;
  // The library always says: at least 1.
  const { minContains = 1, maxContains } = params as { minContains?: number; maxContains?: number };
  const atMost = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  return `must contain at least ${minContains}${atMost} valid ${(maxContains ?? minContains) === 1 ? 'item' : 'items'}`;
}

/** Returns whether several schemas of a `oneOf` match: then nothing inside is invalid. */
function matchesSeveral({ keyword, params }: LibraryError): boolean {
  return keyword === 'oneOf' && 'passingSchemas' in params && (params.passingSchemas as unknown[]).length > 0;
}
