import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { JsonLayout } from '../../text/json/json-layout.js';
import { parseJsonOption } from '../../text/json/json-option.js';
import { quotedJson } from '../../text/json/json-records.js';
import { type JsonNode, type JsonObject, parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { objectOf } from '../../text/json/json-values.js';
import { otherTextOptions, twoTexts } from '../../text/other-text.js';
import { diffJson, type JsonChange } from './json-diff/json-diff.js';

export default defineTool({
  slug: 'json-diff',
  title: 'JSON diff',
  description:
    'Lists the changes from the input to another JSON text, each place as a JSON Pointer such as /items/0/name. Numbers are compared by value and objects in any order; the output is empty, or [], if nothing differs.',
  config: Type.Object({
    ...otherTextOptions('The JSON text to compare the input with, which is the newer of the two'),
    format: Type.Enum(['text', 'patch', 'json'], {
      default: 'text',
      description:
        'text for one line per change (+ added, - removed, ~ changed), patch for a JSON Patch (RFC 6902) that turns the input into the other text, json for an array of changes with the values before and after',
    }),
    arrayMode: Type.Enum(['index', 'lcs'], {
      default: 'index',
      description:
        'index compares items at the same index; lcs finds out which items were added and removed, in arrays with up to 2000 items that differ',
    }),
    indent: JsonIndent,
  }),
  examples: [
    {
      input: '{"name":"Ada","age":36,"tags":["a","b"]}',
      config: { other: '{"tags":["a","c"],"name":"Ada","mail":null}' },
      output: '- /age: 36\n~ /tags/1: "b" → "c"\n+ /mail: null',
    },
    {
      input: '["a","b","c"]',
      config: { other: '["b","c","d"]', format: 'patch', arrayMode: 'lcs', indent: 0 },
      output: '[{"op":"remove","path":"/0"},{"op":"add","path":"/2","value":"d"}]',
    },
    {
      input: '{"a":{"b":1}}',
      config: { other: '{"a":{"b":2}}', format: 'json', indent: 0 },
      output: '[{"change":"changed","path":"/a/b","before":1,"after":2}]',
    },
    { input: '{"a":1.0,"b":2}', config: { other: '{"b":2e0,"a":1}' }, output: '' },
  ],
  // The tree's nodes: 41 bytes were measured for `{"a":1},`.
  heapBytesPerCharacter: 55,
  run(input, { format, arrayMode, indent, ...texts }, limit) {
    const { text, other, nameOfOther } = twoTexts(input, texts);
    const changes = diffJson(parseJsonTree(text), parseJsonOption(nameOfOther, other), arrayMode, limit);
    if (format === 'text') return changesAsText(changes, limit);
    return writeJsonTree(changes.map(format === 'patch' ? operation : description), layoutFor(indent), limit);
  },
});

function changesAsText(changes: readonly JsonChange[], limit: OutputLimit): string {
  const oneLine = new JsonLayout('');
  const write = (value: JsonNode) => writeJsonTree(value, oneLine, limit);
  let text = '';
  for (const { path, before, after } of changes) {
    text += `${text === '' ? '' : '\n'}${before === undefined ? '+' : after === undefined ? '-' : '~'} `;
    text += `${shownPath(path)}: `;
    if (before !== undefined) text += write(before);
    if (before !== undefined && after !== undefined) text += ' → ';
    if (after !== undefined) text += write(after);
    limit.check(text.length);
  }
  return text;
}

/** The empty pointer means the whole document. A name may contain line ends, but a change is one line. */
function shownPath(path: string): string {
  if (path === '') return '(whole)';
  return /[\0-\x1f\p{Cs}]/u.test(path) ? quotedJson(path) : path;
}

function operation({ patchPath, before, after }: JsonChange): JsonObject {
  const name = after === undefined ? 'remove' : before === undefined ? 'add' : 'replace';
  return objectOf([
    ['op', quotedJson(name)],
    ['path', quotedJson(patchPath)],
    ...(after === undefined ? [] : [['value', after] as const]),
  ]);
}

function description({ path, before, after }: JsonChange): JsonObject {
  const name = after === undefined ? 'removed' : before === undefined ? 'added' : 'changed';
  return objectOf([
    ['change', quotedJson(name)],
    ['path', quotedJson(path)],
    ...(before === undefined ? [] : [['before', before] as const]),
    ...(after === undefined ? [] : [['after', after] as const]),
  ]);
}
