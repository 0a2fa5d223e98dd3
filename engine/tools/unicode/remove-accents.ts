import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { plainLatin, removeAccents } from '../../text/unicode/accents.js';

export default defineTool({
  slug: 'remove-accents',
  title: 'Remove accents',
  description:
    'Removes the accents from Latin, Greek and Cyrillic letters: é becomes e, ά α, ё е. Letters keep their script, and the marks of other scripts stay. The result is in normal form C.',
  config: Type.Object({
    extended: Type.Boolean({
      default: true,
      description:
        'Also writes Latin letters with strokes and hooks as plain ones, and ligatures as two letters: ø o, ł l, đ d, ß ss, æ ae, þ th',
    }),
  }),
  examples: [
    { input: 'Crème brûlée à Genève', output: 'Creme brulee a Geneve' },
    { input: 'Łódź, Ærø, Straße', output: 'Lodz, Aero, Strasse' },
    { input: 'Łódź, Ærø, Straße', config: { extended: false }, output: 'Łodz, Ærø, Straße' },
    { input: 'Ελλάδα, Ёлка, हिन्दी, が, a ≠ b', output: 'Ελλαδα, Елка, हिन्दी, が, a ≠ b' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { extended }, limit) {
    const unaccented = removeAccents(input, limit);
    return extended ? plainLatin(unaccented) : unaccented;
  },
});
