import type { OutputUnit, Schema, SchemaDraft } from '@cfworker/json-schema';
import type { Ajv } from 'ajv';
import { ToolError } from '../../../core/errors.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import { compilePattern } from '../../../text/patterns/patterns.js';

/** An interpreter: the validators that are faster write code from the schema and run it. */
const library = lazyLibrary<typeof import('@cfworker/json-schema')>('@cfworker/json-schema');
const ajv7 = lazyLibrary<typeof import('ajv')>('ajv');
const ajv2019 = lazyLibrary<typeof import('ajv/dist/2019.js')>('ajv/dist/2019.js');
const ajv2020 = lazyLibrary<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

/** How deep the schema itself may be nested. */
const maxSchemaDepth = 100;

/** What a value breaks: where it stands, as a JSON Pointer, and which keyword of the schema says so. */
export interface SchemaViolation {
  /** Empty for the whole value. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** The drafts that `$schema` can name; without it a schema is one of the latest. */
const drafts: readonly { readonly sign: RegExp; readonly draft: SchemaDraft; readonly checker?: () => Ajv }[] = [
  { sign: /draft-04/, draft: '4' },
  { sign: /draft-0[67]/, draft: '7', checker: () => new (ajv7().Ajv)({ strict: false }) },
  { sign: /2019-09/, draft: '2019-09', checker: () => new (ajv2019().Ajv2019)({ strict: false }) },
  { sign: /(?:)/, draft: '2020-12', checker: () => new (ajv2020().Ajv2020)({ strict: false }) },
];

/**
 * Checks a value against a JSON Schema: drafts 4, 7, 2019-09 and 2020-12, with `format`.
 *
 * Patterns have to be in RE2 syntax, but run on RegExp, which some keep busy without end: for tools with a time limit.
 *
 * @returns what it breaks, each place with the keyword nearest to it; none if the value is valid.
 * @throws {ToolError} if the schema is none, or refers to what is not in it.
 */
export function schemaViolations(schema: Readonly<Record<string, unknown>>, value: unknown): SchemaViolation[] {
  const named = typeof schema.$schema === 'string' ? schema.$schema : '';
  const { draft, checker } = drafts.find(({ sign }) => sign.test(named)) ?? { draft: '2020-12' };
  checkParts(schema, 0);
  checkSchema(schema, checker?.());
  try {
    // The library writes addresses into the schema, which is the caller's.
    const own = structuredClone(schema) as Schema;
    const { errors } = new (library().Validator)(own, draft, false).validate(value);
    return nearest(errors);
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError('schema: it refers to itself without end');
    // The library writes names as parts of addresses, and percent-encoding has no form for half a character.
    if (error instanceof URIError) throw new ToolError('a name with an unpaired surrogate cannot be checked');
    const [, reference] = /^Unresolved \$ref "([^"]*)"/.exec((error as Error).message) ?? [];
    if (reference === undefined) throw error;
    throw new ToolError(`schema: there is no ${reference} in it, and other documents are not loaded`);
  }
}

function checkSchema(schema: object, checker: Ajv | undefined): void {
  if (checker === undefined) return;
  const known: Record<string, unknown> = { ...schema };
  // One that the checker does not know is read as the latest draft.
  Reflect.deleteProperty(known, '$schema');
  if (checker.validateSchema(known) === true) return;
  const [error] = checker.errors ?? [];
  throw new ToolError(`schema${error?.instancePath ?? ''}: ${error?.message ?? 'is not valid'}`);
}

/** @throws {ToolError} on a pattern that is none, and on a schema that is nested too deep. */
function checkParts(part: unknown, depth: number): void {
  if (typeof part !== 'object' || part === null) return;
  if (depth > maxSchemaDepth) throw new ToolError(`schema: nested deeper than ${maxSchemaDepth} levels`);
  for (const [name, value] of Object.entries(part)) {
    if (name === 'pattern' && typeof value === 'string') compilePattern(value, '', 'schema: pattern');
    if (name === 'patternProperties' && typeof value === 'object' && value !== null) {
      for (const pattern of Object.keys(value)) compilePattern(pattern, '', 'schema: patternProperties');
    }
    checkParts(value, depth + 1);
  }
}

/** Leaves out what only repeats that something inside of it is wrong. */
function nearest(errors: readonly OutputUnit[]): SchemaViolation[] {
  const outer = new Set<string>();
  for (const { keywordLocation } of errors) {
    for (let end = keywordLocation.lastIndexOf('/'); end > 0; end = keywordLocation.lastIndexOf('/', end - 1)) {
      outer.add(keywordLocation.slice(0, end));
    }
  }
  return errors
    .filter(({ keywordLocation }) => !outer.has(keywordLocation))
    .map(({ instanceLocation, keyword, error }) => ({
      pointer: decodeURI(instanceLocation.slice(1)),
      keyword,
      message: error.replace(/\.$/, '').replace('  ', ' '),
    }));
}
