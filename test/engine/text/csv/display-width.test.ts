import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { displayWidth } from '#engine/text/csv/display-width.js';

const widths: readonly (readonly [string, string, number])[] = [
  ['nothing', '', 0],
  ['ASCII', 'abc ~', 5],
  ['letters with accents', 'é', 1],
  ['combining marks', 'e\u0301\u0323', 1],
  ['ideographs and kana', '漢字かな', 8],
  ['full-width and half-width forms', 'Ａｱ', 3],
  ['Hangul syllables', '한글', 4],
  ['conjoining Hangul', '\u1112\u1161\u11ab', 2],
  ['emoji', '😀', 2],
  ['an emoji with a skin tone', '👍🏽', 2],
  ['a family', '👨‍👩‍👧', 2],
  ['a person running', '🏃‍♂️', 2],
  ['a joiner that joins nothing', '👩\u200d x', 4],
  ['a flag', '🇩🇪', 2],
  ['a character shown as emoji', '❤️', 2],
  ['the same as text', '❤', 1],
  ['Greek and box drawing are narrow', 'αβ│', 3],
  ['zero-width space, joiner, byte order mark, soft hyphen', '\u200b\u200d\ufeff\u00ad', 0],
  ['a joiner between letters joins nothing', 'न\u200dन', 2],
  ['Devanagari with marks', 'नि', 1],
  ['lone surrogates', '\udc00x\ud800', 3],
];

describe('displayWidth', () => {
  for (const [name, text, width] of widths) test(name, () => assert.equal(displayWidth(text), width));
});
