import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import type { JsonSyntaxError } from '../../text/json/json-scanner.js';
import { syntaxError } from '../../text/json/json-syntax.js';

export default defineTool({
  slug: 'json-validator',
  title: 'JSON validator',
  description:
    'Checks whether the text is JSON (RFC 8259) and, if it is not, reports what is wrong in which line and column. Nesting deeper than 500 levels counts as an error; a name that comes twice in one object does not.',
  config: Type.Object({
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description: 'The result as a sentence, or as a JSON object with valid, line, column and reason',
    }),
    failOnInvalid: Type.Boolean({
      default: false,
      description: 'Makes the step fail on text that is not JSON, and hands JSON on to the next step as it is',
    }),
  }),
  examples: [
    { input: '{"a": [1, 2]}', output: 'Valid JSON' },
    { input: '{\n  "a": 1,\n}', output: 'Invalid JSON: line 2, column 9: a comma must not stand before "}"' },
    {
      input: "{'a': 1}",
      config: { format: 'json' },
      output:
        '{"valid":false,"line":1,"column":2,"reason":"expected a property name in double quotes, found \\"\'\\""}',
    },
    { input: '', output: 'Invalid JSON: line 1, column 1: expected a value, found the end of the text' },
    { input: '[1]', config: { failOnInvalid: true }, output: '[1]' },
  ],
  run(input, { format, failOnInvalid }) {
    const error = syntaxError(input);
    if (failOnInvalid) {
      if (error !== undefined) throw error;
      return input;
    }
    if (error === undefined) return format === 'text' ? 'Valid JSON' : '{"valid":true}';
    return format === 'text' ? `Invalid JSON: ${error.message}` : asJson(error);
  },
});

function asJson({ place: { line, column }, reason }: JsonSyntaxError): string {
  return JSON.stringify({ valid: false, line, column, reason });
}
