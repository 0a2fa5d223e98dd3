import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { codeCaseOptions, codeCases, toCodeCase } from '../../text/words/code-case.js';

export default defineTool({
  slug: 'kebab-case',
  title: 'kebab-case',
  description:
    'Makes one kebab-case name of each line: words in lower case with hyphens between them, as for CSS classes. Anything that is neither letter nor digit separates words.',
  config: Type.Object(codeCaseOptions),
  examples: [
    { input: 'Some text\nXMLHttpRequest', output: 'some-text\nxml-http-request' },
    { input: 'parseHTTPResponse', config: { keepAcronyms: true }, output: 'parse-HTTP-response' },
    { input: 'area51', config: { splitNumbers: true }, output: 'area-51' },
    { input: 'user\nfirst_name\n', config: { perLine: false }, output: 'user-first-name' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, options) => toCodeCase(input, codeCases.kebab, options),
});
