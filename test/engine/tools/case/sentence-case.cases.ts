import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sentence-case';

export default {
  slug,
  cases: [
    ['ŞAHİN GELDİ. İYİ', 'Şahin geldi. İyi', {}, 'a dotted capital I gives no combining dot'],
    ['ISPARTA ILIK. İYİ', 'Isparta ılık. İyi', { locale: 'tr' }, 'Turkish'],
    [
      'he works at Yahoo! in accounting. wow! in',
      'He works at Yahoo! in accounting. Wow! In',
      {},
      'a name with a mark',
    ],
    ['he said "Go." and left. "Go." He left', 'He said "go." and left. "Go." He left', {}, 'a sentence in quotes'],
    ['see No. 5 and vol. 2. no. it is not', 'See No. 5 and vol. 2. no. It is not', {}, 'a number of something'],
    ['am 12. Juni und 3. und 4. Mai. er kam', 'Am 12. Juni und 3. und 4. Mai. Er kam', {}, 'ordinals'],
    ['in 2012. they left', 'In 2012. They left', {}, 'a year'],
    ['ሰላም ነው። abc። def። x፧ y', 'ሰላም ነው። Abc። Def። X፧ Y', {}, 'Ethiopic'],
    ['Բարև։ abc։ def', 'Բարև։ Abc։ Def', {}, 'Armenian'],
    ['ペン．abc．def 3．14', 'ペン．Abc．Def 3．14', {}, 'a fullwidth full stop, and a decimal mark'],
    ['a။ b។ c', 'A။ B។ C', {}, 'Burmese and Khmer'],
    ['', ''],
    [' one.  two?\tthree!\u00a0four', ' One.  Two?\tThree!\u00a0Four'],
    ['one\r\ntwo\rthree\n\nfour\n', 'One\r\nTwo\rThree\n\nFour\n', {}, 'a line begins a sentence'],
    ['The Anglo-American E-Mail And A Book', 'The anglo-american e-mail and a book', {}, 'the rest goes down'],
    ['the Anglo-American NASA. it IS', 'The Anglo-American NASA. It IS', { lowerRest: false }, 'the rest stays'],
    ['what?! yes!! no. . ok', 'What?! Yes!! No. . Ok', {}, 'several stops in a row'],
    ['quoi ? oui ! bon', 'Quoi ? Oui ! Bon', {}, 'a stop on its own'],
    ['One: Two; Three, Four', 'One: two; three, four', {}, 'a colon ends no sentence'],
    [
      '(one.) “two.” «three.» *four.* five',
      '(One.) “Two.” «Three.» *Four.* Five',
      {},
      'brackets and quotes around a sentence',
    ],
    ['¿qué? ¡hola! "yes"', '¿Qué? ¡Hola! "Yes"', {}, 'opening punctuation'],
    ['これは。this is！next', 'これは。This is！Next', {}, 'East Asian stops need no white space'],
    ['a؟ b۔ c। d', 'A؟ B۔ C। D', {}, 'stops of other scripts'],
    ['version 1.5 of node.js or e.g. this', 'Version 1.5 of node.js or e.g. this', {}, 'a stop inside a word'],
    ['one. 3 apples. 3rd Apple', 'One. 3 apples. 3rd apple', {}, 'a digit begins a sentence'],
    [
      '1. one\n2) two\n(3) Three\n- four\n• five',
      '1. One\n2) Two\n(3) Three\n- Four\n• Five',
      {},
      'numbers and bullets of a list',
    ],
    ['See (3) Below', 'See (3) below', {}, 'a number in brackets elsewhere'],

    [
      'Ask Dr. Smith, Dr. who, Inc. Then etc. Or etc. and',
      'Ask Dr. Smith, Dr. who, Inc. Then etc. Or etc. and',
      {},
      'in and after an abbreviation the first letter stays',
    ],
    ['by J. R. R. Tolkien and j. r. r. tolkien', 'By J. R. R. Tolkien and j. r. r. tolkien', {}, 'after initials'],
    [
      'the U.S. Army, the u.s. army, at 5 p.m. Then, Ph.D. Work',
      'The U.S. Army, the u.s. army, at 5 p.m. Then, Ph.D. Work',
      {},
      'after dotted ones',
    ],
    ['so do I. then we go', 'So do I. Then we go', {}, 'I is not an initial'],
    ['네. yes', '네. Yes', {}, 'a word of one Korean letter is a word'],
    ['well... maybe… Then... but', 'Well... maybe… Then... but', {}, 'after an ellipsis'],
    ['"why?" he asked. "why?" The end', '"Why?" he asked. "Why?" The end', {}, 'after a quoted question'],
    ['one (why?) two', 'One (why?) Two', {}, 'a bracketed question'],

    [
      'My NASA, 3D, UTF-8, I/O, Q&A, APIs, iPhone, McTavish',
      'My NASA, 3D, UTF-8, I/O, Q&A, APIs, iPhone, McTavish',
      {},
      'acronyms stay',
    ],
    ['iPhone it is. eBay too. NASA', 'iPhone it is. eBay too. NASA', {}, 'also at the start'],
    ['A Non-EU Post-COVID Thing', 'A non-EU post-COVID thing', {}, 'part of a compound'],
    ["Then I, I'm Told, And (I’ll) Go", "Then I, I'm told, and (I’ll) go", {}, 'the English I stays'],
    ['My NASA iPhone And I', 'My nasa iphone and i', { keepAcronyms: false }, 'or nothing stays'],
    [
      'Visit https://Example.com/Path or Me@X.org. Then',
      'Visit https://Example.com/Path or Me@X.org. Then',
      {},
      'addresses stay',
    ],

    ["DR. NO SAID I'M OK. AND NASA?", "Dr. no said I'm ok. And nasa?", {}, 'a line in capitals'],
    ['THE U.S. AT WWW.X.COM', 'The U.S. at www.x.com', {}, 'initials stay in it, addresses do not'],
    ['STOP IT\nthis IS it', 'Stop it\nThis IS it', {}, 'only the line in capitals is one'],
    ['STOP. www.X.com', 'STOP. www.X.com', { lowerRest: false }, 'a line in capitals that is not lowered'],

    ['ΟΔΥΣΣΕΥΣ ΚΑΙ ΑΣ', 'Οδυσσευς και ας', {}, 'a final sigma'],
    ['ǆ ǆ. Ǉ', 'ǅ ǆ. ǈ', {}, 'digraphs have a form for the start of a word'],
    ['İstanbul. İstanbul x', 'İstanbul. İstanbul x', {}, 'a dotted capital I stays one character'],
    ['𐐨𐐨. 𐐀 𐐀', '𐐀𐐨. 𐐀 𐐨', {}, 'letters above U+FFFF'],
    ['\ud800a. \udc00B', '\ud800A. \udc00B', {}, 'lone surrogates survive'],

    ['a', { error: 'steps[0].config.keepAcronyms must be a boolean' }, { keepAcronyms: 1 }],
    ['a', { error: 'steps[0].config.lowerRest must be a boolean' }, { lowerRest: 1 }],
    [
      'a',
      { error: 'Unknown option for sentence-case: keepAcronym. Did you mean keepAcronyms?' },
      { keepAcronym: true },
    ],
  ],
  checks: {
    'text in sentence case does not change': () => {
      const words = [
        'one',
        'Two',
        'NASA',
        'stop.',
        'why?',
        '"what?"',
        'Dr.',
        '...',
        'e.g.',
        '(end.)',
        '12',
        '-',
        'I',
        'well-Known',
      ];
      const part = fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', '  ', '\n'));
      const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.flat().join(''));
      fc.assert(
        fc.property(text, (input) => {
          const once = resultOf(slug, input);
          assert.equal(once.toLowerCase(), input.toLowerCase());
          assert.equal(resultOf(slug, once), once);
        }),
        { seed: 16, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
