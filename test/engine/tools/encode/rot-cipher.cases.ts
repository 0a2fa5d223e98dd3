import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'rot-cipher';
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const text = fc.string({ unit: 'binary' });

/** The programs that do the same. */
const commands: [config: object, command: string][] = [
  [{}, 'tr A-Za-z N-ZA-Mn-za-m'],
  [{ variant: 'rot5' }, 'tr 0-9 5-90-4'],
  [{ variant: 'rot18' }, 'tr A-Za-z0-9 N-ZA-Mn-za-m5-90-4'],
  [{ variant: 'rot47' }, "tr '!-~' 'P-~!-O'"],
  [{ variant: 'caesar', shift: 3 }, 'tr A-Za-z D-ZA-Cd-za-c'],
  [{ variant: 'caesar', shift: -3 }, 'tr A-Za-z X-ZA-Wx-za-w'],
];

export default {
  slug,
  cases: [
    ['', ''],
    [
      printable,
      ' !"#$%&\'()*+,-./0123456789:;<=>?@NOPQRSTUVWXYZABCDEFGHIJKLM[\\]^_`nopqrstuvwxyzabcdefghijklm{|}~',
      {},
      'rot13',
    ],
    [
      printable,
      ' !"#$%&\'()*+,-./5678901234:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~',
      { variant: 'rot5' },
      'rot5',
    ],
    ['Az 09', 'Nm 54', { variant: 'rot18' }, 'rot18'],
    [' !NO~', ' P}~O', { variant: 'rot47' }, 'rot47'],
    ['AZ az 5', 'ZY zy 5', { variant: 'caesar', shift: 25 }, 'a shift in full'],
    ['AZ az 5', 'BA ba 5', { variant: 'caesar', shift: -25 }],
    ['AZ', 'AZ', { variant: 'caesar', shift: 0 }],
    ['Hello', 'Uryyb', { variant: 'caesar' }, 'caesar is rot13 by default'],
    ['a', 'n', { shift: 1 }, 'other variants do not use the shift'],
    [
      '\u0141ａ\ud841\0\x7f\r\né😀\udc41',
      '\u0141ａ\ud841\0\x7f\r\né😀\udc41',
      {},
      'other characters stay: full width, low bytes alike, lone surrogates, controls',
    ],
    ['a', { error: 'steps[0].config.shift must be at most 25' }, { shift: 26 }],
    ['a', { error: 'steps[0].config.shift must be at least -25' }, { shift: -26 }],
    ['a', { error: 'steps[0].config.variant must be one of: rot13, rot5, rot18, rot47, caesar' }, { variant: 'rot1' }],
  ],
  checks: {
    'the rot variants undo themselves': () => {
      fc.assert(
        fc.property(text, fc.constantFrom('rot13', 'rot5', 'rot18', 'rot47'), (input, variant) => {
          assert.equal(resultOf(slug, resultOf(slug, input, { variant }), { variant }), input);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a shift is undone by the negative shift': () => {
      fc.assert(
        fc.property(text, fc.integer({ min: -25, max: 25 }), (input, shift) => {
          const there = resultOf(slug, input, { variant: 'caesar', shift });
          assert.equal(resultOf(slug, there, { variant: 'caesar', shift: -shift }), input);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'agrees with tr': (t) => {
      const texts = fc.sample(text, { seed: 3, numRuns: 20 }).map((sample) => sample.toWellFormed() + printable);
      for (const [config, command] of commands) {
        shellOracle(t, command, texts)?.forEach((output, i) => {
          assert.equal(resultOf(slug, texts[i] ?? '', config), output, command);
        });
      }
    },
  },
} satisfies ToolCases;
