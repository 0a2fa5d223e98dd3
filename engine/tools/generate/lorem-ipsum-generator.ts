import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { SeededRandom } from '../../text/seeded-random.js';

/** On average. */
const charactersOfSentence = 75;

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
  charactersFromOptions: ({ paragraphs, sentences }) => paragraphs * sentences * charactersOfSentence,
  run(input, { paragraphs, sentences, seed, html, startWithLorem }) {
    const random = new SeededRandom(`${seed}\0${input}`);
    const texts = fillerParagraphs(paragraphs, sentences, random, startWithLorem);
    return html ? texts.map((text) => `<p>${text}</p>`).join('\n') : texts.join('\n\n');
  },
});

/** The traditional beginning of filler text. */
const beginning = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit';

/** The rest of the vocabulary: words from the first book of "De finibus bonorum et malorum", whole and cut. */
const vocabulary = (
  'a ab ac accusamus ad adipisci alias aliqua aliquam aliquid amet animi aperiam architecto aspernatur at atque aut ' +
  'autem beatae blanditiis commodi consectetur consequatur corporis culpa cum cumque cupiditate debitis delectus ' +
  'deserunt dicta dignissimos dolor dolore dolorem doloremque dolores dolorum ducimus ea eaque earum eius eligendi enim ' +
  'eos error esse est et eum eveniet ex excepturi exercitationem expedita explicabo facere facilis fuga fugiat fugit ' +
  'harum hic id illo illum impedit in incidunt inventore ipsa ipsam ipsum irure iste itaque iure iusto labore laboriosam ' +
  'laborum laudantium libero magnam magni maiores maxime minima minus modi molestiae mollitia nam natus necessitatibus ' +
  'nemo neque nesciunt nihil nisi nobis non nostrum nulla numquam occaecat odio odit officia officiis omnis optio ' +
  'pariatur perferendis perspiciatis placeat porro possimus praesentium proident provident quae quam quas quasi qui quia ' +
  'quibusdam quidem quis quisquam quo quod quos ratione recusandae reiciendis rem repellat reprehenderit rerum saepe ' +
  'sapiente sed sequi similique sint sit soluta sunt suscipit tempora tempore temporibus tenetur totam ullam unde ut ' +
  'vel velit veniam veritatis vero vitae voluptas voluptate voluptatem voluptates voluptatum'
).split(' ');

/**
 * Returns filler text: paragraphs of a fixed number of sentences.
 *
 * @param traditional - whether the first sentence begins with the usual words.
 */
function fillerParagraphs(paragraphs: number, sentences: number, random: SeededRandom, traditional: boolean): string[] {
  return Array.from({ length: paragraphs }, (_, paragraph) =>
    Array.from({ length: sentences }, (_, sentence) =>
      traditional && paragraph === 0 && sentence === 0 ? `${beginning}.` : fillerSentence(random),
    ).join(' '),
  );
}

/** Returns 6 to 15 words, often with a comma, and no word twice in a row. */
function fillerSentence(random: SeededRandom): string {
  const length = 6 + random.below(10);
  const comma = random.below(3) === 0 ? -1 : 2 + random.below(length - 4);
  let text = '';
  let previous = '';
  for (let i = 0; i < length; i++) {
    let word = previous;
    while (word === previous) word = vocabulary[random.below(vocabulary.length)] ?? '';
    text += i === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`;
    if (i === comma) text += ',';
    previous = word;
  }
  return `${text}.`;
}
