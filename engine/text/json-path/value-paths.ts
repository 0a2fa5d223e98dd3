import { nearestName } from '../../core/edit-distance.js';
import { withSuggestion } from '../../core/error-table.js';
import { decodeJsonString, type JsonNode } from '../json/json-tree.js';
import { isObject } from '../json/json-values.js';

/** Most values that are looked at: the beginning of a text shows how it is built. */
const maxValues = 1_000;
const shownPaths = 10;
const shownCharacters = 80;

/**
 * Returns the JSONPaths (RFC 9535) of the values at the beginning of a text that are no arrays and objects, each once, in
 * the order of the text. A path selects all items of an array: `$.items[*].name`.
 */
function valuePaths(root: JsonNode): readonly string[] {
  const paths = new Set<string>();
  let values = 0;
  const visit = (node: JsonNode, path: string): void => {
    if (++values > maxValues) return;
    if (typeof node === 'string') paths.add(path);
    else if (isObject(node)) for (const { key, value } of node.members) visit(value, path + childSegment(key));
    else for (const item of node) visit(item, `${path}[*]`);
  };
  visit(root, '$');
  return [...paths];
}

/** Returns the part of a path that selects a member, from its name as JSON writes it. */
function childSegment(key: string): string {
  const name = decodeJsonString(key);
  return /^[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns paths for a message: the first ones, and how many there are. */
function pathList(paths: readonly string[]): string {
  const shown = paths
    .filter((path) => path.length <= shownCharacters)
    .slice(0, shownPaths)
    .join(', ');
  const hidden = paths.length - Math.min(paths.length, shownPaths);
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

/** Returns why a path selects nothing in a text: with the path that was likely meant, or those that there are. */
export function nothingAt(path: string, root: JsonNode): string {
  const paths = valuePaths(root);
  const meant = nearestName(path, paths);
  const others = meant === undefined && paths.length > 0 ? `; the text has ${pathList(paths)}` : '';
  return withSuggestion(`there is nothing at ${path}${others}`, meant);
}
