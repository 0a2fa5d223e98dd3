import { type Static, Type } from '../schema.js';
import { sortAlphabetically } from './alphabetical-order.js';

/** The options that tools have in common which list what they find in a text. */
export function foundTextOptions(one: string, many: string) {
  return {
    unique: Type.Boolean({ default: true, description: `Gives each ${one} once, at its first place` }),
    sort: Type.Boolean({ default: false, description: `Sorts the ${many} alphabetically` }),
    separator: Type.String({ default: '\n', maxLength: 10, description: `What to write between two ${many}` }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: `Gives only so many ${many}, counted when the other options are done; 0 gives all`,
    }),
  };
}

const options = Type.Object(foundTextOptions('', ''));

/** Lists what was found, in the order of the text, as the options want it. */
export function listFoundTexts(
  found: Iterable<string>,
  { unique, sort, separator, limit }: Static<typeof options>,
): string {
  let texts = unique ? [...new Set(found)] : [...found];
  if (sort) texts = sortAlphabetically(texts, 'asc');
  return (limit === 0 ? texts : texts.slice(0, limit)).join(separator);
}
