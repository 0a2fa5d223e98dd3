import type { SeededRandom } from '../../../text/seeded-random.js';

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
export function fillerParagraphs(
  paragraphs: number,
  sentences: number,
  random: SeededRandom,
  traditional: boolean,
): string[] {
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
