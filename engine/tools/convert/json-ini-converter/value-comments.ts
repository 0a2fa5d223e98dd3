import { type Static, Type } from '../../../core/schema.js';

/** The option for comments after values. */
export const ValueComments = Type.Enum(['auto', 'never', 'after-blank', 'anywhere'], {
  default: 'auto',
  description:
    'Where a comment after an unquoted value starts: never; at # after white space; or at any #. In INI, ; works like #. auto means never for INI and after-blank for .env; .properties files have no such comments',
});

export type ValueComments = Static<typeof ValueComments>;

const starts = {
  ini: { auto: undefined, never: undefined, 'after-blank': /(?:^|[ \t])[;#]/, anywhere: /[;#]/ },
  env: { auto: /(?:^|[ \t])#/, never: undefined, 'after-blank': /(?:^|[ \t])#/, anywhere: /#/ },
} as const;

/** Returns the pattern for the start of a comment after a value; undefined if there are no such comments. */
export function commentStart(dialect: 'ini' | 'env', where: ValueComments): RegExp | undefined {
  return starts[dialect][where];
}

/** Removes the comment after an unquoted value, and the white space around the value. */
export function withoutComment(text: string, start: RegExp | undefined): string {
  const at = start === undefined ? -1 : text.search(start);
  return (at === -1 ? text : text.slice(0, at)).trim();
}
