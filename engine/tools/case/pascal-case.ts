import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { codeCases, joinedCaseOptions, toCodeCase } from '../../text/words/code-case.js';

export default defineTool({
  slug: 'pascal-case',
  title: 'PascalCase',
  description:
    'Makes one PascalCase name of each line: every word starts with a capital, as for classes and types. Anything that is neither letter nor digit separates words. A number that is a separate word gets an underscore, so that 1.21 and 12.1 stay different.',
  config: Type.Object(joinedCaseOptions),
  examples: [
    { input: 'some text\nXML_HTTP request', output: 'SomeText\nXmlHttpRequest' },
    { input: 'parse HTTP response', config: { keepAcronyms: true }, output: 'ParseHTTPResponse' },
    { input: 'Version 1.2.10', output: 'Version_1_2_10' },
    { input: 'Version 1.2.10', config: { numberSeparator: '' }, output: 'Version1210' },
    { input: 'user\nfirst-name\n', config: { perLine: false }, output: 'UserFirstName' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, options) => toCodeCase(input, codeCases.pascal, options),
});
