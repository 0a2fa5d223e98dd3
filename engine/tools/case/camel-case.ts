import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { codeCases, joinedCaseOptions, toCodeCase } from '../../text/words/code-case.js';

export default defineTool({
  slug: 'camel-case',
  title: 'camelCase',
  description:
    'Makes one camelCase name of each line: every word but the first starts with a capital, as for variables in JavaScript. Anything that is neither letter nor digit separates words. A number that is a separate word gets an underscore, so that 1.21 and 12.1 stay different.',
  config: Type.Object(joinedCaseOptions),
  examples: [
    { input: 'some text\nXML_HTTP request', output: 'someText\nxmlHttpRequest' },
    { input: 'parse HTTP response', config: { keepAcronyms: true }, output: 'parseHTTPResponse' },
    { input: 'area51 map', config: { splitNumbers: true }, output: 'area_51Map' },
    { input: '_private_field\n$scope', config: { keepPrefix: true }, output: '_privateField\n$scope' },
    { input: 'Version 1.2.10', output: 'version_1_2_10' },
    { input: 'Version 1.2.10', config: { numberSeparator: '' }, output: 'version1210' },
    { input: 'user\nfirst-name\n', config: { perLine: false }, output: 'userFirstName' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, options) => toCodeCase(input, codeCases.camel, options),
});
