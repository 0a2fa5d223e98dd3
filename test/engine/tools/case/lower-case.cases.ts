import assert from 'node:assert/strict';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

export default {
  slug: 'lower-case',
  cases: [
    { input: '', output: '' },
    { name: 'the characters around a sigma decide if it is final', input: 'ΣΑΣ Σ ΑΣ. ΑΣΑ', output: 'σας σ ας. ασα' },
    { name: 'one character can become two', input: 'İ', output: 'i\u0307' },
    { name: 'the locale of the host has no effect', input: 'Iı', output: 'iı' },
    { input: 'I\u0307', config: { locale: 'az' }, output: 'i' },
    { name: 'Lithuanian keeps the dot below an accent', input: 'Ì', config: { locale: 'lt' }, output: 'i\u0307\u0300' },
    { name: 'line ends stay as they are', input: 'A\r\nB\rC\n\nD\u2028', output: 'a\r\nb\rc\n\nd\u2028' },
    { name: 'characters above U+FFFF', input: '𐐀😀', output: '𐐨😀' },
    { name: 'lone surrogates survive', input: 'A\ud800B\udc00', output: 'a\ud800b\udc00' },
    { input: 'A', config: { locale: 'de' }, error: 'steps[0].config.locale must be one of: root, tr, az, lt' },
    { input: 'A', config: { locale: 1 }, error: 'steps[0].config.locale must be one of: root, tr, az, lt' },
    { input: 'A', config: { Locale: 'tr' }, error: 'Unknown option for lower-case: Locale. Did you mean locale?' },
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
