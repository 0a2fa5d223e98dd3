import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { CaseLocale, upperCase } from '../../text/unicode/case-mapping.js';

export default defineTool({
  slug: 'upper-case',
  title: 'Upper case',
  description: 'Changes every letter to upper case, by the full rules of Unicode: ß becomes SS.',
  config: Type.Object({ locale: CaseLocale }),
  examples: [
    { input: 'hello, World', output: 'HELLO, WORLD' },
    { input: 'straße ﬁn ŉ', output: 'STRASSE FIN ʼN' },
    { input: 'ı i', config: { locale: 'tr' }, output: 'I İ' },
  ],
  lineByLine: true,
  keepsLines: true,
  onBytes: ({ locale }) => (locale === 'root' ? (text) => text.changeCase('upper') : undefined),
  run: (input, { locale }) => (locale === 'root' ? upperCase(input) : input.toLocaleUpperCase(locale)),
});
