import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'remove-ansi-codes';
const all = { allControls: true };

export default {
  slug,
  cases: [
    ['', ''],
    ['a[31m\r\n\tb\0\x08\x7f é😀\ud800', 'a[31m\r\n\tb\0\x08\x7f é😀\ud800', {}, 'other text stays'],
    ['\x1b[31mred\x1b[m \x1b[38;2;1;2;3mx\x1b[48:5:7my\x1b[0m', 'red xy', {}, 'colours'],
    ['\x1b[2J\x1b[H\x1b[?25la\x1b[10;5Hb\x1b[K\x1b[?1049h', 'ab', {}, 'cursor and screen'],
    ['\x1b[1 q\x1b[!pa\x1b[4$w', 'a', {}, 'intermediate bytes'],
    ['\x1b(B\x1b7\x1b=\x1bM\x1b#8\x1b%Ga\x1bc', 'a', {}, 'escape sequences of other kinds'],
    ['\x1b]0;t\x07a\x1b]2;é\x1b\\b\x1b]2;\x9cc', 'abc', {}, 'a title, ended by BEL, ST or the C1 control'],
    ['a\x1bPq#0\n#1\n\x1b\\b\x1b_G;AA\x1b\\c\x1b^p\x1b\\\x1bXs\x1b\\', 'abc', {}, 'an image over several lines'],
    ['\x1bPa\x07b\x1b\\c', 'c', {}, 'BEL ends only OSC'],
    ['\x9b31mred\x9b0m \x9d0;t\x07a\x90q\x9cb', 'red ab', {}, 'C1 controls that introduce'],
    [
      '\x9eena \x9b\n\x9d, \x9bé',
      '\x9eena \x9b\n\x9d, \x9bé',
      {},
      'but only whole sequences: ž and › in the wrong encoding',
    ],
    ['a\x85b\x9cc', 'a\x85b\x9cc', {}, 'other C1 controls stay'],
    ['a\x85b\x9cc', 'abc', all],
    ['\x1b[31é\x1b[3\nb\x1b[\x1b[1mc\x1b', 'é\nbc', {}, 'broken off by a letter or a line end'],
    ['\x1bé\x1b\x1b[1ma\x1b\n\x1b😀', 'éa\n😀', {}, 'ESC before what starts no sequence'],
    ['a\x1b]0;title\nb\x1b]0;t', 'a\nb', {}, 'a title without an end takes its line'],
    ['a\x1bPq1\r\nb\nc', 'a\r\nb\nc', {}, 'so does an image'],
    ['\x1b]0;t\x1b[1mb\x1bPq\x1b[0mc', 'bc', {}, 'or it ends where the next sequence starts'],
    ['\x1b]0;t\x18b\x1bPq\n\x1ac', 'bc', {}, 'or where it is cancelled'],
    ['\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\a', 'a', {}, 'a string in a string, as tmux passes it on'],
    ['a\0\x07\x08\x0b\x0c\x1f\x7f\x80\t\r\n\u00a0é', 'a\t\r\n\u00a0é', all, 'all controls but line ends and tabs'],
    ['a\0\t\r\n\u2028é', 'a\u2028é', { ...all, keepLineBreaks: false }],
    ['a\nb\0', 'a\nb\0', { keepLineBreaks: false }, 'keepLineBreaks alone changes nothing'],
  ],
  checks: {
    'agrees with Node on the sequences that it knows': () => {
      const sequence = fc.oneof(
        fc.stringMatching(/^\x1b\[\d{1,3}(;\d{1,3}){0,2}[A-DHJKmsu]$/),
        fc.stringMatching(/^\x1b\]8;;https:\/\/[a-z]{1,9}\x07$/),
        fc.stringMatching(/^[a-z é漢\n]{0,9}$/),
      );
      fc.assert(
        fc.property(fc.array(sequence), (sequences) => {
          const text = sequences.join('');
          assert.equal(resultOf(slug, text), stripVTControlCharacters(text));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'no ESC is left, and no more than the sequences is lost before the first': () => {
      const text = fc.string({ unit: fc.constantFrom(...'\x1b\x1b[]P\\\x07\x18\n0;m (é\x9b\x9c\x9d') });
      fc.assert(
        fc.property(text, (input) => {
          const result = resultOf(slug, input);
          assert.ok(!result.includes('\x1b'));
          const [before = ''] = input.split(/[\x1b\x80-\x9f]/, 1);
          assert.ok(result.startsWith(before));
          assert.equal(result.split('\n').length <= input.split('\n').length, true);
        }),
        { seed: 2, numRuns: sampleSize(1000) },
      );
    },
    'hostile texts take linear time': () => {
      const pieces = [
        '\x1b]',
        '\x1bP',
        '\x9d',
        '\x90',
        '\x1b[',
        '\x9b0',
        '\x1b',
        '\x1b]\n',
        '\x1bP\n',
        '\x1b[ ',
        '\x9b;',
        '\x90\n',
        '\x1b\\',
      ];
      for (const piece of pieces) assertLinear(piece, (text) => resultOf(slug, text, all));
      for (const start of ['\x1b]', '\x1b[', '\x1bP', '\x90']) {
        assertLinear(
          (length) => start + '0'.repeat(length),
          (text) => resultOf(slug, text),
        );
      }
    },
  },
} satisfies ToolCases;
