import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceWithin } from '../../text/replacement.js';

/**
 * Matches an emoji of any form (Unicode Technical Standard #51 section 1.4.9): alone, as a flag, a keycap, with a skin
 * tone or with tags, and all of them joined, with or without variation selectors. Wider than the list of recommended
 * ones, so that nothing of a new or a private combination remains.
 */
function emojiSequence(single: string): RegExp {
  const tail = '(?:\\ufe0f?\\u20e3|\\ufe0f|\\p{EMod}|[\\u{e0020}-\\u{e007f}])*';
  const first = `\\p{RI}\\p{RI}|[0-9#*]\\ufe0f?\\u20e3|(?:${single}|\\p{ExtPict}(?=\\p{EMod}?\\u200d\\p{ExtPict})|\\p{EBase}(?=\\p{EMod})|(?![0-9#*])\\p{Emoji}(?=\\ufe0f))${tail}`;
  return new RegExp(`(?:${first})(?:\\u200d\\p{ExtPict}${tail})*`, 'gu');
}

const shownAsEmoji = emojiSequence('\\p{EPres}\\ufe0e?');
const canBeEmoji = emojiSequence('(?:\\p{EPres}\\ufe0e?|\\p{ExtPict}(?!\\ufe0e))');

export default defineTool({
  slug: 'remove-emojis',
  title: 'Remove emojis',
  description:
    'Drops emojis whole, including flags, keycaps, skin tones and joined families. Spaces around them stay. The Unicode version of the service decides which characters are emojis.',
  config: Type.Object({
    replacement: Type.String({ default: '', maxLength: 20, description: 'Text to put in the place of each emoji' }),
    keepText: Type.Boolean({
      default: true,
      description:
        'Keeps signs that are text unless something makes them emojis: © ® ™ ↔ ☺ ❤. Digits, # and * always stay',
    }),
  }),
  examples: [
    { input: 'Well done 👍🏽! 🎉', output: 'Well done ! ' },
    {
      input: '👩‍👩‍👧‍👦 from 🇫🇷, no. 1️⃣',
      config: { replacement: '[emoji]' },
      output: '[emoji] from [emoji], no. [emoji]',
    },
    { input: '© 2024 ☺ #1', output: '© 2024 ☺ #1' },
    { input: '© 2024 ☺ #1', config: { keepText: false }, output: ' 2024  #1' },
  ],
  lineByLine: true,
  keepsLines: [{ replacement: withoutLineEnds }],
  run: (input, { replacement, keepText }, limit) =>
    replaceWithin(limit, input, keepText ? shownAsEmoji : canBeEmoji, () => replacement),
});
