import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { normalize } from '../../text/unicode/normalization.js';

export default defineTool({
  slug: 'unicode-normalizer',
  title: 'Unicode normaliser',
  description:
    'Converts a text to one of the normal forms of Unicode, so that what looks alike is encoded alike. NFC and NFD change nothing visible; NFKC and NFKD also replace ligatures, full-width letters, superscripts and the like, and lose their meaning.',
  config: Type.Object({
    form: Type.Enum(['NFC', 'NFD', 'NFKC', 'NFKD'], {
      default: 'NFC',
      description:
        'NFC: letters and their accents in one character if there is one; NFD: always separate; NFKC and NFKD: the same, with compatibility characters replaced',
    }),
  }),
  examples: [
    { input: 'e\u0301', output: '\u00e9' },
    { input: '\u00e9', config: { form: 'NFD' }, output: 'e\u0301' },
    { input: 'ﬁne ① Ａ x²', config: { form: 'NFKC' }, output: 'fine 1 A x2' },
    { input: '가 ½', config: { form: 'NFKD' }, output: '\u1100\u1161 1\u20442' },
  ],
  lineByLine: true,
  keepsLines: true,
  run: (input, { form }, limit) => normalize(input, form, limit),
});
