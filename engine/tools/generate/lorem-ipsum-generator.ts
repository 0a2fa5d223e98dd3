import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { SeededRandom } from '../../text/seeded-random.js';
import { fillerParagraphs } from './lorem-ipsum-generator/lorem-ipsum.js';

export default defineTool({
  slug: 'lorem-ipsum-generator',
  title: 'Lorem ipsum generator',
  description:
    'Writes filler text of Latin words. The same options always give the same text; another seed, or another input, gives a different one. The input is not part of the result and may be empty.',
  config: Type.Object({
    paragraphs: Type.Integer({ default: 3, minimum: 1, maximum: 100, description: 'Number of paragraphs' }),
    sentences: Type.Integer({
      default: 5,
      minimum: 1,
      maximum: 50,
      description: 'Number of sentences in a paragraph, of 6 to 15 words each',
    }),
    seed: Type.String({ default: '0', maxLength: 100, description: 'Any text; each one selects different words' }),
    html: Type.Boolean({
      default: false,
      description: 'Puts each paragraph on one line as <p>…</p>; otherwise a blank line separates two',
    }),
    startWithLorem: Type.Boolean({
      default: true,
      description: 'Begins with the traditional "Lorem ipsum dolor sit amet, consectetur adipiscing elit."',
    }),
  }),
  examples: [
    {
      input: '',
      config: { paragraphs: 1, sentences: 2 },
      output:
        'Lorem ipsum dolor sit amet, consectetur adipiscing elit. Aliqua id aspernatur ex soluta, optio est inventore ex sequi architecto.',
    },
    {
      input: '',
      config: { paragraphs: 2, sentences: 1, seed: 'cards', startWithLorem: false, html: true },
      output:
        '<p>Facilis similique magnam quidem, tempore excepturi culpa explicabo ipsam natus voluptas rerum.</p>\n<p>Corporis tempore fuga dolore cumque irure amet porro id sit facere.</p>',
    },
    {
      input: 'Teaser for the front page',
      config: { paragraphs: 1, sentences: 1, startWithLorem: false },
      output: 'Odit ipsum qui optio earum quod ac dolore nulla rem unde, ducimus ab.',
    },
  ],
  heavy: true,
  run(input, { paragraphs, sentences, seed, html, startWithLorem }) {
    const random = new SeededRandom(`${seed}\0${input}`);
    const texts = fillerParagraphs(paragraphs, sentences, random, startWithLorem);
    return html ? texts.map((text) => `<p>${text}</p>`).join('\n') : texts.join('\n\n');
  },
});
