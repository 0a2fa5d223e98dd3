import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { sentences } from '../../../support/sentences.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'mojibake-fixer';
const thrice = { passes: 3 };

/** The bytes 0x80 to 0xff of encodings that TextDecoder knows; the first is Windows-1252. */
const decoders = {
  cp1252: new TextDecoder('windows-1252'),
  latin1: { decode: (byte: Uint8Array) => Buffer.from(byte).toString('latin1') },
  cp1250: new TextDecoder('windows-1250'),
  latin2: new TextDecoder('iso-8859-2'),
  cp1251: new TextDecoder('windows-1251'),
  macroman: new TextDecoder('macintosh'),
};

type Encoding = keyof typeof decoders;

/** What becomes of a text whose UTF-8 is read in another encoding. */
function misread(text: string, encoding: Encoding): string {
  const decoder = decoders[encoding];
  return Array.from(Buffer.from(text, 'utf8'), (byte) => decoder.decode(Uint8Array.of(byte))).join('');
}

/** Damaged texts, and what they were. */
const damaged: Record<string, string> = {
  'Ã‰tÃ©, Ã\u00a0 cÃ´tÃ©, NoÃ«l, Å“uvre': 'Été, à côté, Noël, œuvre',
  'ZaÅ¼Ã³Å‚Ä‡ gÄ™Å›lÄ… jaÅºÅ„, aÈ™a': 'Zażółć gęślą jaźń, așa',
  'â€œaâ€\u009d â€¦ 20Â°C Â£5 Â«bÂ»': '“a” … 20°C £5 «b»',
  'ÐŸÑ€Ð¸Ð²ÐµÑ‚ ÎšÎ± æ—¥æœ¬': 'Привет Κα 日本',
  'ï»¿a': '\ufeffa',
  // Single ones, in capitals, at the start and at the end of a word
  'HÃ”TEL': 'HÔTEL',
  // Ö and ×, whose second byte is a dash
  'Ã–sterreich, KÃ–LN, ÃœBERGRÃ–SSE, Ã–': 'Österreich, KÖLN, ÜBERGRÖSSE, Ö',
  '3 Ã— 4, 1920Ã—1080': '3 × 4, 1920×1080',
  'OÃ™ ÃŠTES-VOUS': 'OÙ ÊTES-VOUS',
  'Ä°zmir': 'İzmir',
  'sÃ³ JÃ¡ aÃ±o': 'só Já año',
  'âœ” done â†’ next': '✔ done → next',
  'TGF-Î²1': 'TGF-β1',
  // The gaps of Windows-1252, as controls, and as U+FFFD
  'Ð Ð¾Ñ\u0081Ñ\u0081Ð¸Ñ\u008f': 'Россия',
  'SlovenÄ\ufffdina': 'Sloven\ufffdina',
  'â€œaâ€?': '“a\ufffd',
  'Ð Ð¾Ñ\ufffdÑ\ufffdÐ¸Ñ\ufffd': 'Ро\ufffd\ufffdи\ufffd',
  // No-break spaces that became blanks
  'voilÃ le chat': 'voilà le chat',
  'Ã demain, prÃ©sident': 'à demain, président',
  'Ã\u00a0 demain': 'à demain',
  // Two surrogates, each for itself
  'Hi \u00ed\u00a0\u00bd\u00ed\u00b8\u008d': 'Hi 😍',
  // Other encodings
  "LiĂ¨ge Avenue de l'HĂ´pital â€žaâ€ś": "Liège Avenue de l'Hôpital „a“",
  'NapĂ\u00adĹˇte nĂˇm': 'Napíšte nám',
  'РџСЂРёРІРµС‚, РјРёСЂ': 'Привет, мир',
  'a вЂ“ b, в„–5': 'a – b, №5',
  'cafГ© et thГ©': 'café et thé',
  'g√¢teau fran√ßais, l‚Äô√©t√©': 'gâteau français, l’été',
  '◊ë◊î◊ï◊ì◊¢◊î': 'בהודעה',
  '╨┐╤Ç╨╕╨▓╨╡╤é': 'привет',
  'na├»ve ΓÇô Ti├¬n': 'naïve – Tiên',
  // In part
  'Classificação: SÃ©rie, DivisÃ£o': 'Classificação: Série, Divisão',
  'é Ã©': 'é é',
  'Привет 漢字 😀 cafÃ©': 'Привет 漢字 😀 café',
  'â\u0080\u0098pressureâ\u0080\u0099…': '‘pressure’…',
  '\ud800cafÃ©': '\ud800café',
  // Controls that are quotes and dashes in Windows-1252
  '\u0084Hallo\u0093 \u0096 parlé\u0085': '„Hallo“ – parlé…',
};

/** Correct texts in which characters stand side by side that are UTF-8 by chance, or that look damaged. */
const correct: readonly string[] = [
  '5×£35, 4288×…, “+” and “×”',
  'SDV SÓ… VOCÊ… MARQUÉ… HUHLL Õ… QUEM É¿ !YO SÉ¡',
  'ZZAJÉ’s NESTLÉ® AHÅ™ 10 Å— „CAFÉ“ „Ä“ 10Å…',
  'SELKÄ\u00a0EDELLÄ\u00a0MAAHAN « CAFÉ » NICIODATĂ\u00a0',
  'pra assa aí´´ trem pra lá´´',
  'L’épisode, Brontë…”, ammaccato,\u00a0è',
  'Ôôô [x]\u00a0© 2012—∞ ∆° (-1/2)! = √π',
  'OK??:(   `¬´    ): ( o¬ô ) Ō¬o ├┤a┼┐a┼┐a',
  'C O N C L U S Ã O, São, Ã, IRMÃ…',
  'MÄ£ÄM ÌÑÌ Q £ÄGÌ GÄLÄW SÖÄ£ ÑÝÄ $ÚÄMÌ GÄK ÉÑÄK',
  'HÅØYA ER BLÅØYD',
  'IRMÃ– AMANHÃ—HOJE, IRMÃ – IRMÃO',
  'NICIODATĂ™ TRANSFORMATORIŲ™ ORĂŞENI',
  'MŮŽE BĚŽÍ VÝŠE PÄŤ PAMÄŤ ČÍŠE, zvlášť, KÓŁKO',
  'ВІКІ, НАШІ СІРІ КОТИ, Рік, лінії, дії, вії, Италия',
  'ПоздравЂаво, ПЉЕВЉА, КЊИГА, СРЕЋА, ВЈЕРА',
  '├── été\n│   └── à\n└─ ü',
  'À€ í € ô\u0090€€ é\ufffd CAFÉ\ufffd',
  'cafÃ\nÃ l’heure\nâ€',
  'Η ¨ανατροφή¨ δυστυχώς',
];

/** Every sentence, in capitals as well, and with what can follow a word without a blank. */
const variants: readonly string[] = Object.values(sentences)
  .flat()
  .flatMap((sentence) =>
    [sentence, sentence.toUpperCase()].flatMap((text) => [
      text,
      ...['…', '”', '’S', '\u00a0»', '®', '—'].map((mark) => text.replace(/(?<=\p{L})(?=[ .,])/gu, mark)),
    ]),
  );

/** `Cá` becomes `CĂĄ` or `CГЎ`, which may as well be a word in capitals, so it stays. */
function mayBeCapitals(sentence: string, encoding: Encoding): boolean {
  return sentence.startsWith('Cá ') && (encoding === 'latin2' || encoding === 'cp1251');
}

export default {
  slug,
  cases: [
    ['', ''],
    ['plain\r\nASCII\0\r', 'plain\r\nASCII\0\r'],
    ...Object.entries(damaged).map(([input, output]): ToolCase => [input, output]),
    ...correct.map((text): ToolCase => [text, text, thrice, `correct: ${text}`]),
    ['È»\r\nÃ©\rÃ¨\n', 'È»\r\né\rè\n', {}, 'each line for itself; all line ends stay'],
    ['â\u0080\u0099', '’', {}, 'in Latin-1 the quotes are controls'],
    ['â\u0080\u0099', 'â\u0080\u0099', { from: 'cp1252' }],
    ['â€\u009d', '”', { from: 'cp1252' }, 'controls for the bytes that Windows leaves open'],
    ['â€™ Ã©', 'â€™ é', { from: 'latin1' }],
    ['HĂ´pital et cafÃ©', 'Hôpital et cafÃ©', { from: 'cp1250' }],
    ['cafÃƒÂ©', 'cafÃ©', {}, 'once by default'],
    ['cafÃƒÂ©', 'café', thrice, 'more passes than needed'],
    ['doesnÃƒÂ¢Ã¢â€šÂ¬Ã¢â€žÂ¢t', 'doesn’t', thrice, 'three times'],
    ['Г‚ВЈ5.8bn', '£5.8bn', thrice, 'twice, by different encodings'],
    ['a', { error: 'steps[0].config.passes must be at most 3' }, { passes: 4 }],
  ],
  checks: {
    'leaves hundreds of correct texts in 50 languages alone': () => {
      assert.ok(variants.length > 700);
      for (const text of variants) assert.equal(resultOf(slug, text, thrice), text);
    },
    'repairs sentences that were misread': () => {
      for (const encoding of Object.keys(decoders) as Encoding[]) {
        for (const sentence of Object.values(sentences).flat()) {
          if (mayBeCapitals(sentence, encoding)) continue;
          assert.equal(resultOf(slug, misread(sentence, encoding), { from: encoding }), sentence);
        }
      }
    },
    'finds the encoding': () => {
      for (const encoding of ['cp1252', 'latin1', 'cp1250', 'cp1251', 'macroman'] as const) {
        for (const sentence of Object.values(sentences).flat()) {
          if (mayBeCapitals(sentence, encoding)) continue;
          assert.equal(resultOf(slug, misread(sentence, encoding)), sentence);
        }
      }
    },
    'repairs sentences that were misread three times': () => {
      for (const sentence of Object.values(sentences).flat()) {
        const broken = misread(misread(misread(sentence, 'cp1252'), 'cp1252'), 'cp1252');
        assert.equal(resultOf(slug, broken, thrice), sentence);
      }
    },
    'leaves Western text alone, except for pairs that are UTF-8': () => {
      const latin = Array.from({ length: 0x60 }, (_, i) => String.fromCharCode(0xa0 + i)).join('');
      const signs = Array.from({ length: 0x20 }, (_, i) => decoders.cp1252.decode(Uint8Array.of(0x80 + i))).join('');
      const pair = new RegExp(`[Â-ô][${signs}\\xa0-\\xbf]|Ã `);
      const sample = fc.string({ unit: fc.constantFrom(...`${latin}${signs} aei`) });
      fc.assert(
        fc.property(sample, (input) => {
          if (!pair.test(input)) assert.equal(resultOf(slug, input), input);
        }),
        { seed: 3, numRuns: sampleSize(500) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of [
        'Ã',
        'Ã©',
        'Ã©\n',
        'é\n',
        'ÃƒÂ©',
        '\ud800\n',
        '\r',
        'a',
        'É…',
        'Ã ',
        'Рђ',
        '√©',
        '├⌐',
        '…',
      ]) {
        assertLinear(piece, (text) => resultOf(slug, text, thrice));
      }
    },
  },
} satisfies ToolCases;
