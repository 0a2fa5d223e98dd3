import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { readToml } from '../../text/formats/toml-reader.js';
import { readJson, requireDistinctNames, writeJson } from '../../text/json/json-conversion.js';
import { IndentOfJson } from '../../text/json/json-indent.js';
import type { JsonNode } from '../../text/json/json-tree.js';
import { writeToml } from './json-toml-converter/toml-writer.js';

export default defineTool({
  slug: 'json-toml-converter',
  title: 'JSON ↔ TOML converter',
  description:
    'Converts JSON to TOML and TOML to JSON, and detects the format of the input. Dates become strings, numbers keep their digits, comments are lost; null is rejected, as TOML does not have it.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'json-to-toml', 'toml-to-json'], {
      default: 'auto',
      description: 'Direction of the conversion; auto reads a text that starts with { as JSON and any other as TOML',
    }),
    indent: IndentOfJson,
  }),
  examples: [
    {
      input: '{"title":"Notes","owner":{"name":"Ada","tags":["a","b"]},"file":[{"n":1},{"n":2.50}]}',
      output: 'title = "Notes"\n\n[owner]\nname = "Ada"\ntags = ["a", "b"]\n\n[[file]]\nn = 1\n\n[[file]]\nn = 2.50',
    },
    {
      input: "# settings\nday = 1979-05-27\n[server]\nport = 8_080\npath.root = 'C:\\data'",
      output:
        '{\n  "day": "1979-05-27",\n  "server": {\n    "port": 8080,\n    "path": {\n      "root": "C:\\\\data"\n    }\n  }\n}',
    },
    { input: '[[a]]\n[[a]]\nx = {y = [1, "z"]}', config: { indent: 0 }, output: '{"a":[{},{"x":{"y":[1,"z"]}}]}' },
  ],
  // The tree's nodes: 37 bytes were measured for `{"a":1},`.
  heapBytesPerCharacter: 50,
  run(input, { direction, indent }, limit) {
    const text = withoutByteOrderMark(input);
    const guessed = text.trimStart().startsWith('{') ? 'json-to-toml' : 'toml-to-json';
    if ((direction === 'auto' ? guessed : direction) === 'toml-to-json') {
      return writeJson(readGuessedToml(text, direction === 'auto'), indent, limit);
    }
    const root = readJson(text, direction === 'auto' ? '; TOML never starts with {' : '');
    requireDistinctNames(root);
    return writeToml(root, limit);
  },
});

/** A JSON array starts like a header, so an error on the first line may mean that JSON was intended. */
function readGuessedToml(text: string, isGuess: boolean): JsonNode {
  try {
    return readToml(text);
  } catch (error) {
    const mayBeJson = isGuess && text.trimStart().startsWith('[');
    if (!(error instanceof ToolError) || !mayBeJson || error.place?.line !== 1) throw error;
    throw new ToolError(
      `invalid TOML (${error.message}); set direction to "json-to-toml" if this is JSON`,
      error.place,
    );
  }
}
