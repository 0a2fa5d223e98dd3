import { ToolError } from '../../core/errors.js';
import { patternTimeMs } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { parseJsonTree } from '../../text/json/json-tree.js';
import { ExactNumbers, isLossy } from '../../text/json-schema/exact-numbers.js';
import { checkAgainstSchema, maxViolations, type SchemaViolation } from '../../text/json-schema/json-schema.js';
import { requireShortSchema, schemaOption, withoutInherited } from '../../text/json-schema/schema-option.js';

type Schema = Parameters<typeof checkAgainstSchema>[0];

/** The largest number of listed violations; the others are only counted. */
const maxListed = 1_000;
const longestError = 500;

export default defineTool({
  slug: 'json-schema-validator',
  title: 'JSON Schema validator',
  description:
    'Checks JSON against a JSON Schema (drafts 4, 6, 7, 2019-09 and 2020-12 by its $schema) and lists what it breaks, by JSON Pointer. References to other documents are refused, patterns have to be in RE2 syntax (\\s and \\p{Letter} as in ECMAScript), and a check that takes longer than a second is stopped.',
  config: Type.Object({
    schema: schemaOption('The schema, of at most 100,000 characters; true allows everything, false nothing'),
    checkFormats: Type.Boolean({
      default: true,
      description: 'Checks the formats of strings; otherwise format is only an annotation',
    }),
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description:
        'text is Valid, or one line for each violation; json an object with valid and errors. Both add notes on formats that are not checked, on an unknown $schema, on ignored keywords of later drafts and on numbers of the schema that are rounded',
    }),
    failOnInvalid: Type.Boolean({
      default: false,
      description:
        'Lets the step fail if the schema does not allow the JSON; otherwise passes the JSON to the next step unchanged',
    }),
  }),
  examples: [
    {
      input: '{"name":"Ada","age":-1}',
      config: {
        schema: { required: ['id'], properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } } },
      },
      output: '(root): must have required properties id\n/age: must be >= 0',
    },
    { input: '[1,2]', config: { schema: { type: 'array', items: { type: 'integer' } } }, output: 'Valid' },
    {
      input: '["a"]',
      config: { schema: { items: { type: 'null' } }, format: 'json' },
      output: '{"valid":false,"errors":[{"pointer":"/0","keyword":"type","message":"must be null"}]}',
    },
    { input: 'null', config: { schema: {} }, output: 'Valid' },
  ],
  // Values and their problems: 200 bytes were measured for `1,` where every item is invalid.
  heapBytesPerCharacter: 250,
  timeLimitMs: patternTimeMs,
  run(input, { schema, format, failOnInvalid, checkFormats }, limit) {
    requireShortSchema(schema);
    // Refuses invalid JSON with its place, and JSON that is nested too deeply.
    const tree = parseJsonTree(input);
    const parsed = withoutInherited(JSON.parse(withoutByteOrderMark(input)));
    const numbers = new ExactNumbers();
    const value = numbers.putInto(parsed, tree);
    const { firstRounded } = numbers;
    const report = checkAgainstSchema(schema as Schema, value, {
      checkFormats,
      numbers: numbers.isEmpty ? undefined : numbers,
    });
    const { violations } = report;
    const lossy = firstRounded === undefined ? undefined : lossyNumber(schema);
    const notes = [...report.notes, ...(lossy === undefined ? [] : [noteOn(lossy)])];
    const [first] = violations;
    if (failOnInvalid) {
      if (first !== undefined) throw new ToolError(shortened(sentenceOf(first)));
      return input;
    }
    const listed = violations.slice(0, maxListed);
    if (format === 'json') {
      return JSON.stringify({ valid: first === undefined, errors: listed, ...(notes.length > 0 && { notes }) });
    }
    const rest = violations.length - listed.length;
    const lines = [
      ...(first === undefined ? ['Valid'] : listed.map(sentenceOf)),
      ...(rest > 0 ? [`and ${violations.length < maxViolations ? '' : 'at least '}${rest} more`] : []),
      ...notes.map((note) => `note: ${note}`),
    ];
    limit.check(lines.reduce((length, line) => length + line.length + 1, 0));
    return lines.join('\n');
  },
});

/** Returns a number of a schema that may have lost digits; undefined if there is none. */
function lossyNumber(schema: unknown): number | undefined {
  const open = [schema];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part === 'number' && isLossy(part)) return part;
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) open.push(inner);
  }
  return undefined;
}

function noteOn(ofSchema: number): string {
  return `numbers above ${Number.MAX_SAFE_INTEGER} in the schema are rounded to doubles, and so is what is compared with them: ${ofSchema}`;
}

/** Shortens a message, because it may quote a long name or list of the input or the schema. */
function shortened(sentence: string): string {
  return sentence.length > longestError ? `${sentence.slice(0, longestError)}…` : sentence;
}

function sentenceOf({ pointer, message }: SchemaViolation): string {
  return `${pointer === '' ? '(root)' : pointer}: ${message}`;
}
