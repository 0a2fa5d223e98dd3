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
    { input: '', output: '' },
    {
      name: 'rot13',
      input: printable,
      output: ' !"#$%&\'()*+,-./0123456789:;<=>?@NOPQRSTUVWXYZABCDEFGHIJKLM[\\]^_`nopqrstuvwxyzabcdefghijklm{|}~',
    },
    {
      name: 'rot5',
      input: printable,
      config: { variant: 'rot5' },
      output: ' !"#$%&\'()*+,-./5678901234:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~',
    },
    { name: 'rot18', input: 'Az 09', config: { variant: 'rot18' }, output: 'Nm 54' },
    { name: 'rot47', input: ' !NO~', config: { variant: 'rot47' }, output: ' P}~O' },
    { name: 'a shift in full', input: 'AZ az 5', config: { variant: 'caesar', shift: 25 }, output: 'ZY zy 5' },
    { input: 'AZ az 5', config: { variant: 'caesar', shift: -25 }, output: 'BA ba 5' },
    { input: 'AZ', config: { variant: 'caesar', shift: 0 }, output: 'AZ' },
    { name: 'caesar is rot13 by default', input: 'Hello', config: { variant: 'caesar' }, output: 'Uryyb' },
    { name: 'other variants do not use the shift', input: 'a', config: { shift: 1 }, output: 'n' },
    {
      name: 'other characters stay: full width, low bytes alike, lone surrogates, controls',
      input: '\u0141ａ\ud841\0\x7f\r\né😀\udc41',
      output: '\u0141ａ\ud841\0\x7f\r\né😀\udc41',
    },
    { input: 'a', config: { shift: 26 }, error: 'steps[0].config.shift must be at most 25' },
    { input: 'a', config: { shift: -26 }, error: 'steps[0].config.shift must be at least -25' },
    {
      input: 'a',
      config: { variant: 'rot1' },
      error: 'steps[0].config.variant must be one of: rot13, rot5, rot18, rot47, caesar',
    },
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
