import { ToolError } from '../../core/errors.js';
import { withoutLineEnds } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';

const classNames = [
  'digits',
  'letters',
  'punctuation',
  'symbols',
  'spaces',
  'line-breaks',
  'emoji',
  'non-ascii',
  'non-alphanumeric',
] as const;

const config = Type.Object({
  classes: Type.Array(Type.Enum(classNames), {
    default: [],
    maxItems: classNames.length,
    description:
      'Kinds of characters: digits and letters (with their accents) of every script; punctuation; symbols ($ + < ^ and emoji); spaces (white space inside lines); line-breaks; emoji; non-ascii; non-alphanumeric (all but letters and digits)',
  }),
  chars: Type.String({ default: '', maxLength: 1000, description: 'Further characters, one by one: ()[]' }),
  keep: Type.Boolean({
    default: false,
    description: 'Removes everything except these characters; line breaks stay even so',
  }),
  replacement: Type.String({
    default: '',
    maxLength: 10,
    description: 'Text to write instead of each removed character',
  }),
});

type Config = Static<typeof config>;
type ClassName = (typeof classNames)[number];

export default defineTool({
  slug: 'remove-characters',
  title: 'Remove characters',
  description:
    'Removes kinds of characters, such as digits, letters, punctuation or symbols, or characters that you list, or keeps only those. Line breaks stay unless you select them. An emoji of several code points counts as one character.',
  config,
  examples: [
    { input: 'Room 101, floor 3', config: { classes: ['digits'] }, output: 'Room , floor ' },
    { input: '+1 (555) 010-9999\nn/a', config: { classes: ['digits'], keep: true }, output: '15550109999\n' },
    { input: 'a-b_c (d)', config: { chars: '-_', replacement: ' ' }, output: 'a b c (d)' },
    { input: 'Café 👩‍👧 “ok” №5', config: { classes: ['emoji', 'punctuation'] }, output: 'Café  ok №5' },
  ],
  lineByLine: ({ keep, classes, chars }) => keep || !(classes.includes('line-breaks') || /[\r\n]/.test(chars)),
  keepsLines: [
    { keep: { enum: [true] }, replacement: withoutLineEnds },
    { classes: { pattern: '^(?!line-breaks$)' }, chars: withoutLineEnds, replacement: withoutLineEnds },
  ],
  run(input, { replacement, ...chosen }, limit) {
    const { pattern, keepsEmoji } = removal(chosen);
    if (replacement.length > 1) {
      let length = input.length;
      for (const [text, emoji] of input.matchAll(pattern)) {
        if (!keepsEmoji || emoji === undefined) length += replacement.length - text.length;
      }
      limit.check(length);
    }
    if (!keepsEmoji) return input.replace(pattern, replacement.replaceAll('$', '$$$$'));
    if (replacement === '') return input.replace(pattern, '$1');
    return replaceMatches(input, pattern, (_, emoji: string | undefined) => emoji ?? replacement);
  },
});

/**
 * An emoji with everything that belongs to it: flags, keycaps, skin tones, and sequences joined with U+200D.
 * `RGI_Emoji` is stricter, but takes fifty times as long.
 *
 * @see Unicode Technical Standard #51 section 1.4.9
 */
const emoji =
  '\\p{RI}\\p{RI}|[0-9#*]\\ufe0f?\\u20e3|(?:\\p{Emoji_Presentation}|\\p{ExtPict}(?=\\ufe0f|\\p{EMod}|\\u200d\\p{ExtPict}))' +
  '(?:\\ufe0f|\\p{EMod}|[\\u{e0020}-\\u{e007e}]{1,30}\\u{e007f})?(?:\\u200d\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?){0,9}';

/** Characters that change the look of the previous one and belong to no letter: their own class is that of emoji. */
const emojiMarks = '\\ufe0e\\ufe0f\\u20e3';

/** In the syntax of regular expressions with the flag v, without line breaks. */
const classSets: Readonly<Record<ClassName, string>> = {
  digits: '\\p{Nd}',
  letters: `[[\\p{L}\\p{M}]--[${emojiMarks}]]`,
  punctuation: '\\p{P}',
  symbols: '\\p{S}',
  spaces: '\\s',
  'line-breaks': '',
  emoji: '',
  'non-ascii': '\\P{ASCII}',
  'non-alphanumeric': `[^\\p{L}\\p{M}\\p{N}]${emojiMarks}`,
};

/**
 * What to look for.
 *
 * @returns a pattern, and whether what its group matches is to stay.
 */
function removal({ classes, chars, keep }: Omit<Config, 'replacement'>): { pattern: RegExp; keepsEmoji: boolean } {
  if (classes.length === 0 && chars === '') throw new ToolError('choose classes, or list characters in chars');
  const listed = Array.from(chars, escapeCharacter).join('');
  const set = `[${classes.map((name) => classSets[name]).join('')}${listed}]`;
  const hasEmoji = classes.includes('emoji') || classes.includes('symbols');
  if (keep) {
    const others = `[^${set}\\r\\n]`;
    return { pattern: new RegExp(hasEmoji ? `(${emoji})|${others}` : others, 'gv'), keepsEmoji: hasEmoji };
  }
  const lineBreaks = classes.includes('line-breaks') ? '\\r\\n|[\\r\\n]|' : '';
  const inLines = `[${set}--[\\r\\n]]${listed === '' ? '' : `|[${listed}]`}`;
  return { pattern: new RegExp(`${lineBreaks}${hasEmoji ? `${emoji}|` : ''}${inLines}`, 'gv'), keepsEmoji: false };
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
