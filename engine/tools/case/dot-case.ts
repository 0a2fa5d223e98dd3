import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { codeCaseOptions, toCodeCase } from '../../text/words/code-case.js';

export default defineTool({
  slug: 'dot-case',
  title: 'dot.case',
  description:
    'Makes one dot.case name of each line: words with dots, or any other separator, between them. Anything that is neither letter nor digit separates words.',
  config: Type.Object({
    separator: Type.String({
      default: '.',
      minLength: 1,
      maxLength: 5,
      description: 'Separator between words: / makes path/case, - with capitalize Train-Case',
    }),
    capitalize: Type.Boolean({
      default: false,
      description: 'Starts every word with a capital; otherwise words are in lower case',
    }),
    ...codeCaseOptions,
  }),
  examples: [
    { input: 'Some text\nXMLHttpRequest', output: 'some.text\nxml.http.request' },
    { input: 'content type', config: { separator: '-', capitalize: true }, output: 'Content-Type' },
    { input: 'someFileName', config: { separator: '/' }, output: 'some/file/name' },
    { input: 'parseHTTPResponse', config: { keepAcronyms: true }, output: 'parse.HTTP.response' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] }, separator: withoutLineEnds }],
  run(input, { separator, capitalize, ...options }) {
    const letters = capitalize ? 'capitalized' : 'lower';
    return toCodeCase(input, { separator, first: letters, rest: letters }, options);
  },
});
