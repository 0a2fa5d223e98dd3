import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'title-case-converter';
const compound = 'state-of-the-art and/or old: is it better than before?';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: compound, output: 'State-of-the-Art and/or Old: Is It Better Than Before?' },
    {
      name: 'blanks stay as they are',
      input: '  a  tale\tof\u00a0two  cities ',
      output: '  A  Tale\tof\u00a0Two  Cities ',
    },
    {
      name: 'one title for each line, line ends as they are',
      input: 'the end of\r\nthe\rof it\n\n',
      output: 'The End Of\r\nThe\rOf It\n\n',
    },
    { name: 'small words in capitals go down', input: 'War And Peace', output: 'War and Peace' },

    {
      name: 'addresses stay',
      input: 'see http://a.b/c, me@x.org and example.com',
      output: 'See http://a.b/c, me@x.org and example.com',
    },
    {
      name: 'file names and decimals stay',
      input: 'open notes.txt v1.5 e.g. now',
      output: 'Open notes.txt v1.5 e.g. Now',
    },
    { name: 'inner capitals stay', input: 'iPhone, NASA, McTavish and Q&A', output: 'iPhone, NASA, McTavish and Q&A' },
    { name: 'so does a compound with them', input: 'the Step-By-Step and AC/DC', output: 'The Step-By-Step and AC/DC' },
    {
      name: 'unless capitals are not kept',
      input: 'the iPhone, NASA and Step-By-Step',
      config: { keepCaps: false },
      output: 'The Iphone, Nasa and Step-by-Step',
    },
    {
      name: 'capitals that are not kept, with a final sigma',
      input: 'o ΟΔΥΣΣΕΥΣ',
      config: { keepCaps: false },
      output: 'O Οδυσσευς',
    },

    { name: 'a line in capitals', input: 'WAR AND PEACE (PART 2)', output: 'War and Peace (Part 2)' },
    {
      name: 'initials go back up',
      input: "IN D.C. TODAY: THE U.S.A.'S BEST, (U.S.)",
      output: "In D.C. Today: The U.S.A.'s Best, (U.S.)",
    },
    { name: 'addresses do not', input: 'WWW.EXAMPLE.COM IS A.BC', output: 'www.example.com Is a.bc' },
    { name: 'only the line in capitals is lowered', input: 'WAR\nand NASA', output: 'War\nAnd NASA' },
    {
      name: 'or it is left alone',
      input: 'A LORD OF A RING\nof NASA',
      config: { allCapsInput: 'keep' },
      output: 'A LORD OF A RING\nOf NASA',
    },
    {
      name: 'left alone whatever becomes of other capitals',
      input: 'A LORD\niPod',
      config: { allCapsInput: 'keep', keepCaps: false },
      output: 'A LORD\nIpod',
    },

    { name: 'a digit at the start', input: 'a 34th 2lmc 3d-print', output: 'A 34th 2lmc 3d-Print' },
    {
      name: 'opening punctuation',
      input: 'by “_word_” (*other*) «third» ¿fourth?',
      output: 'By “_Word_” (*Other*) «Third» ¿Fourth?',
    },
    { name: 'emphasis is not a quote', input: 'read *the* book', output: 'Read *the* Book' },
    {
      name: 'all hyphens and dashes',
      input: 'an a‑la‑carte one–two three—four',
      output: 'An A‑La‑Carte One–Two Three—Four',
    },
    { name: 'other punctuation inside a word', input: 'x on_off in+out x', output: 'X On_off In+out X' },
    { name: 'apostrophes', input: "don't stop rock 'n' roll’s best", output: "Don't Stop Rock 'N' Roll’s Best" },

    { name: 'first and last word', input: 'the one to rely on', output: 'The One to Rely On' },
    { name: 'last word, after it only punctuation', input: 'what to rely on …', output: 'What to Rely On …' },
    { name: 'first word, before it only punctuation', input: '* the end', output: '* The End' },
    { name: 'last piece of the last word', input: 'stand by and log-in', output: 'Stand by and Log-In' },
    {
      name: 'after a stop',
      input: 'one: a two; a three. a four? a five! a six',
      output: 'One: A Two; A Three. A Four? A Five! A Six',
    },
    {
      name: 'after an abbreviation or initials a title goes on',
      input: 'the U.S. and China at 5 p.m. on monday, J. R. R. tolkien, dr. and mrs. no',
      output: 'The U.S. and China at 5 p.m. on Monday, J. R. R. Tolkien, Dr. and Mrs. No',
    },
    { name: 'after an abbreviation in a line in capitals', input: 'THE U.S. AND CHINA', output: 'The U.S. and China' },
    { name: 'after a stop on its own', input: 'one : a two', output: 'One : A Two' },
    { name: 'after a comma', input: 'one, a two', output: 'One, a Two' },
    { name: 'after a free-standing dash', input: 'one – a two -- a three-a', output: 'One – A Two -- A Three-A' },
    { name: 'after v. and vs.', input: 'one v. a two vs. the three', output: 'One v. a Two vs. the Three' },
    { name: 'v and vs always go down', input: 'V one Vs. (vs.) two v', output: 'v One vs. (vs.) Two v' },
    { name: 'a word that starts with v does not', input: 'the v-neck', output: 'The V-Neck' },
    {
      name: 'before a stop',
      input: 'what for: to log in; for what? why of! x',
      output: 'What For: To Log In; For What? Why Of! X',
    },
    {
      name: 'inside quotes and brackets',
      input: 'the (of) “by a day” [in it or] ‘at’ x',
      output: 'The (Of) “By a Day” [In It Or] ‘At’ X',
    },
    { name: 'first piece of a hyphenated word', input: 'an in-depth by-and-by x', output: 'An In-Depth By-and-by X' },
    { name: 'a slash makes no hyphenated word', input: 'this and/or that', output: 'This and/or That' },

    {
      name: 'ap: minor words of up to three letters',
      input: 'so we go up yet we look off with and from it x',
      config: { style: 'ap' },
      output: 'So We Go up yet We Look off With and From It X',
    },
    {
      name: 'apa: the same',
      input: 'we go up yet we look off with en route x',
      config: { style: 'apa' },
      output: 'We Go up yet We Look off With En Route X',
    },
    { input: 'we look off with en route x', output: 'We Look Off With en Route X' },
    {
      name: 'chicago: prepositions of four letters too',
      input: 'we go into, over and upon it with less than about ten from here',
      config: { style: 'chicago' },
      output: 'We Go into, over and upon It with Less than About Ten from Here',
    },
    { input: compound, config: { style: 'chicago' }, output: 'State-of-the-Art and/or Old: Is It Better than Before?' },
    {
      name: 'more small words',
      input: 'the rise Aka fall of AKA it',
      config: { smallWords: [' AKA'] },
      output: 'The Rise aka Fall of AKA It',
    },
    {
      name: 'every-word and small words: a custom list',
      input: 'der herr der ringe and the ring',
      config: { style: 'every-word', smallWords: ['der'] },
      output: 'Der Herr der Ringe And The Ring',
    },
    {
      name: 'small words named like properties of objects',
      input: 'x constructor __proto__ x',
      output: 'X Constructor __Proto__ X',
    },

    { name: 'digraphs have a form for the start of a word', input: 'ǆ ǉ ǌ ǳ Ǆ', output: 'ǅ ǈ ǋ ǲ ǅ' },
    { name: 'ligatures', input: 'ﬁn ßa ﬄy և ŉ', output: 'Fin Ssa Ffly Եւ ʼN' },
    { name: 'Greek with iota below', input: 'ᾳ ᾀ ᾴ ῷ ᾲ', output: 'ᾼ ᾈ Ά\u0345 Ω\u0342\u0345 Ὰ\u0345' },
    { name: 'Georgian has no capitals at the start', input: 'თბილისი', output: 'თბილისი' },
    { name: 'letters above U+FFFF', input: '𐐨𐐨 𞤢', output: '𐐀𐐨 𞤀' },
    { name: 'a letter with its accent after it', input: 'e\u0301te\u0301', output: 'E\u0301te\u0301' },
    { name: 'lone surrogates survive', input: '\ud800a \udc00 b', output: '\ud800A \udc00 B' },

    {
      input: 'a',
      config: { style: 'mla' },
      error: 'steps[0].config.style must be one of: standard, ap, apa, chicago, every-word',
    },
    { input: 'a', config: { smallWords: 'of' }, error: 'steps[0].config.smallWords must be an array' },
    {
      input: 'a',
      config: { smallWords: Array.from({ length: 201 }, () => 'of') },
      error: 'steps[0].config.smallWords must have at most 200 items',
    },
    {
      input: 'a',
      config: { smallWords: ['of', 'x'.repeat(31)] },
      error: 'steps[0].config.smallWords[1] must be at most 30 characters long',
    },
    { input: 'a', config: { keepCaps: 'yes' }, error: 'steps[0].config.keepCaps must be a boolean' },
    {
      input: 'a',
      config: { allCapsInput: 'upper' },
      error: 'steps[0].config.allCapsInput must be one of: lower, keep',
    },
    {
      input: 'a',
      config: { keepcaps: true },
      error: 'Unknown option for title-case-converter: keepcaps. Did you mean keepCaps?',
    },
  ],
  checks: {
    'a title does not change, unless it is in capitals': () => {
      fc.assert(
        fc.property(titles(['standard', 'ap', 'chicago', 'every-word']), ({ input, style }) => {
          const once = resultOf(slug, input, { style });
          assert.equal(resultOf(slug, once, { style, allCapsInput: 'keep' }), once);
        }),
        { seed: 14, numRuns: sampleSize(500) },
      );
    },
    'only the case of letters changes': () => {
      fc.assert(
        fc.property(titles(['standard']), ({ input }) => {
          assert.equal(resultOf(slug, input).toLowerCase(), input.toLowerCase());
        }),
        { seed: 15, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;

function titles(styles: readonly string[]) {
  const words = [
    'the',
    'Of',
    'rings',
    'iPad',
    'e-mail',
    'in-the',
    'A/b',
    '34th',
    '“an',
    'end”',
    '(or)',
    'vs.',
    'is:',
    '—',
    'D.C.',
    'WHY?',
  ];
  const separators = [' ', ' ', ' ', '  ', '\t', '\n', '\r\n'];
  const part = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...separators));
  return fc.record({
    input: fc.array(part, { maxLength: 20 }).map((parts) => parts.flat().join('')),
    style: fc.constantFrom(...styles),
  });
}
