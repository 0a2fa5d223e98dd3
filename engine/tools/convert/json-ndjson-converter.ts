import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { JsonLayout } from '../../text/json/json-layout.js';
import { JsonSyntaxError } from '../../text/json/json-scanner.js';
import { syntaxError } from '../../text/json/json-syntax.js';
import { type JsonNode, parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { splitLines } from '../../text/lines/lines.js';

const config = Type.Object({
  direction: Type.Enum(['auto', 'json-to-ndjson', 'ndjson-to-json'], {
    default: 'auto',
    description:
      'Direction of the conversion; auto reads one array, or one value on several lines, as JSON and any other text as NDJSON',
  }),
  invalid: Type.Enum(['error', 'drop'], {
    default: 'error',
    description:
      'NDJSON to JSON: what to do with a line that is not JSON: error refuses the text and names the line, drop removes it',
  }),
  indent: JsonIndent,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'json-ndjson-converter',
  title: 'JSON ↔ NDJSON converter',
  description:
    'Writes the items of a JSON array on one line each (NDJSON, JSON Lines), or makes an array of such lines. Blank lines are skipped; numbers and escapes stay as written.',
  config,
  examples: [
    { input: '[{"a": 1}, {"a": 2.50}, "x"]', output: '{"a":1}\n{"a":2.50}\n"x"' },
    { input: '{"a": 1}\n\n{"a": 1e400}\n', config: { indent: 0 }, output: '[{"a":1},{"a":1e400}]' },
    {
      input: '{"a":1}\nERROR\n{"a":2}',
      config: { invalid: 'drop' },
      output: '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]',
    },
    { input: '', output: '[]' },
  ],
  run(input, config, limit) {
    const text = withoutByteOrderMark(input);
    if (config.direction === 'json-to-ndjson') return toLines(parseJsonTree(text), limit);
    if (config.direction === 'ndjson-to-json') return toArray(text, config, limit);
    const json = detectJson(text, config.invalid);
    return json === undefined ? toArray(text, config, limit) : toLines(json, limit);
  },
});

const oneLine = new JsonLayout('');

function toLines(root: JsonNode, limit: OutputLimit): string {
  let text = '';
  for (const [i, item] of (Array.isArray(root) ? root : [root]).entries()) {
    text += (i === 0 ? '' : '\n') + writeJsonTree(item, oneLine, limit);
    limit.check(text.length);
  }
  return text;
}

function toArray(text: string, { invalid, indent }: Config, limit: OutputLimit): string {
  const items: JsonNode[] = [];
  for (const [i, line] of splitLines(text).lines.entries()) {
    if (line.trim() === '') continue;
    try {
      items.push(parseJsonTree(line));
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      // The column is correct, the line number is not.
      if (invalid === 'error') throw ToolError.at({ ...error.place, line: i + 1 }, error.reason);
    }
  }
  return writeJsonTree(items, layoutFor(indent), limit);
}

/**
 * The value, if the whole text is one and not NDJSON of one line.
 *
 * @throws {JsonSyntaxError} if it is meant to be one value over several lines and has an error; never where invalid
 *   lines are removed, as a log line may start with a bracket (`[INFO]`).
 */
function detectJson(text: string, invalid: Config['invalid']): JsonNode | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  try {
    const root = parseJsonTree(text);
    return Array.isArray(root) || /[\r\n]/.test(trimmed) ? root : undefined;
  } catch (error) {
    if (invalid === 'error' && goesOnBehindLine(firstLine(trimmed))) throw error;
    return undefined;
  }
}

/** Tests whether a line starts a longer value: a bracket alone, or an array that is not closed or has an error. */
function goesOnBehindLine(line: string): boolean {
  return line.trimEnd() === '{' || (line.startsWith('[') && syntaxError(line) !== undefined);
}

function firstLine(text: string): string {
  return splitLines(text).lines[0] ?? '';
}
