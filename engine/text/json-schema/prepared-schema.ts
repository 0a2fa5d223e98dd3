import { ToolError } from '../../core/errors.js';
import { escapePointerPart } from '../json/json-paths.js';
import { compilePattern, type Pattern } from '../patterns/patterns.js';
import type { ExactNumbers } from './exact-numbers.js';
import { type Refinement, refinement, replaceNumberKeywords } from './number-keywords.js';
import type { SchemaDraft } from './schema-drafts.js';

/**
 * Prepares the copy of a user's schema that the validator runs.
 *
 * Only changes places that contain schemas: values of `const`, `enum`, `default` and unknown keywords are data.
 */

/** The largest nesting depth of a schema. */
const maxSchemaDepth = 100;

const keywordsOfOneSchema = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const keywordsOfSchemaLists = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
/** Their values are objects whose values are schemas. */
export const keywordsOfNamedSchemas: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
const keywordsOfData = new Set(['const', 'enum']);
const keywordsBesideRef = new Set(['$defs', '$ref', '$schema', 'definitions']);

/** The URI of a schema that has none. Its path is not that of a `$id`: the library tells URIs apart by their paths. */
const anyBase = 'https://schema.invalid/schema-without-id';

/** A RegExp for the validator that runs on RE2, in linear time. */
class LinearRegExp extends RegExp {
  readonly #pattern: Pattern;
  readonly #source: string;

  constructor(source: string, pattern: Pattern) {
    super('');
    this.#pattern = pattern;
    this.#source = source;
  }

  override test(text: string): boolean {
    return this.#pattern.test(text);
  }

  /** The validator quotes it in messages. */
  override toString(): string {
    return this.#source;
  }
}

/** The validator takes the items of an array for properties, and none of them is evaluated. The keyword is for objects. */
const itemsAreEvaluated = { if: { not: { type: 'array' } }, else: { unevaluatedProperties: true } };

/** A schema that the validator can run. */
export interface PreparedSchema {
  /** Absolute. */
  readonly $id: string;
  readonly $schema: string;
}

export interface SchemaPreparation {
  /** Returns whether all items of a list differ. */
  readonly isDistinct: (items: readonly unknown[]) => boolean;
  /** Collects the names of the formats; if undefined, formats are removed from the schema. */
  readonly formats: Set<string> | undefined;
  /** Collects the keywords that are ignored because they are of a later draft. */
  readonly ignored?: Set<string>;
  /** The numbers of the value that do not fit a double; undefined if all do. */
  readonly numbers?: ExactNumbers | undefined;
}

/**
 * Prepares a schema of a draft.
 *
 * @throws {ToolError} with the place, for an invalid pattern or URI, two `$id` with one path, or too deep nesting.
 */
export function preparedSchema(
  schema: object,
  draft: SchemaDraft,
  { isDistinct, formats, ignored, numbers }: SchemaPreparation,
): PreparedSchema {
  const distinctItems: Refinement = refinement(
    'uniqueItems',
    (value) => !Array.isArray(value) || isDistinct(value),
    'must not have duplicate items',
  );
  const text = JSON.stringify(schema);
  // A condition also says which properties are evaluated, and the form below would lose that.
  const needsAnnotations = text.includes('"unevaluated');
  // A reference finds only what stays in its place.
  const mayMove = !text.includes('/then');
  /** By path. */
  const ids = new Map<string, string>();

  function prepare(part: unknown, path: readonly string[], base: string): unknown {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    if (path.length > maxSchemaDepth) throw new ToolError(`schema: nested deeper than ${maxSchemaDepth} levels`);
    const place = () => `schema${path.map((name) => `/${escapePointerPart(name)}`).join('')}`;
    const members = new Map<string, unknown>(Object.entries(part));
    if (draft.refStandsAlone && typeof members.get('$ref') === 'string') {
      for (const name of members.keys()) if (!keywordsBesideRef.has(name)) members.delete(name);
    }
    if (draft.idKeyword === 'id') readDraft4(members);
    for (const keyword of draft.laterKeywords) if (members.delete(keyword)) ignored?.add(keyword);
    const format = members.get('format');
    if (formats === undefined) members.delete('format');
    else if (typeof format === 'string') formats.add(format);
    const id = members.get('$id');
    const inner = typeof id === 'string' ? addressOf(id, base, `${place()}/${draft.idKeyword}`) : base;
    if (typeof id === 'string' && !id.startsWith('#')) {
      const { pathname } = new URL(inner, anyBase);
      const other = ids.get(pathname);
      if (other === inner) throw new ToolError(`${place()}/${draft.idKeyword}: duplicate id ${id}`);
      if (other !== undefined) {
        throw new ToolError(
          `${place()}/${draft.idKeyword}: ids with the same path are not supported: ${inner}, ${other}`,
        );
      }
      ids.set(pathname, inner);
    }
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = members.get(keyword);
      if (typeof reference === 'string') addressOf(reference, inner, `${place()}/${keyword}`);
    }
    for (const [keyword, value] of members) {
      if (keyword === 'pattern' && typeof value === 'string') {
        members.set(keyword, new LinearRegExp(value, compilePattern(ecmascriptPattern(value), '', 'schema: pattern')));
      } else if (keywordsOfSchemaLists.has(keyword) && Array.isArray(value)) {
        members.set(
          keyword,
          value.map((item, index) => prepare(item, [...path, keyword, String(index)], inner)),
        );
      } else if (keywordsOfNamedSchemas.has(keyword) && typeof value === 'object' && value !== null) {
        const entries = Object.entries(value);
        if (keyword === 'patternProperties') {
          for (const [pattern] of entries) compilePattern(ecmascriptPattern(pattern), '', 'schema: patternProperties');
        }
        members.set(
          keyword,
          Object.fromEntries(entries.map(([name, item]) => [name, prepare(item, [...path, keyword, name], inner)])),
        );
      } else if (keywordsOfOneSchema.has(keyword)) {
        members.set(keyword, prepare(value, [...path, keyword], inner));
      } else if (!keywordsOfData.has(keyword)) {
        members.set(keyword, withoutIds(value));
      }
    }
    const refinements = replaceNumberKeywords(members, numbers);
    if (members.get('uniqueItems') === true) {
      // The validator would find duplicates in quadratic time.
      members.delete('uniqueItems');
      refinements.push(distinctItems);
    }
    const added = [
      ...(refinements.length === 0 ? [] : [{ '~refine': refinements }]),
      ...(mayMove ? conditions(members, needsAnnotations) : []),
      ...(members.has('unevaluatedProperties') ? [itemsAreEvaluated] : []),
    ];
    if (added.length > 0) {
      const others = members.get('allOf');
      members.set('allOf', [...(Array.isArray(others) ? others : []), ...added]);
    }
    return Object.fromEntries(members);
  }

  const root = prepare(schema, [], anyBase) as object;
  // Without its own URI, relative references inside it could not be resolved.
  return { ...root, $id: baseOf(root, anyBase), $schema: draft.address };
}

/**
 * Takes `then` out of a schema, and returns the same as schemas with `else`: the validator does not say what `then`
 * lacks, only that it does not match.
 *
 * @param needsAnnotations - keeps the `if` by itself, so that the properties that it evaluates are known.
 */
function conditions(members: Map<string, unknown>, needsAnnotations: boolean): object[] {
  const [condition, consequence, alternative] = [members.get('if'), members.get('then'), members.get('else')];
  if (condition === undefined || consequence === undefined) return [];
  members.delete('then');
  if (alternative === undefined && !needsAnnotations) members.delete('if');
  return [{ if: { not: condition }, else: consequence }];
}

/** Removes `$id` from values of unknown keywords: they are data, but the validator would resolve references to them. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '$id');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutIds(inner)]));
}

/** Returns the URI that the references in a schema are relative to. @param outer - that of the schema around it. */
export function baseOf({ $id }: { readonly $id?: unknown }, outer: string): string {
  return typeof $id === 'string' && !$id.startsWith('#') ? (resolvedAddress($id, outer) ?? outer) : outer;
}

function addressOf(reference: string, base: string, place: string): string {
  const address = resolvedAddress(reference, base);
  if (address === undefined) throw new ToolError(`${place}: ${reference} is not a valid URI`);
  return address;
}

/** Returns the URI of a reference; undefined if it is not valid. */
export function resolvedAddress(reference: string, base: string): string | undefined {
  if (!isEncoded(reference)) return undefined;
  if (URL.canParse(reference, base)) return new URL(reference, base).href;
  // A URI such as urn:example:a cannot be the base of a relative reference.
  return URL.canParse(reference, anyBase) ? reference : undefined;
}

function isEncoded(reference: string): boolean {
  try {
    decodeURIComponent(reference);
    return true;
  } catch {
    return false;
  }
}

/** Translates keywords of draft 4 to the form of later drafts. */
function readDraft4(members: Map<string, unknown>): void {
  const id = members.get('id');
  if (typeof id === 'string') {
    members.delete('id');
    members.set('$id', id);
  }
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const isExclusive = members.get(exclusive);
    if (typeof isExclusive !== 'boolean') continue;
    members.delete(exclusive);
    const value = members.get(limit);
    if (!isExclusive || typeof value !== 'number') continue;
    members.delete(limit);
    members.set(exclusive, value);
  }
}

/** The names that RE2 uses for general categories, by the long names. */
const categoryNames = new Map(
  [
    'L Letter, Lu Uppercase_Letter, Ll Lowercase_Letter, Lt Titlecase_Letter, Lm Modifier_Letter, Lo Other_Letter',
    'M Mark, M Combining_Mark, Mn Nonspacing_Mark, Mc Spacing_Mark, Me Enclosing_Mark',
    'N Number, Nd Decimal_Number, Nd digit, Nl Letter_Number, No Other_Number',
    'P Punctuation, P punct, Pc Connector_Punctuation, Pd Dash_Punctuation, Ps Open_Punctuation',
    'Pe Close_Punctuation, Pi Initial_Punctuation, Pf Final_Punctuation, Po Other_Punctuation',
    'S Symbol, Sm Math_Symbol, Sc Currency_Symbol, Sk Modifier_Symbol, So Other_Symbol',
    'Z Separator, Zs Space_Separator, Zl Line_Separator, Zp Paragraph_Separator, C Other, Cc Control, Cf Format',
  ]
    .join(', ')
    .split(', ')
    .map((pair) => pair.split(' ').reverse() as [string, string]),
);

/** The characters of `\s` in ECMAScript: white space of RE2, vertical tab, all separators of Unicode, and U+FEFF. */
const whiteSpace = String.raw`\s\v\p{Z}\x{feff}`;

/**
 * Translates the patterns of ECMAScript that JSON Schema uses to RE2: white space beyond ASCII, and the long names of
 * categories and scripts. Inside a class, `\S` keeps RE2's meaning, because a class cannot contain a negated one.
 */
function ecmascriptPattern(source: string): string {
  let inClass = false;
  return source.replace(/\\([pP])\{([^{}]*)\}|\\[\s\S]|[[\]]/g, (part, sign: string | undefined, name: string) => {
    if (part === '[' || part === ']') {
      inClass = part === '[';
      return part;
    }
    if (sign !== undefined) return `\\${sign}{${propertyName(name)}}`;
    if (part === '\\s') return inClass ? whiteSpace : `[${whiteSpace}]`;
    return part === '\\S' && !inClass ? `[^${whiteSpace}]` : part;
  });
}

function propertyName(name: string): string {
  const value = name.replace(/^(?:General_Category|gc|Script|sc)=/, '');
  return categoryNames.get(value) ?? value;
}
