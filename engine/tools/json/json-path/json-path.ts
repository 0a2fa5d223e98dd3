import type { FilterFunction, JSONPathEnvironment, JSONPathQuery, JSONValue } from 'json-p3';
import { ToolError } from '../../../core/errors.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import { maxJsonDepth } from '../../../core/limits.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import { isObject, membersByName } from '../../../text/json/json-values.js';
import { compilePattern, maxPatternCharacters, type Pattern } from '../../../text/patterns/patterns.js';
import { countCodePoints } from '../../../text/unicode/code-points.js';

const library = lazyLibrary<typeof import('json-p3')>('json-p3');

/** A value selected by a JSONPath, and its path: names and indexes from the root on. */
export interface SelectedNode {
  readonly node: JsonNode;
  readonly location: readonly (string | number)[];
}

/**
 * Selects values of a JSON tree by a JSONPath expression, one at a time: `$..*..*` selects far more values than exist,
 * so the caller counts. Selected values keep their source, numbers with all their digits.
 *
 * @throws {ToolError} `path, character 5: …` if the expression is invalid.
 * @see RFC 9535
 */
export function* selectByPath(root: JsonNode, path: string): Generator<SelectedNode> {
  const query = compilePath(path);
  const sources = new Map<object, JsonNode>();
  const value = javaScriptValue(root, sources);
  const parts = new Map<object, ReadonlyMap<string, JsonNode> | readonly JsonNode[]>();
  for (const { location } of query.lazyQuery(value)) {
    yield { node: sourceAt(root, value, location, sources, parts), location };
  }
}

let environment: JSONPathEnvironment | undefined;

function compilePath(path: string): JSONPathQuery {
  const { JSONPathError } = library();
  environment ??= createEnvironment();
  try {
    return environment.compile(path);
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    const { token, message } = error;
    // The library's message ends with the token and its place, `('$.':2)`.
    const reason = message.split(" ('", 1).join();
    const place = countCodePoints(path.slice(0, token.index)) + 1;
    const sentence = reason.startsWith("can't backup") ? 'the expression is not complete' : reason;
    throw new ToolError(`path, character ${place}: ${sentence}`);
  }
}

/** The library's own `match` and `search` use RegExp, which a pattern can keep busy for hours. */
function createEnvironment(): JSONPathEnvironment {
  const { FunctionExpressionType, JSONPathEnvironment } = library();
  const created = new JSONPathEnvironment({ maxRecursionDepth: maxJsonDepth + 1 });
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

/** Returns the JavaScript value of a tree, and records the sources of its arrays and objects. */
function javaScriptValue(node: JsonNode, sources: Map<object, JsonNode>): JSONValue {
  if (typeof node === 'string') return JSON.parse(node) as JSONValue;
  if (isObject(node)) {
    const object: Record<string, JSONValue> = {};
    sources.set(object, node);
    for (const { key, value } of node.members) {
      const options = { enumerable: true, configurable: true, writable: true };
      Object.defineProperty(object, decodeJsonString(key), { value: javaScriptValue(value, sources), ...options });
    }
    return object;
  }
  const array: JSONValue[] = [];
  sources.set(array, node);
  for (const item of node) array.push(javaScriptValue(item, sources));
  return array;
}

function sourceAt(
  root: JsonNode,
  value: JSONValue,
  location: readonly (string | number)[],
  sources: ReadonlyMap<object, JsonNode>,
  parts: Map<object, ReadonlyMap<string, JsonNode> | readonly JsonNode[]>,
): JsonNode {
  let parent: object | undefined;
  let current: unknown = value;
  for (const step of location) {
    parent = current as object;
    current = (parent as Record<string | number, unknown>)[step];
  }
  const last = location.at(-1);
  if (parent === undefined || last === undefined) return root;
  let children = parts.get(parent);
  if (children === undefined) {
    const source = sources.get(parent) ?? [];
    children = typeof source !== 'string' && isObject(source) ? membersByName(source) : (source as JsonNode[]);
    parts.set(parent, children);
  }
  const node =
    typeof last === 'number'
      ? (children as readonly JsonNode[])[last]
      : (children as ReadonlyMap<string, JsonNode>).get(last);
  if (node === undefined) throw new Error('A selected value has no source');
  return node;
}
