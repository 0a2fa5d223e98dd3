import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type EngineProblem, engineProblem } from './error-table.js';
import { shortName } from './errors.js';
import type { TSchema } from './schema.js';

/** A validation error with the path of the first invalid field, such as `steps[0].tool`. */
export type SchemaProblem =
  | EngineProblem<'unknown-field'>
  | EngineProblem<'missing-field'>
  | EngineProblem<'invalid-value'>;

/** Validates a value, fills in defaults, and returns the first problem or undefined. `path` names the value itself. */
export type Validator = (value: unknown, path?: string) => SchemaProblem | undefined;

const ajvOptions = { useDefaults: true, allowUnionTypes: true, strictRequired: false, verbose: true } as const;
const ajv = new Ajv(ajvOptions);

/** Compiles a schema on first use: a thread pays only for the tools that it runs. */
export function lazyValidator(schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  return (value, path = '') => {
    validate ??= ajv.compile(schema);
    return firstProblem(validate, value, path);
  };
}

/** Compiles a schema that nobody has checked, and forgets it with the validator. @throws {Error} if it is invalid. */
export function compileSchema(schema: object): Validator {
  const validate = new Ajv(ajvOptions).compile(schema);
  return (value, path = '') => firstProblem(validate, value, path);
}

function firstProblem(validate: ValidateFunction, value: unknown, path: string): SchemaProblem | undefined {
  if (validate(value)) return undefined;
  return describe(selectError(validate.errors ?? []), path);
}

/**
 * Returns the error to report. A union reports the errors of all its branches: the deepest one belongs to the intended
 * branch; if none is deeper, the union itself failed.
 */
function selectError(all: readonly ErrorObject[]): ErrorObject {
  // That a condition chose a schema says nothing.
  const errors = all.filter(({ keyword }) => keyword !== 'if');
  const last = errors.at(-1);
  if (last === undefined) throw new Error('ajv refused a value and gave no error');
  if (last.keyword !== 'anyOf') return last;
  const meant = errors.find(
    (error) =>
      error.instancePath.length > last.instancePath.length || !['type', 'const', 'anyOf'].includes(error.keyword),
  );
  return meant ?? last;
}

function describe(error: ErrorObject, root: string): SchemaProblem {
  const path = root + dottedPath(error.instancePath, root === '');
  const params = error.params as Record<string, string>;
  if (error.keyword === 'additionalProperties') {
    const field = params.additionalProperty ?? '';
    return engineProblem('unknown-field', { path: memberPath(path, field), field: shortName(field) });
  }
  if (error.keyword === 'required') {
    return engineProblem('missing-field', { path: memberPath(path, params.missingProperty ?? '') });
  }
  const { limit } = error.params as { limit?: number };
  return engineProblem('invalid-value', {
    path,
    reason: `must ${requirement(error)}`,
    rule: error.keyword,
    ...(limit !== undefined && { limit }),
    ...(error.keyword === 'enum' && { allowed: error.schema as unknown[] }),
  });
}

/** Returns the requirement of the schema's keyword. Lengths are in code points, as JSON Schema has them. */
function requirement(error: ErrorObject): string {
  const limit = (error.params as { limit?: number }).limit;
  switch (error.keyword) {
    case 'type':
      return `be ${typeNames((error.params as { type: string | string[] }).type)}`;
    case 'anyOf':
      return `be ${unionNames(error.schema as TSchema[])}`;
    case 'enum':
      return `be one of: ${(error.schema as unknown[]).map(display).join(', ')}`;
    case 'const':
      return `be ${display(error.schema)}`;
    case 'minimum':
      return `be at least ${limit}`;
    case 'maximum':
      return `be at most ${limit}`;
    case 'minLength':
      return `be at least ${count(limit, 'character')} long`;
    case 'maxLength':
      return `be at most ${count(limit, 'character')} long`;
    case 'minItems':
      return `have at least ${count(limit, 'item')}`;
    case 'maxItems':
      return `have at most ${count(limit, 'item')}`;
    case 'minProperties':
      return `have at least ${count(limit, 'entry')}`;
    case 'maxProperties':
      return `have at most ${count(limit, 'entry')}`;
    case 'pattern':
      return `match ${(error.params as { pattern: string }).pattern}`;
    default:
      return error.message?.replace(/^must /, '') ?? 'be valid';
  }
}

function display(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function count(limit: number | undefined, noun: string): string {
  if (limit === 1) return `1 ${noun}`;
  return `${limit} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function typeNames(type: string | readonly string[]): string {
  return (typeof type === 'string' ? [type] : type).map((name) => articles[name] ?? name).join(' or ');
}

function unionNames(branches: readonly TSchema[]): string {
  const names = branches.map((branch) => {
    const schema = branch as { type?: string; const?: unknown };
    return 'const' in schema ? display(schema.const) : typeNames(schema.type ?? 'valid');
  });
  return names.join(' or ');
}

/** Returns `steps[3].config.delimiter` for `/steps/3/config/delimiter`, or `.steps[3]…` below a root with a name. */
function dottedPath(pointer: string, atStart: boolean): string {
  let path = '';
  for (const escaped of pointer.split('/').slice(1)) {
    const name = shortName(escaped.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (/^\d+$/.test(name)) path += `[${name}]`;
    else path += path === '' && atStart ? name : `.${name}`;
  }
  return path;
}

function memberPath(parent: string, name: string): string {
  return parent === '' ? shortName(name) : `${parent}.${shortName(name)}`;
}
