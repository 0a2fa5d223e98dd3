import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'title-case-converter';
const compound = 'state-of-the-art and/or old: is it better than before?';

export default {
  slug,
  cases: [
    ['ŞAHİN\nİSTANBUL\nIŞIK', 'Şahin\nİstanbul\nIşik', {}, 'a dotted capital I gives no combining dot'],
    ['ŞAHİN\nistanbul ılık\nIŞIK İÇİN', 'Şahin\nİstanbul Ilık\nIşık İçin', { locale: 'tr' }, 'Turkish'],
    ['Ilıca VE iğne', 'Ilıca VE İğne', { locale: 'az' }],
    ['IJSLAND EN het ijs', 'IJSLAND EN Het IJs', { locale: 'nl' }, 'Dutch, in a line with small letters'],
    ['IJSLAND', 'IJsland', { locale: 'nl' }, 'Dutch'],
    ['i\u0307\u0300 ėjo', '\u00cc Ėjo'.normalize('NFD').replace('E\u0307', 'Ė'), { locale: 'lt' }, 'Lithuanian'],
    ["o'reilly\nO’BRIEN MEDIA", "O'Reilly\nO’Brien Media", {}, 'Irish names'],
    ["d'artagnan, l’oréal and (o'neill)", "D'Artagnan, L’Oréal and (O'Neill)", {}, 'elided articles'],
    ["5 o'clock o'er", "5 O'Clock O'er"],
    [
      "don't, ma'am, c'est, d'you, o', rock 'n' roll",
      "Don't, Ma'am, C'est, D'you, O', Rock 'N' Roll",
      {},
      'other apostrophes',
    ],
    ['yahoo! in accounting\nwow! in accounting', 'Yahoo! in Accounting\nWow! In Accounting', {}, 'a name with a mark'],
    ['see no. 5 of it', 'See No. 5 of It'],
    ['', ''],
    [compound, 'State-of-the-Art and/or Old: Is It Better Than Before?'],
    ['  a  tale\tof\u00a0two  cities ', '  A  Tale\tof\u00a0Two  Cities ', {}, 'blanks stay as they are'],
    [
      'the end of\r\nthe\rof it\n\n',
      'The End Of\r\nThe\rOf It\n\n',
      {},
      'one title for each line, line ends as they are',
    ],
    ['War And Peace', 'War and Peace', {}, 'small words in capitals go down'],

    ['see http://a.b/c, me@x.org and example.com', 'See http://a.b/c, me@x.org and example.com', {}, 'addresses stay'],
    ['open notes.txt v1.5 e.g. now', 'Open notes.txt v1.5 e.g. Now', {}, 'file names and decimals stay'],
    ['iPhone, NASA, McTavish and Q&A', 'iPhone, NASA, McTavish and Q&A', {}, 'inner capitals stay'],
    ['the Step-By-Step and AC/DC', 'The Step-By-Step and AC/DC', {}, 'so does a compound with them'],
    [
      'the iPhone, NASA and Step-By-Step',
      'The Iphone, Nasa and Step-by-Step',
      { keepCaps: false },
      'unless capitals are not kept',
    ],
    ['o ΟΔΥΣΣΕΥΣ', 'O Οδυσσευς', { keepCaps: false }, 'capitals that are not kept, with a final sigma'],

    ['WAR AND PEACE (PART 2)', 'War and Peace (Part 2)', {}, 'a line in capitals'],
    ["IN D.C. TODAY: THE U.S.A.'S BEST, (U.S.)", "In D.C. Today: The U.S.A.'s Best, (U.S.)", {}, 'initials go back up'],
    ['WWW.EXAMPLE.COM IS A.BC', 'www.example.com Is a.bc', {}, 'addresses do not'],
    ['WAR\nand NASA', 'War\nAnd NASA', {}, 'only the line in capitals is lowered'],
    ['A LORD OF A RING\nof NASA', 'A LORD OF A RING\nOf NASA', { allCapsInput: 'keep' }, 'or it is left alone'],
    [
      'A LORD\niPod',
      'A LORD\nIpod',
      { allCapsInput: 'keep', keepCaps: false },
      'left alone whatever becomes of other capitals',
    ],

    ['a 34th 2lmc 3d-print', 'A 34th 2lmc 3d-Print', {}, 'a digit at the start'],
    ['by “_word_” (*other*) «third» ¿fourth?', 'By “_Word_” (*Other*) «Third» ¿Fourth?', {}, 'opening punctuation'],
    ['read *the* book', 'Read *the* Book', {}, 'emphasis is not a quote'],
    ['an a‑la‑carte one–two three—four', 'An A‑La‑Carte One–Two Three—Four', {}, 'all hyphens and dashes'],
    ['x on_off in+out x', 'X On_off In+out X', {}, 'other punctuation inside a word'],
    ["don't stop rock 'n' roll’s best", "Don't Stop Rock 'N' Roll’s Best", {}, 'apostrophes'],

    ['the one to rely on', 'The One to Rely On', {}, 'first and last word'],
    ['what to rely on …', 'What to Rely On …', {}, 'last word, after it only punctuation'],
    ['* the end', '* The End', {}, 'first word, before it only punctuation'],
    ['stand by and log-in', 'Stand by and Log-In', {}, 'last piece of the last word'],
    ['one: a two; a three. a four? a five! a six', 'One: A Two; A Three. A Four? A Five! A Six', {}, 'after a stop'],
    [
      'the U.S. and China at 5 p.m. on monday, J. R. R. tolkien, dr. and mrs. no',
      'The U.S. and China at 5 p.m. on Monday, J. R. R. Tolkien, Dr. and Mrs. No',
      {},
      'after an abbreviation or initials a title goes on',
    ],
    ['THE U.S. AND CHINA', 'The U.S. and China', {}, 'after an abbreviation in a line in capitals'],
    ['one : a two', 'One : A Two', {}, 'after a stop on its own'],
    ['one, a two', 'One, a Two', {}, 'after a comma'],
    ['one – a two -- a three-a', 'One – A Two -- A Three-A', {}, 'after a free-standing dash'],
    ['one v. a two vs. the three', 'One v. a Two vs. the Three', {}, 'after v. and vs.'],
    ['V one Vs. (vs.) two v', 'v One vs. (vs.) Two v', {}, 'v and vs always go down'],
    ['the v-neck', 'The V-Neck', {}, 'a word that starts with v does not'],
    ['what for: to log in; for what? why of! x', 'What For: To Log In; For What? Why Of! X', {}, 'before a stop'],
    [
      'the (of) “by a day” [in it or] ‘at’ x',
      'The (Of) “By a Day” [In It Or] ‘At’ X',
      {},
      'inside quotes and brackets',
    ],
    ['an in-depth by-and-by x', 'An In-Depth By-and-by X', {}, 'first piece of a hyphenated word'],
    ['this and/or that', 'This and/or That', {}, 'a slash makes no hyphenated word'],

    [
      'so we go up yet we look off with and from it x',
      'So We Go up yet We Look off With and From It X',
      { style: 'ap' },
      'ap: minor words of up to three letters',
    ],
    [
      'we go up yet we look off with en route x',
      'We Go up yet We Look off With En Route X',
      { style: 'apa' },
      'apa: the same',
    ],
    ['we look off with en route x', 'We Look Off With en Route X'],
    [
      'we go into, over and upon it with less than about ten from here',
      'We Go into, over and upon It with Less than About Ten from Here',
      { style: 'chicago' },
      'chicago: prepositions of four letters too',
    ],
    [compound, 'State-of-the-Art and/or Old: Is It Better than Before?', { style: 'chicago' }],
    ['the rise Aka fall of AKA it', 'The Rise aka Fall of AKA It', { smallWords: [' AKA'] }, 'more small words'],
    [
      'der herr der ringe and the ring',
      'Der Herr der Ringe And The Ring',
      { style: 'every-word', smallWords: ['der'] },
      'every-word and small words: a custom list',
    ],
    ['x constructor __proto__ x', 'X Constructor __Proto__ X', {}, 'small words named like properties of objects'],

    ['ǆ ǉ ǌ ǳ Ǆ', 'ǅ ǈ ǋ ǲ ǅ', {}, 'digraphs have a form for the start of a word'],
    ['ﬁn ßa ﬄy և ŉ', 'Fin Ssa Ffly Եւ ʼN', {}, 'ligatures'],
    ['ᾳ ᾀ ᾴ ῷ ᾲ', 'ᾼ ᾈ Ά\u0345 Ω\u0342\u0345 Ὰ\u0345', {}, 'Greek with iota below'],
    ['თბილისი', 'თბილისი', {}, 'Georgian has no capitals at the start'],
    ['𐐨𐐨 𞤢', '𐐀𐐨 𞤀', {}, 'letters above U+FFFF'],
    ['e\u0301te\u0301', 'E\u0301te\u0301', {}, 'a letter with its accent after it'],
    ['\ud800a \udc00 b', '\ud800A \udc00 B', {}, 'lone surrogates survive'],

    ['a', { error: 'steps[0].config.style must be one of: standard, ap, apa, chicago, every-word' }, { style: 'mla' }],
    ['a', { error: 'steps[0].config.smallWords must be an array' }, { smallWords: 'of' }],
    [
      'a',
      { error: 'steps[0].config.smallWords must have at most 200 items' },
      { smallWords: Array.from({ length: 201 }, () => 'of') },
    ],
    [
      'a',
      { error: 'steps[0].config.smallWords[1] must be at most 30 characters long' },
      { smallWords: ['of', 'x'.repeat(31)] },
    ],
    ['a', { error: 'steps[0].config.keepCaps must be a boolean' }, { keepCaps: 'yes' }],
    ['a', { error: 'steps[0].config.allCapsInput must be one of: lower, keep' }, { allCapsInput: 'upper' }],
    ['a', { error: 'Unknown option for title-case-converter: keepcaps. Did you mean keepCaps?' }, { keepcaps: true }],
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
