import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { layOutJson } from '../../text/json/json-layout.js';
import { repairedJson } from '../../text/json/json-repair.js';

export default defineTool({
  slug: 'json-repair',
  title: 'JSON repair',
  description:
    "Repairs invalid JSON: single quotes, keys without quotes, missing or unnecessary commas, comments (also with # and a blank), Python's True and None, TRUE and NULL, code fences, brackets of the wrong kind, a cut-off end. A backslash that starts no escape stays, and each one in C:\\new. A name without a value gets null. It guesses, so review the result. It refuses, with the place, text beside the JSON, a name with a value outside of an object, ... in place of values, a comma after another one, and a bracket that closes nothing. Text that is JSON already is only laid out.",
  config: Type.Object({ indent: JsonIndent }),
  examples: [
    {
      input: "{name: 'Ada', tags: ['a', 'b',],}",
      output: '{\n  "name": "Ada",\n  "tags": [\n    "a",\n    "b"\n  ]\n}',
    },
    {
      input: '```json\n{"ok": True, "none": None} // Python\n```',
      config: { indent: 0 },
      output: '{"ok":true,"none":null}',
    },
    { input: '{"text": "cut off in the mid', config: { indent: 0 }, output: '{"text":"cut off in the mid"}' },
    { input: '{"a":1}\n{"a":2}', config: { indent: 0 }, output: '[{"a":1},{"a":2}]' },
    {
      input: '{"path": "C:\\Users\\new", "tags": ["a"}, "done": TRUE} # log',
      config: { indent: 0 },
      output: '{"path":"C:\\\\Users\\\\new","tags":["a"],"done":true}',
    },
    { input: '[12345678901234567890, 1e400]', config: { indent: 0 }, output: '[12345678901234567890,1e400]' },
  ],
  run: (input, { indent }, limit) => layOutJson(repairedJson(input), layoutFor(indent), limit),
});
