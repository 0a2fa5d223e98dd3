import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { codeCaseOptions, codeCases, toCodeCase } from '../../text/words/code-case.js';

const { splitNumbers, keepPrefix, perLine } = codeCaseOptions;

export default defineTool({
  slug: 'constant-case',
  title: 'CONSTANT_CASE',
  description:
    'Makes one CONSTANT_CASE name of each line: words in upper case with underscores between them, as for environment variables. Anything that is neither letter nor digit separates words.',
  config: Type.Object({ splitNumbers, keepPrefix, perLine }),
  examples: [
    { input: 'Some text\nXMLHttpRequest', output: 'SOME_TEXT\nXML_HTTP_REQUEST' },
    { input: 'area51', config: { splitNumbers: true }, output: 'AREA_51' },
    { input: 'user\nfirst-name\n', config: { perLine: false }, output: 'USER_FIRST_NAME' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, options) => toCodeCase(input, codeCases.constant, options),
});
