import assert from 'node:assert/strict';
import { threadMs } from '../../../support/processor-time.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

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

export default {
  slug,
  cases: [
    { input: '', output: 'und' },
    { name: 'nine letters are too few', input: 'abcdefghi', output: 'und' },
    { input: '1234567890 !?', output: 'und' },
    { input: '', config: { format: 'json' }, output: '[{"language":"und","score":1}]' },
    {
      name: 'none of the languages writes this script',
      input: article.rus ?? '',
      config: { only: ['eng'] },
      output: 'und',
    },
    { input: article.eng ?? '', config: { only: ['deu'] }, output: 'deu' },
    { name: 'codes in either letter case', input: article.eng ?? '', config: { only: ['DEU'] }, output: 'deu' },
    {
      input: article.eng ?? '',
      config: { only: ['english'] },
      error: 'steps[0].config.only[0] must be at most 3 characters long',
    },
  ],
  checks: {
    'knows the first article of the declaration of human rights in ten languages': () => {
      for (const [language, text] of Object.entries(article)) assert.equal(resultOf(slug, text), language);
    },
    'lists as many as asked for, the likeliest first': () => {
      const lines = resultOf(slug, article.ita ?? '', { top: 5 }).split('\n');
      assert.equal(lines.length, 5);
      const scores = lines.map((line) => Number(line.split(' ')[1]));
      assert.equal(lines[0], 'ita 1.0000');
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    },
    'only the beginning is read, so that length costs nothing': () => {
      const began = threadMs();
      assert.equal(resultOf(slug, `${article.fra} `.repeat(4_000)), 'fra');
      resultOf(slug, ' '.repeat(500_000));
      resultOf(slug, '\ud800'.repeat(500_000));
      assert.ok(threadMs() - began < 3_000);
    },
  },
} satisfies ToolCases;
