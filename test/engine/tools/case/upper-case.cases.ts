import type { ToolCases } from '../../../support/tool-cases.js';

export default {
  slug: 'upper-case',
  cases: [
    { input: '', output: '' },
    { name: 'one character can become three', input: '\u0390', output: '\u0399\u0308\u0301' },
    { name: 'the locale of the host has no effect', input: 'iI', output: 'II' },
    { input: 'i̇', config: { locale: 'lt' }, output: 'I' },
    { name: 'lone surrogates survive', input: 'a\ud800b', output: 'A\ud800B' },
    { input: 'a', config: { locale: 'de' }, error: 'steps[0].config.locale must be one of: root, tr, az, lt' },
    {
      input: 'a',
      config: { local: 'tr' },
      error: 'Unknown option for upper-case: local. Did you mean locale?',
    },
  ],
} satisfies ToolCases;
