import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OutputLimit } from '#engine/core/tool.js';
import { fingerprint, ngramFingerprint } from '#engine/tools/sort/cluster-values/fingerprint.js';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'cluster-values';
const limit = new OutputLimit(1_000_000);
const text = { output: 'text' };
const ngrams = { method: 'ngram-fingerprint' };

/** A letter from a to z, or what OpenRefine's tests call their folded forms: the letters of a block and their key. */
const folded: readonly (readonly [letters: string, key: string])[] = [
  ['ÀÁÂÃÄÅàáâãäåĀāĂăĄą', 'a'.repeat(18)],
  ['ÇçĆćĈĉĊċČč', 'c'.repeat(10)],
  ['ÐðĎďĐđ', 'd'.repeat(6)],
  ['ÈÉÊËèéêëĒēĔĕĖėĘęĚě', 'e'.repeat(18)],
  ['ĜĝĞğĠġĢģ', 'g'.repeat(8)],
  ['ĤĥĦħ', 'h'.repeat(4)],
  ['ÌÍÎÏìíîïĨĩĪīĬĭĮįİ', 'i'.repeat(17)],
  ['ĴĵĶķĸ', 'jjkkk'],
  ['ĹĺĻļĽľŁłĿŀ', 'l'.repeat(10)],
  ['ÑñŃńŅņŇňŉŊŋ', 'n'.repeat(11)],
  ['ÒÓÔÕÖòóôõöŌōŎŏŐő', 'o'.repeat(16)],
  ['ØøŒœÆæ', 'oeoeoeoeaeae'],
  ['ŔŕŖŗŘř', 'r'.repeat(6)],
  ['ŚśŜŝŞşŠšſẜẝ', 's'.repeat(11)],
  ['ŢţŤťŦŧ', 't'.repeat(6)],
  ['ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų', 'u'.repeat(20)],
  ['ŴŵÝýÿŶŷŸŹźŻżŽž', 'wwyyyyyyzzzzzz'],
  ['ÐðÞþǷƿ', 'ddththww'],
  ['ẖẗẘẙẞẠạẢảẤấ', 'htwyssaaaaaa'],
  ['ﬀﬁﬂﬃﬅﬆ', 'fffiflffistst'],
  ['Ĳĳ©ß', 'ijijcss'],
];
const whiteSpace = [
  0x9, 0xa, 0xb, 0xc, 0xd, 0x85, 0xa0, 0x1680, 0x2000, 0x2003, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
];

export default {
  slug,
  cases: [
    ['', 'cluster,value,count'],
    ['', '[]', { format: 'json' }],
    ['', '', text],
    ['a\nb\n', 'a\nb\n', text],
    ['a\na', 'cluster,value,count', {}, 'one spelling is no cluster'],
    ['a\r\nA\ra', 'a\r\na\r\na', text, 'the first line end is written everywhere'],
    ['a\nA\nA', 'A\nA\nA', text, 'the most frequent spelling'],
    ['b a\na b\n A  B! ', 'b a\nb a\nb a', text, 'the first of several'],
    ['a\nA\nb\nB\nB', 'cluster,value,count\nB,B,2\nB,b,1\na,a,1\na,A,1', {}, 'the cluster with most lines first'],
    ['"a"\na,', 'cluster,value,count\n"""a""","""a""",1\n"""a""","a,",1', {}, 'cells are quoted'],
    ['-\n--\n\n \n', '-\n--\n\n \n', text, 'values without letters and digits are not the same'],
    ['- a\na', '- a\n- a', text, 'punctuation before a blank at the start is no word'],
    ['a a b\nb a', 'a a b\na a b', text, 'a repeated word counts once'],
    ['x\ny', 'x\ny', { ...ngrams, ...text }, 'values shorter than the sequences are not the same'],
    ['xx\nx x\nxy', 'xx\nxx\nxy', { ...ngrams, ...text }],
    [
      'Krzysztof\nKryzsztof',
      'Krzysztof\nKrzysztof',
      { ...ngrams, ...text, ngramSize: 1 },
      'single letters are an anagram',
    ],
    ['Krzysztof\nKryzsztof', 'Krzysztof\nKryzsztof', { ...ngrams, ...text }],
    ['a', { error: 'steps[0].config.ngramSize must be at most 10' }, { ngramSize: 11 }],
    ['a', { error: 'steps[0].config.method must be one of: fingerprint, ngram-fingerprint' }, { method: 'metaphone' }],
  ],
  checks: {
    'fingerprints are those of OpenRefine 3': () => {
      for (const [value, key] of [
        ...folded,
        ['the multi multi word test', 'multi test the word'],
        [' école ÉCole ecoLe ', 'ecole'],
        [' d c b a ', 'a b c d'],
        ['\tABC \t DEF ', 'abc def'],
        ['bbb\taaa', 'aaa bbb'],
        ['a$b+c', 'a$b+c'],
        ["`a^ 'b'_-[c]", 'a bc'],
        ['\u0001a\u007f\u0080b', 'ab'],
        ['', ''],
      ] as const) {
        assert.equal(fingerprint(value, limit), key, value);
      }
      const spaced = whiteSpace.map((code, i) => String.fromCharCode(0x61 + i, code)).join('');
      assert.equal(fingerprint(spaced, limit), 'a b c d e f g h i j k l m n o p');
    },
    'n-gram fingerprints are those of OpenRefine 3': () => {
      for (const [value, key, size = 2] of [
        ['hello', 'ehlo', 1],
        ['he!llo,. world', 'dehlorw', 1],
        ['\u0001a, !b-c_d\u00a0d\tz\u0003', 'abcbcdcddddz', 3],
        ['abcdefg', 'abbccddeeffg'],
        ['gfedcba', 'bacbdcedfegf'],
        ['a b c d e f g', 'abbccddeeffg'],
        [' a,b.c d\te!f?g ', 'abbccddeeffg'],
        ['écÉCec', 'ceec'],
        ['', ''],
      ] as const) {
        assert.equal(ngramFingerprint(value, size, limit), key, value);
      }
      const spaced = whiteSpace.map((code, i) => String.fromCharCode(0x61 + i, code)).join('');
      assert.equal(ngramFingerprint(spaced, 2, limit), 'abbccddeeffgghhiijjkkllmmnnoop');
    },
    'lines get the same spelling if and only if their keys are the same, and the counts add up': () => {
      const value = fc.array(fc.constantFrom('a', 'A', 'b', 'é', 'e', ' ', '.', 'ß', 'ss'), { maxLength: 5 });
      fc.assert(
        fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
          const lines = values.map((parts) => parts.join('')).concat('x');
          const output = resultOf(slug, lines.join('\n'), text).split('\n');
          assert.equal(output.length, lines.length);
          const firsts = new Map<string, string | undefined>();
          for (const [i, line] of lines.entries()) {
            const key = fingerprint(line, limit);
            assert.equal(fingerprint(output[i] ?? '', limit), key);
            if (key === '') assert.equal(output[i], line);
            else if (firsts.has(key)) assert.equal(output[i], firsts.get(key));
            else firsts.set(key, output[i]);
          }
          const listed = JSON.parse(resultOf(slug, lines.join('\n'), { format: 'json' })) as {
            count: number;
            cluster: string;
            values: { value: string; count: number }[];
          }[];
          for (const { count, values, cluster } of listed) {
            assert.equal(values[0]?.value, cluster);
            assert.equal(
              count,
              values.reduce((sum, { count }) => sum + count, 0),
            );
            for (const { value, count } of values) assert.equal(count, lines.filter((line) => line === value).length);
          }
        }),
        { seed: 4, numRuns: sampleSize(500) },
      );
    },
    'checks the limit while it builds its output': () => {
      const spellings = `${'a'.repeat(300)}\n${'A'.repeat(300)}\n${'a'.repeat(299)}Á`;
      assertAsksForItsSize(slug, spellings, {});
      assertAsksForItsSize(slug, spellings, { format: 'json' });
    },
    'hostile texts take linear time': () => {
      const distinct = (length: number) => Array.from({ length: length / 5 }, (_, i) => i.toString(36)).join('\n');
      const words = (length: number) => Array.from({ length: length / 5 }, (_, i) => i.toString(36)).join(' ');
      for (const piece of [distinct, words, 'a', 'a ', 'a\nA\n', '\u0301\u0323', 'ﷺ\n', '.', ' ']) {
        assertLinear(piece, (value) => resultOf(slug, value, text));
        assertLinear(piece, (value) => resultOf(slug, value, { ...ngrams, ngramSize: 10 }));
      }
    },
  },
} satisfies ToolCases;
