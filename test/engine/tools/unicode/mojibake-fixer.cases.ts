import assert from 'node:assert/strict';
import fc from 'fast-check';
import { threadMs } from '../../../support/processor-time.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'mojibake-fixer';
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** What becomes of a text whose UTF-8 is read in a Western encoding. */
function misread(text: string, encoding: string): string {
  const latin1 = Buffer.from(text, 'utf8').toString('latin1');
  if (encoding === 'latin1') return latin1;
  return latin1.replace(/[\x80-\x9f]/g, (byte) => windows1252.charAt(byte.charCodeAt(0) - 0x80));
}

/** Any text but letters that a capital before a sign may be taken for. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'aéß€’“ÁÍÐÝàș\u00a0漢😀\n\r\0'),
    ),
  })
  .map((sample) => sample.toWellFormed().replace(/[\u01c0-\u0217\u021c-\u037f]/g, ''));

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'plain\r\nASCII\0\r', output: 'plain\r\nASCII\0\r' },
    { name: 'French', input: 'Ã‰tÃ©, Ã\u00a0 cÃ´tÃ©, NoÃ«l, Å“uvre', output: 'Été, à côté, Noël, œuvre' },
    { name: 'Polish, Romanian', input: 'ZaÅ¼Ã³Å‚Ä‡ gÄ™Å›lÄ… jaÅºÅ„, aÈ™a', output: 'Zażółć gęślą jaźń, așa' },
    { name: 'signs', input: 'â€œaâ€\x9d â€¦ 20Â°C Â£5 Â«bÂ»', output: '“a” … 20°C £5 «b»' },
    { name: 'Cyrillic, Greek, Chinese', input: 'ÐŸÑ€Ð¸Ð²ÐµÑ‚ ÎšÎ± æ—¥æœ¬', output: 'Привет Κα 日本' },
    { name: 'a byte order mark', input: 'ï»¿a', output: '\ufeffa' },
    { name: 'right text stays', input: 'Été “à” naïve £5 20°C «x» Ã São', output: 'Été “à” naïve £5 20°C «x» Ã São' },
    { name: 'so do other scripts', input: 'Привет 漢字 😀 Ã©', output: 'Привет 漢字 😀 Ã©' },
    { name: 'lone surrogates', input: '\ud800Ã©', output: '\ud800Ã©' },
    { name: 'each line for itself; all line ends stay', input: 'é Ã©\r\nÃ©\rÃ¨\n', output: 'é Ã©\r\né\rè\n' },
    { name: 'cut off, or with a lost byte', input: 'cafÃ\nÃ l’heure\nâ€', output: 'cafÃ\nÃ l’heure\nâ€' },
    {
      name: 'never too long or beyond Unicode: C0 80, ED A0 80, F4 90 80 80',
      input: 'À€\ní €\nô\x90€€',
      output: 'À€\ní €\nô\x90€€',
    },
    { name: 'capitals before signs', input: 'CAFÉ’S\nLE CAFÉ…\nÈ»\nVOILÀ…', output: 'CAFÉ’S\nLE CAFÉ…\nÈ»\nVOILÀ…' },
    { name: 'in Latin-1 the quotes are controls', input: 'â\x80\x99', output: '’' },
    { input: 'â\x80\x99', config: { from: 'cp1252' }, output: 'â\x80\x99' },
    {
      name: 'controls for the bytes that Windows leaves open',
      input: 'â€\x9d',
      config: { from: 'cp1252' },
      output: '”',
    },
    { input: 'â€™ Ã©', config: { from: 'latin1' }, output: 'â€™ Ã©' },
    { name: 'once by default', input: 'cafÃƒÂ©', output: 'cafÃ©' },
    { name: 'more passes than needed', input: 'cafÃƒÂ©', config: { passes: 3 }, output: 'café' },
    { input: 'a', config: { passes: 4 }, error: 'steps[0].config.passes must be at most 3' },
  ],
  checks: {
    'repairs whatever was misread': () => {
      fc.assert(
        fc.property(text, fc.constantFrom('cp1252', 'latin1'), fc.boolean(), (input, encoding, auto) => {
          const from = auto ? 'auto' : encoding;
          assert.equal(resultOf(slug, misread(input, encoding), { from }), input);
        }),
        { seed: 1, numRuns: 500 },
      );
    },
    'and whatever was misread three times': () => {
      fc.assert(
        fc.property(text, (input) => {
          const broken = misread(misread(misread(input, 'cp1252'), 'cp1252'), 'cp1252');
          assert.equal(resultOf(slug, broken, { passes: 3 }), input);
        }),
        { seed: 2, numRuns: 300 },
      );
    },
    'leaves Western text alone, except for pairs that are UTF-8': () => {
      const letters = Array.from({ length: 0x60 }, (_, i) => String.fromCharCode(0xa0 + i)).join('');
      const pair = new RegExp(`[Â-ô][${windows1252}\xa0-\xbf]`);
      const sample = fc.string({ unit: fc.constantFrom(...`${letters}${windows1252} aei`) });
      fc.assert(
        fc.property(sample, (input) => {
          if (!pair.test(input)) assert.equal(resultOf(slug, input), input);
        }),
        { seed: 3, numRuns: 500 },
      );
    },
    'hostile texts take linear time': () => {
      const started = threadMs();
      for (const piece of ['Ã', 'Ã©', 'Ã©\n', 'é\n', 'ÃƒÂ©', '\ud800\n', '\r', 'a', 'É…']) {
        resultOf(slug, piece.repeat(500_000 / piece.length), { passes: 3 });
      }
      assert.ok(threadMs() - started < 5_000);
    },
  },
} satisfies ToolCases;
