import { ToolError } from '../../core/errors.js';
import type { OutputLimit } from '../../core/tool.js';
import { type Indent, layoutFor } from './json-indent.js';
import { JsonSyntaxError } from './json-scanner.js';
import { decodeJsonString, type JsonNode, type JsonObject, parseJsonTree, writeJsonTree } from './json-tree.js';

/**
 * Reads the JSON side of a conversion.
 *
 * @param hint - appended if the text was only guessed to be JSON: says which option overrides the guess.
 * @throws {ToolError} `invalid JSON (line 1, column 2: …)` and the hint.
 */
export function readJson(text: string, hint = ''): JsonNode {
  try {
    return parseJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw new ToolError(`invalid JSON (${error.message})${hint}`, error.place, undefined, error.kind);
    }
    throw error;
  }
}

/** Writes the JSON side of a conversion. @throws {OutputTooLongError} as soon as it is longer than the limit. */
export function writeJson(node: JsonNode, indent: Indent, limit: OutputLimit): string {
  return writeJsonTree(node, layoutFor(indent), limit);
}

/** Tests whether a text begins like a JSON object or array. */
export function looksLikeJson(text: string): boolean {
  return /^[{[]/.test(text.trimStart());
}

/** Returns the text of a value other than an object or array: a string's value, `''` for null, else the source. */
export function scalarText(source: string): string {
  if (source.startsWith('"')) return decodeJsonString(source);
  return source === 'null' ? '' : source;
}

/** The path of a value inside another: member names and array indexes, from the outside in. */
export type JsonPath = readonly (string | number)[];

const longestShownPath = 100;

/** Writes a path for an error message: `servers[0].name`; unusual names as `["a b"]`. */
export function showPath(path: JsonPath): string {
  let shown = '';
  for (const step of path) {
    if (typeof step === 'number') shown += `[${step}]`;
    else if (/^[\w-]{1,60}$/.test(step)) shown += shown === '' ? step : `.${step}`;
    else shown += `[${JSON.stringify(step.length > 60 ? `${step.slice(0, 60)}…` : step)}]`;
    if (shown.length > longestShownPath) return `${shown.slice(0, longestShownPath)}…`;
  }
  return shown === '' ? 'the top level' : shown;
}

/**
 * Checks that no object has two members of the same name, for formats where that is an error or would lose one.
 *
 * @throws {ToolError} with the path of the second one.
 */
export function requireDistinctNames(root: JsonNode): void {
  const path: (string | number)[] = [];
  const visit = (node: JsonNode, step: string | number): void => {
    if (typeof node === 'string') return;
    path.push(step);
    if (Array.isArray(node)) node.forEach(visit);
    else visitMembers(node);
    path.pop();
  };
  const visitMembers = ({ members }: JsonObject): void => {
    const names = new Set<string>();
    for (const { key, value } of members) {
      const name = decodeJsonString(key);
      if (names.has(name)) throw new ToolError(`${showPath([...path.slice(1), name])}: the object has this name twice`);
      names.add(name);
      visit(value, name);
    }
  };
  visit(root, '');
}
