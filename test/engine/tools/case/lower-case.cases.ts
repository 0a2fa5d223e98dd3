import assert from 'node:assert/strict';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

export default {
  slug: 'lower-case',
  cases: [
    ['', ''],
    ['ΣΑΣ Σ ΑΣ. ΑΣΑ', 'σας σ ας. ασα', {}, 'the characters around a sigma decide if it is final'],
    ['ŞAHİN ŞAHI\u0307N', 'şahin şahin', {}, 'a dotted capital I gives no combining dot'],
    [`${'語'.repeat(1_000)}İ`, `${'語'.repeat(1_000)}i`, {}, 'nor does it in a long text'],
    ['Iı', 'iı', {}, 'the locale of the host has no effect'],
    ['I\u0307', 'i', { locale: 'az' }],
    ['Ì', 'i\u0307\u0300', { locale: 'lt' }, 'Lithuanian keeps the dot below an accent'],
    ['A\r\nB\rC\n\nD\u2028', 'a\r\nb\rc\n\nd\u2028', {}, 'line ends stay as they are'],
    ['𐐀😀', '𐐨😀', {}, 'characters above U+FFFF'],
    ['A\ud800B\udc00', 'a\ud800b\udc00', {}, 'lone surrogates survive'],
    ['A', { error: 'steps[0].config.locale must be one of: root, tr, az, lt' }, { locale: 'de' }],
    ['A', { error: 'steps[0].config.locale must be one of: root, tr, az, lt' }, { locale: 1 }],
    ['A', { error: 'Unknown option for lower-case: Locale. Did you mean locale?' }, { Locale: 'tr' }],
  ],
  checks: {
    'leaves lower case as it is': () => {
      const letters = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code))
        .filter((character) => /\p{Ll}/u.test(character))
        .join(' ');
      assert.ok(letters.length > 4000);
      assert.equal(resultOf('lower-case', letters), letters);
    },
  },
} satisfies ToolCases;
