import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { codeCaseOptions, codeCases, toCodeCase } from '../../text/words/code-case.js';

export default defineTool({
  slug: 'snake-case',
  title: 'snake_case',
  description:
    'Makes one snake_case name of each line: words in lower case with underscores between them, as for variables in Python and columns in SQL. Anything that is neither letter nor digit separates words.',
  config: Type.Object(codeCaseOptions),
  examples: [
    { input: 'Some text\nXMLHttpRequest', output: 'some_text\nxml_http_request' },
    { input: 'parseHTTPResponse', config: { keepAcronyms: true }, output: 'parse_HTTP_response' },
    { input: 'area51', config: { splitNumbers: true }, output: 'area_51' },
    { input: 'user\nfirst-name\n', config: { perLine: false }, output: 'user_first_name' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, options) => toCodeCase(input, codeCases.snake, options),
});
