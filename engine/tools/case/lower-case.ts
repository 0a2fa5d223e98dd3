import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { CaseLocale, lowerCaseIn } from '../../text/unicode/case-mapping.js';

export default defineTool({
  slug: 'lower-case',
  title: 'Lower case',
  description:
    'Changes every letter to lower case, by the rules of Unicode: a sigma at the end of a word is ς. İ becomes a plain i, as in all tools for case; set locale to tr or az for Turkish or Azeri, where I becomes ı.',
  config: Type.Object({ locale: CaseLocale }),
  examples: [
    { input: 'Hello, WORLD', output: 'hello, world' },
    { input: 'ΟΔΥΣΣΕΥΣ', output: 'οδυσσευς' },
    { input: 'Iİ', config: { locale: 'tr' }, output: 'ıi' },
  ],
  lineByLine: true,
  keepsLines: true,
  onBytes: ({ locale }) => (locale === 'root' ? (text) => text.changeCase('lower') : undefined),
  run: (input, { locale }) => lowerCaseIn(input, locale),
});
