import { type Static, Type } from '../../../core/schema.js';

/** The option that says where a comment behind a value starts. */
export const ValueComments = Type.Enum(['auto', 'never', 'after-blank', 'anywhere'], {
  default: 'auto',
  description:
    'Where a comment behind a value without quotes starts: never; at # after a blank; or at any #. In INI ; is like #. auto is never for INI and after-blank for .env; .properties have no such comments',
});

export type ValueComments = Static<typeof ValueComments>;

const starts = {
  ini: { auto: undefined, never: undefined, 'after-blank': /(?:^|[ \t])[;#]/, anywhere: /[;#]/ },
  env: { auto: /(?:^|[ \t])#/, never: undefined, 'after-blank': /(?:^|[ \t])#/, anywhere: /#/ },
} as const;

/** Returns the pattern of what starts a comment behind a value; undefined if nothing does. */
export function commentStart(dialect: 'ini' | 'env', where: ValueComments): RegExp | undefined {
  return starts[dialect][where];
}

/** Removes the comment behind a value without quotes, and the blanks around the value. */
export function withoutComment(text: string, start: RegExp | undefined): string {
  const at = start === undefined ? -1 : text.search(start);
  return (at === -1 ? text : text.slice(0, at)).trim();
}
