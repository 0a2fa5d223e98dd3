import assert from 'node:assert/strict';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sentences } from '../../../support/sentences.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'language-detector';

/** Article 1 of the Universal Declaration of Human Rights. */
const article: Readonly<Record<string, string>> = {
  eng: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience.',
  fra: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience.',
  spa: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia.',
  ita: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza.',
  pol: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem.',
  rus: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.',
  tur: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler.',
  jpn: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  kor: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
  ell: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.',
};

/** Languages without a model, which are detected by trigrams, letters or words. */
const moreSentences: Readonly<Record<string, readonly string[]>> = {
  afr: [
    'Hierdie is ’n toets in Afrikaans en ons gaan vandag stad toe om kos te koop.',
    'Die weer is vandag baie mooi en ons gaan met die kinders strand toe.',
  ],
  swh: ['Leo hali ya hewa ni nzuri sana, kwa hiyo tutaenda bustanini na watoto.'],
  ind: ['Hari ini cuacanya sangat bagus, jadi kami pergi ke taman bersama anak-anak.'],
  epo: ['Hodiaŭ la vetero estas tre bela, do ni promenos en la parko kun la infanoj.'],
  ltz: ['Haut ass d’Wieder ganz schéin, dofir gi mir mat de Kanner an de Park.'],
  kaz: ['Бүгін ауа райы өте жақсы, сондықтан біз балалармен саябаққа барамыз.'],
  glg: ['Hoxe vai moi bo tempo e imos coa nosa familia á praia.'],
  als: ['Sot koha është shumë e bukur dhe do të shkojmë në park me fëmijët.'],
  gla: ['Tha an aimsir math an-diugh agus tha a’ chlann a’ cluich anns a’ phàirc.'],
  uzn: ['Bugun havo juda yaxshi, shuning uchun bolalar bilan parkka boramiz.'],
  som: ['Maanta cimiladu aad bay u fiican tahay, markaa waxaan carruurta la tagaynaa jardiinada.'],
  hau: ['Yau yanayi yana da kyau sosai, don haka za mu je wurin shakatawa da yara.'],
  srp: [
    'Danas je lepo vreme i idemo napolje u grad.',
    'Ne znam gde si bio juče, ali uvek mi je drago kada dođeš.',
    'Ko je pojeo moju čokoladu? Šta ćemo sada da radimo?',
  ],
  hrv: [
    'Danas je lijepo vrijeme i idemo van u grad.',
    'Ne znam gdje si bio jučer, ali uvijek mi je drago kad dođeš.',
    'Tko je pojeo moju čokoladu? Što ćemo sada raditi?',
  ],
  mkd: ['Денес времето е убаво и одиме надвор на кафе во градот.'],
  kmr: ['Hemû mirov azad û di weqar û mafan de wekhev tên dinyayê.'],
  ckb: ['ئەمڕۆ کەشوهەوا زۆر خۆشە و دەچینە دەرەوە بۆ شار.'],
  khm: ['ថ្ងៃនេះអាកាសធាតុល្អណាស់ ដូច្នេះយើងទៅសួនច្បារ។'],
};

/** Texts of fewer than ten letters. */
const shortTexts: Readonly<Record<string, string>> = {
  '안녕하세요!': 'kor',
  これは日本語です: 'jpn',
  Καλημέρα: 'ell',
  สวัสดี: 'tha',
  // Also of other languages, or of formulas
  שלום: 'und',
  你好: 'und',
  αβγ: 'und',
  '안녕 ok': 'und',
};

/** The tool's codes for groups of languages with several codes. */
const codes: Readonly<Record<string, string>> = {
  lav: 'lvs',
  est: 'ekk',
  aze: 'azj',
  msa: 'zlm',
  fas: 'pes',
  zho: 'cmn',
  ara: 'arb',
};

export default {
  slug,
  cases: [
    ['', 'und'],
    ['abcdefghi', 'und', {}, 'nine letters are too few'],
    ['1234567890 !?', 'und'],
    ...Object.entries(shortTexts).map(([input, output]): ToolCase => [input, output, {}, `short: ${input}`]),
    ['안녕하세요', 'und', { only: ['jpn'] }, 'a short text in no allowed language'],
    [moreSentences.ckb?.[0] ?? '', 'ckb', { only: ['ckb', 'kmr'] }, 'Kurdish in Arabic letters among both'],
    [article.eng ?? '', 'und', { only: ['ckb'] }, 'only a language of another script'],
    ['', '[{"language":"und","score":1}]', { format: 'json' }],
    [article.rus ?? '', 'und', { only: ['eng'] }, 'no allowed language uses this script'],
    [article.eng ?? '', 'deu', { only: ['deu'] }],
    [article.eng ?? '', 'deu', { only: ['DEU'] }, 'codes in either letter case'],
    [article.eng ?? '', { error: 'steps[0].config.only[0] must be at most 3 characters long' }, { only: ['english'] }],
    [
      article.eng ?? '',
      { error: 'only: "xyz" is not the ISO 639-3 code of a language that this tool knows, such as eng' },
      { only: ['eng', 'xyz'] },
      'an unknown language',
    ],
    [
      sentences.fas?.[0] ?? '',
      'pes',
      { only: ['ara', 'fas', 'urd'] },
      'a group of languages stands for its best-known one',
    ],
    [
      'Yumi olgeta i bon fri mo yumi sem mak long respek mo raet.',
      'bis',
      { only: ['bis', 'eng'] },
      'a language that is only available by name',
    ],
  ],
  checks: {
    'knows the first article of the declaration of human rights in ten languages': () => {
      for (const [language, text] of Object.entries(article)) assert.equal(resultOf(slug, text), language);
    },
    'knows everyday sentences of 60 languages, and most of their beginnings': () => {
      const wrong: string[] = [];
      const wrongBeginnings: string[] = [];
      for (const [group, texts] of Object.entries({ ...sentences, ...moreSentences })) {
        const language = codes[group] ?? group;
        for (const text of texts) {
          const beginning = text.split(' ').slice(0, 5).join(' ');
          if (resultOf(slug, text) !== language) wrong.push(text);
          if (resultOf(slug, beginning) !== language) wrongBeginnings.push(beginning);
        }
      }
      assert.deepEqual(wrong, []);
      assert.ok(wrongBeginnings.length <= 5, wrongBeginnings.join('\n'));
    },
    'lists the requested number, the likeliest first': () => {
      const lines = resultOf(slug, article.ita ?? '', { limit: 5 }).split('\n');
      assert.equal(lines.length, 5);
      const scores = lines.map((line) => Number(line.split(' ')[1]));
      assert.equal(lines[0], 'ita 1.0000');
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    },
    'reads only the start, so that the length has no effect on time': () => {
      assertTakesAtMost(300, () => {
        assert.equal(resultOf(slug, `${article.fra} `.repeat(4_000)), 'fra');
        resultOf(slug, ' '.repeat(500_000));
        resultOf(slug, '\ud800'.repeat(500_000));
      });
    },
  },
} satisfies ToolCases;
