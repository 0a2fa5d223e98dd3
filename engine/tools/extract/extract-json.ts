import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { layOutJson } from '../../text/json/json-layout.js';
import { parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { jsonIn, repairableJsonIn } from './extract-json/json-spans.js';

export default defineTool({
  slug: 'extract-json',
  title: 'Extract JSON',
  description:
    'Finds the JSON objects and arrays in other text: the answer of a language model, a log, a web page. Brackets that do not open JSON are skipped, but [1] in prose is an array as well. The output is empty if there is none.',
  config: Type.Object({
    which: Type.Enum(['first', 'last', 'all'], {
      default: 'first',
      description: 'The value to write; all writes an array of all of them',
    }),
    repair: Type.Boolean({
      default: false,
      description: 'Also finds broken and cut-off JSON and repairs it, which is a guess',
    }),
    indent: JsonIndent,
  }),
  examples: [
    {
      input: 'Here you are:\n```json\n{"name": "Ada", "id": 12345678901234567890}\n```\nAnything else?',
      config: { indent: 0 },
      output: '{"name":"Ada","id":12345678901234567890}',
    },
    {
      input: '[INFO] got {"a":1}\n[WARN] got {"a":{"b":2}} and {}',
      config: { which: 'all', indent: 0 },
      output: '[{"a":1},{"a":{"b":2}},{}]',
    },
    {
      input: "The result is {name: 'Ada', tags: ['a',]} as asked.",
      config: { repair: true, indent: 0 },
      output: '{"name":"Ada","tags":["a"]}',
    },
    { input: 'no {JSON} [here]', output: '' },
  ],
  // The found values: 47 bytes were measured for `{"a":1},`.
  heapBytesPerCharacter: 60,
  run(input, { which, repair, indent }, limit) {
    const layout = layoutFor(indent);
    const found = repair ? repairableJsonIn(input) : jsonIn(input);
    if (which === 'all')
      return writeJsonTree(
        Array.from(found, (json) => parseJsonTree(json)),
        layout,
        limit,
      );
    let chosen: string | undefined;
    for (const json of found) {
      chosen = json;
      if (which === 'first') break;
    }
    return chosen === undefined ? '' : layOutJson(chosen, layout, limit);
  },
});
