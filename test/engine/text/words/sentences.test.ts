import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../support/growth.js';
import { resultOf } from '../../../support/tool-cases.js';

const counts: readonly (readonly [text: string, sentences: number])[] = [
  ['He works at Yahoo! in accounting.', 1],
  ['Wow! In accounting.', 2],
  ['"Go." and he left.', 1],
  ['He said "go." Then he left.', 2],
  ['"Go." "No."', 2],
  ['See no. 5 and fig. 3.', 1],
  ['No. It is not.', 2],
  ['Am 12. Juni kam er. Im 19. Jahrhundert und am 3. und 4. Mai.', 2],
  ['She is 12. He is 9.', 2],
  ['In 2012. they left', 2],
  ['ሰላም ነው። እንዴት ነህ፧', 2],
  ['ሰላም።እንዴት፧', 2],
  ['Բարև։ Ինչպես ես։', 2],
  ['これはペン．それは本．', 2],
  ['円周率は３．１４です．', 1],
  ['နေကောင်းလား။ ကောင်းပါတယ်။', 2],
  ['1. One', 1],
];

for (const [text, sentences] of counts) {
  test(`${sentences} sentences: ${text}`, () => {
    assert.equal(resultOf('text-counter', text, { unit: 'sentences' }), String(sentences));
  });
}

test('sentences and words are told apart in linear time', () => {
  for (const piece of ['．', '1．', '"', '!', "o'", 'no. ', '12. ', '(*_', '。a', 'İ', "'", '. 1']) {
    for (const slug of ['sentence-case', 'title-case-converter', 'capitalize-words', 'text-counter']) {
      assertLinear(piece, (text) => resultOf(slug, text));
    }
  }
});
