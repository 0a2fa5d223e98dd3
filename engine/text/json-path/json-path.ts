import type { FilterFunction, JSONPathEnvironment, JSONPathQuery, JSONValue } from 'json-p3';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { maxJsonDepth } from '../../core/limits.js';
import type { JsonNode } from '../json/json-tree.js';
import { isObject, membersByName } from '../json/json-values.js';
import { compilePattern, maxPatternCharacters, type Pattern } from '../patterns/patterns.js';
import { countCodePoints } from '../unicode/code-points.js';
import { replaceFilterQueries } from './filter-queries.js';
import { type ChildOf, PathSelection } from './path-selection.js';
import { namesOf, PathValues } from './path-values.js';

const library = lazyLibrary<typeof import('json-p3')>('json-p3');

/**
 * Selects values of a JSON tree by a JSONPath expression, one at a time: `$..*..*` selects far more values than exist,
 * so the caller counts. Selected values keep their source, numbers with all their digits.
 *
 * @throws {ToolError} `path, character 5: …` if the expression is invalid, or if it visits too many values.
 * @see RFC 9535
 */
export function selectByPath(root: JsonNode, path: string): Generator<JsonNode> {
  return selectSources(root, root, nodeChildren(), path);
}

/**
 * Does the same as {@link selectByPath} for a tree of another kind beside that of JSON: it yields the places in that
 * tree of the values that are selected.
 *
 * @param source - what belongs to the root.
 * @param childOf - returns what belongs to the child of a value.
 */
export function* selectSources<Source>(
  root: JsonNode,
  source: Source,
  childOf: ChildOf<Source>,
  path: string,
): Generator<Source> {
  const query = compilePath(path);
  const { JSONPathNode } = library();
  const values = new PathValues();
  const value = values.of(root);
  const selection = new PathSelection<Source>(
    (selector, parent) => selector.resolve(new JSONPathNode(parent, [], value)).map(({ location }) => location[0] ?? 0),
    childOf,
  );
  replaceFilterQueries(query, values, function* (inner, start) {
    for (const selected of selection.select({ value: start, source: undefined }, inner)) yield selected.value;
  });
  for (const selected of selection.select({ value, source }, query))
    if (selected.source !== undefined) yield selected.source;
}

/**
 * Tests whether an expression selects at most one value: it has names and indexes only.
 *
 * @throws {ToolError} if it is invalid.
 */
export function isSingularPath(path: string): boolean {
  return compilePath(path).singularQuery();
}

function nodeChildren(): ChildOf<JsonNode> {
  const membersOf = new Map<JsonNode, ReadonlyMap<string, JsonNode>>();
  return (source, key) => {
    if (typeof key === 'number') return (source as readonly JsonNode[])[key];
    let members = membersOf.get(source);
    if (members === undefined) {
      members = typeof source !== 'string' && isObject(source) ? membersByName(source) : new Map();
      membersOf.set(source, members);
    }
    return members.get(key);
  };
}

let environment: JSONPathEnvironment | undefined;
/** The last one without a filter: filters are changed for each tree. A text of many lines is many trees. */
let latest: { readonly path: string; readonly query: JSONPathQuery } | undefined;

function compilePath(path: string): JSONPathQuery {
  const { JSONPathError } = library();
  environment ??= createEnvironment();
  if (latest?.path === path) return latest.query;
  try {
    const query = environment.compile(path);
    if (!path.includes('?')) latest = { path, query };
    return query;
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    const { token, message } = error;
    // The library's message ends with the token and its place, `('$.':2)`.
    const reason = message.split(" ('", 1).join();
    // Only white space at the end reaches the parser as an error of the lexer.
    if (reason === "unexpected token 'TOKEN_ERROR'")
      throw errorAt(path.trimEnd().length, 'unexpected white space at the end');
    throw errorAt(token.index, reason.startsWith("can't backup") ? 'the expression is not complete' : reason);
  }

  function errorAt(index: number, reason: string): ToolError {
    return new ToolError(`path, character ${countCodePoints(path.slice(0, index)) + 1}: ${reason}`);
  }
}

/**
 * The library's own `match` and `search` use RegExp, which a pattern can keep busy for hours; its `length` counts UTF-16
 * code units, not Unicode scalar values (RFC 9535 section 2.4.4).
 */
function createEnvironment(): JSONPathEnvironment {
  const { FunctionExpressionType, JSONPathEnvironment } = library();
  const created = new JSONPathEnvironment({ maxRecursionDepth: maxJsonDepth + 1 });
  created.entries = (object) => namesOf(object).map((name) => [name, object[name] as JSONValue]);
  const byPattern = (test: (pattern: Pattern, text: string) => boolean): FilterFunction => ({
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, source: unknown): boolean {
      if (typeof text !== 'string' || typeof source !== 'string') return false;
      const pattern = iRegexp(source);
      return pattern !== undefined && test(pattern, text);
    },
  });
  created.functionRegister.set(
    'match',
    byPattern((pattern, text) => pattern.testExact(text)),
  );
  created.functionRegister.set(
    'search',
    byPattern((pattern, text) => pattern.test(text)),
  );
  const length = created.functionRegister.get('length');
  if (length === undefined) throw new Error('The library has no length()');
  created.functionRegister.set('length', {
    argTypes: length.argTypes,
    returnType: length.returnType,
    call: (value: unknown) => (typeof value === 'string' ? countCodePoints(value) : length.call(value)),
  });
  return created;
}

/** Returns undefined for an invalid pattern, which matches nothing (RFC 9535 section 2.4.6). */
function iRegexp(source: string): Pattern | undefined {
  if (source.length > maxPatternCharacters) return undefined;
  try {
    // A point matches neither line feed nor carriage return (RFC 9485 section 5.3).
    return compilePattern(
      source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === '.' ? '[^\\n\\r]' : part)),
    );
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
