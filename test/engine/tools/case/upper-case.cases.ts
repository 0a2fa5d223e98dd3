import type { ToolCases } from '../../../support/tool-cases.js';

export default {
  slug: 'upper-case',
  cases: [
    ['', ''],
    ['\u0390', '\u0399\u0308\u0301', {}, 'one character can become three'],
    ['iI', 'II', {}, 'the locale of the host has no effect'],
    ['i̇', 'I', { locale: 'lt' }],
    ['a\ud800b', 'A\ud800B', {}, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.locale must be one of: root, tr, az, lt' }, { locale: 'de' }],
    ['a', { error: 'Unknown option for upper-case: local. Did you mean locale?' }, { local: 'tr' }],
  ],
} satisfies ToolCases;
