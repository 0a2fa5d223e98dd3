import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sentence-case';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' one.  two?\tthree!\u00a0four', output: ' One.  Two?\tThree!\u00a0Four' },
    { name: 'a line begins a sentence', input: 'one\r\ntwo\rthree\n\nfour\n', output: 'One\r\nTwo\rThree\n\nFour\n' },
    {
      name: 'the rest goes down',
      input: 'The Anglo-American E-Mail And A Book',
      output: 'The anglo-american e-mail and a book',
    },
    {
      name: 'the rest stays',
      input: 'the Anglo-American NASA. it IS',
      config: { lowerRest: false },
      output: 'The Anglo-American NASA. It IS',
    },
    { name: 'several stops in a row', input: 'what?! yes!! no. . ok', output: 'What?! Yes!! No. . Ok' },
    { name: 'a stop on its own', input: 'quoi ? oui ! bon', output: 'Quoi ? Oui ! Bon' },
    { name: 'a colon ends no sentence', input: 'One: Two; Three, Four', output: 'One: two; three, four' },
    {
      name: 'brackets and quotes around a sentence',
      input: '(one.) “two.” «three.» *four.* five',
      output: '(One.) “Two.” «Three.» *Four.* Five',
    },
    { name: 'opening punctuation', input: '¿qué? ¡hola! "yes"', output: '¿Qué? ¡Hola! "Yes"' },
    { name: 'East Asian stops need no white space', input: 'これは。this is！next', output: 'これは。This is！Next' },
    { name: 'stops of other scripts', input: 'a؟ b۔ c। d', output: 'A؟ B۔ C। D' },
    {
      name: 'a stop inside a word',
      input: 'version 1.5 of node.js or e.g. this',
      output: 'Version 1.5 of node.js or e.g. this',
    },
    { name: 'a digit begins a sentence', input: 'one. 3 apples. 3rd Apple', output: 'One. 3 apples. 3rd apple' },
    {
      name: 'numbers and bullets of a list',
      input: '1. one\n2) two\n(3) Three\n- four\n• five',
      output: '1. One\n2) Two\n(3) Three\n- Four\n• Five',
    },
    { name: 'a number in brackets elsewhere', input: 'See (3) Below', output: 'See (3) below' },

    {
      name: 'in and after an abbreviation the first letter stays',
      input: 'Ask Dr. Smith, Dr. who, Inc. Then etc. Or etc. and',
      output: 'Ask Dr. Smith, Dr. who, Inc. Then etc. Or etc. and',
    },
    {
      name: 'after initials',
      input: 'by J. R. R. Tolkien and j. r. r. tolkien',
      output: 'By J. R. R. Tolkien and j. r. r. tolkien',
    },
    {
      name: 'after dotted ones',
      input: 'the U.S. Army, the u.s. army, at 5 p.m. Then, Ph.D. Work',
      output: 'The U.S. Army, the u.s. army, at 5 p.m. Then, Ph.D. Work',
    },
    { name: 'I is not an initial', input: 'so do I. then we go', output: 'So do I. Then we go' },
    { name: 'a word of one Korean letter is a word', input: '네. yes', output: '네. Yes' },
    { name: 'after an ellipsis', input: 'well... maybe… Then... but', output: 'Well... maybe… Then... but' },
    {
      name: 'after a quoted question',
      input: '"why?" he asked. "why?" The end',
      output: '"Why?" he asked. "Why?" The end',
    },
    { name: 'a bracketed question', input: 'one (why?) two', output: 'One (why?) Two' },

    {
      name: 'acronyms stay',
      input: 'My NASA, 3D, UTF-8, I/O, Q&A, APIs, iPhone, McTavish',
      output: 'My NASA, 3D, UTF-8, I/O, Q&A, APIs, iPhone, McTavish',
    },
    { name: 'also at the start', input: 'iPhone it is. eBay too. NASA', output: 'iPhone it is. eBay too. NASA' },
    { name: 'part of a compound', input: 'A Non-EU Post-COVID Thing', output: 'A non-EU post-COVID thing' },
    {
      name: 'the English I stays',
      input: "Then I, I'm Told, And (I’ll) Go",
      output: "Then I, I'm told, and (I’ll) go",
    },
    {
      name: 'or nothing stays',
      input: 'My NASA iPhone And I',
      config: { keepAcronyms: false },
      output: 'My nasa iphone and i',
    },
    {
      name: 'addresses stay',
      input: 'Visit https://Example.com/Path or Me@X.org. Then',
      output: 'Visit https://Example.com/Path or Me@X.org. Then',
    },

    { name: 'a line in capitals', input: "DR. NO SAID I'M OK. AND NASA?", output: "Dr. no said I'm ok. And nasa?" },
    { name: 'initials stay in it, addresses do not', input: 'THE U.S. AT WWW.X.COM', output: 'The U.S. at www.x.com' },
    { name: 'only the line in capitals is one', input: 'STOP IT\nthis IS it', output: 'Stop it\nThis IS it' },
    {
      name: 'a line in capitals that is not lowered',
      input: 'STOP. www.X.com',
      config: { lowerRest: false },
      output: 'STOP. www.X.com',
    },

    { name: 'a final sigma', input: 'ΟΔΥΣΣΕΥΣ ΚΑΙ ΑΣ', output: 'Οδυσσευς και ας' },
    { name: 'digraphs have a form for the start of a word', input: 'ǆ ǆ. Ǉ', output: 'ǅ ǆ. ǈ' },
    { name: 'a dotted capital I stays one character', input: 'İstanbul. İstanbul x', output: 'İstanbul. İstanbul x' },
    { name: 'letters above U+FFFF', input: '𐐨𐐨. 𐐀 𐐀', output: '𐐀𐐨. 𐐀 𐐨' },
    { name: 'lone surrogates survive', input: '\ud800a. \udc00B', output: '\ud800A. \udc00B' },

    { input: 'a', config: { keepAcronyms: 1 }, error: 'steps[0].config.keepAcronyms must be a boolean' },
    { input: 'a', config: { lowerRest: 1 }, error: 'steps[0].config.lowerRest must be a boolean' },
    {
      input: 'a',
      config: { keepAcronym: true },
      error: 'Unknown option for sentence-case: keepAcronym. Did you mean keepAcronyms?',
    },
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
