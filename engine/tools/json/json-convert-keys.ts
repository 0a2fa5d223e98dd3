import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { JsonScanner } from '../../text/json/json-scanner.js';
import { decodeJsonString } from '../../text/json/json-tree.js';
import { type Position, positionAt } from '../../text/position.js';
import { type CodeCase, codeCases, toCodeName } from '../../text/words/code-case.js';

const NewName = Type.String({ maxLength: 1000 });

export default defineTool({
  slug: 'json-convert-keys',
  title: 'JSON key converter',
  description:
    'Renames the members of JSON objects: all to one case, some by a map, or both. Values, order and layout stay as written. Two members that would get the same name are an error.',
  config: Type.Object({
    case: Type.Optional(
      Type.Enum(['camel', 'snake', 'kebab', 'pascal', 'constant'], {
        description:
          'The case of the new names; characters before the first and after the last letter or digit stay, as in _id and @type. If omitted, only the names in map change',
      }),
    ),
    map: Type.Record(Type.String(), NewName, {
      default: {},
      // Excludes names with a line break, which the pattern of a record does not match.
      additionalProperties: NewName,
      maxProperties: 500,
      description: 'New names by old names, written exactly as in the text; names missing here follow case',
    }),
    deep: Type.Boolean({
      default: true,
      description:
        'Renames in all objects; otherwise only in the outermost one, or in the items of the outermost array',
    }),
  }),
  examples: [
    {
      input: '{"userId": 7, "homeAddress": {"zipCode": "007"}}',
      config: { case: 'snake' },
      output: '{"user_id": 7, "home_address": {"zip_code": "007"}}',
    },
    {
      input: '[{"first-name": "Ada", "_id": 1e400}]',
      config: { case: 'camel', map: { _id: 'key' } },
      output: '[{"firstName": "Ada", "key": 1e400}]',
    },
    { input: '{"a":{"a":1}}', config: { map: { a: 'b' }, deep: false }, output: '{"b":{"a":1}}' },
  ],
  run(input, { case: caseName, map, deep }, limit) {
    if (caseName === undefined && Object.keys(map).length === 0) throw new ToolError('set case, map or both');
    const names = new Map(Object.entries(map));
    const rename = (name: string) => {
      let renamed = names.get(name);
      if (renamed === undefined) {
        renamed = caseName === undefined ? name : convertKey(name, codeCases[caseName]);
        names.set(name, renamed);
      }
      return renamed;
    };
    return renameJsonKeys(input, rename, { deep }, limit);
  },
});

function convertKey(key: string, codeCase: CodeCase): string {
  const start = key.search(/[\p{L}\p{N}]/u);
  if (start === -1) return key;
  let end = key.length;
  while (!/[\p{L}\p{N}\p{M}]/u.test(characterBefore(key, end))) end -= characterBefore(key, end).length;
  return key.slice(0, start) + toCodeName(key.slice(start, end), codeCase) + key.slice(end);
}

function characterBefore(text: string, end: number): string {
  const pair = text.codePointAt(end - 2) ?? 0;
  return text.slice(pair > 0xffff ? end - 2 : end - 1, end);
}

/**
 * Renames the members of a JSON text and changes nothing else: blanks, numbers, escapes and order stay.
 *
 * @param rename - returns the new name for a name.
 * @param deep - renames in all objects; otherwise only in the outermost one, or in the items of the outermost array.
 * @throws {JsonSyntaxError} if the text is not JSON or is nested too deep.
 * @throws {ToolError} if two members of an object with different names would get the same name.
 */
function renameJsonKeys(
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
