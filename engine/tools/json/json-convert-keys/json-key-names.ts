import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { JsonScanner } from '../../../text/json/json-scanner.js';
import { decodeJsonString } from '../../../text/json/json-tree.js';
import { type Position, positionAt } from '../../../text/position.js';

/**
 * Renames the members of a JSON text and changes nothing else: blanks, numbers, escapes and order stay.
 *
 * @param rename - returns the new name for a name.
 * @param deep - renames in all objects; otherwise only in the outermost one, or in the items of the outermost array.
 * @throws {JsonSyntaxError} if the text is not JSON or is nested too deep.
 * @throws {ToolError} if two members of an object with different names would get the same name.
 */
export function renameJsonKeys(
  text: string,
  rename: (name: string) => string,
  { deep }: { readonly deep: boolean },
  limit: OutputLimit,
): string {
  const scanner = new JsonScanner(text);
  /** For each open object its names so far, keyed by their new names; for an array nothing. */
  const open: (Map<string, string> | undefined)[] = [];
  let output = '';
  let copied = 0;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === '{') open.push(new Map());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === 'key' && (deep || isOutermost(open))) {
      const source = text.slice(scanner.start, scanner.end);
      const name = decodeJsonString(source);
      const renamed = rename(name);
      claimName(open.at(-1), name, renamed, () => positionAt(text, scanner.start));
      output += text.slice(copied, scanner.start) + (renamed === name ? source : JSON.stringify(renamed));
      copied = scanner.end;
      limit.check(output.length);
    }
  }
  limit.check(output.length + text.length - copied);
  return output + text.slice(copied);
}

function isOutermost(open: readonly unknown[]): boolean {
  return open.length === 1 || (open.length === 2 && open[0] === undefined);
}

function claimName(names: Map<string, string> | undefined, name: string, renamed: string, place: () => Position): void {
  const other = names?.get(renamed);
  if (other !== undefined && other !== name) {
    const [first, second, both] = [other, name, renamed].map(quoteShort);
    throw ToolError.at(place(), `${first} and ${second} in one object would both be named ${both}`);
  }
  names?.set(renamed, name);
}

function quoteShort(name: string): string {
  return JSON.stringify(name.length > 50 ? `${name.slice(0, 50)}…` : name);
}
