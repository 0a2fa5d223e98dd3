import { type Static, Type } from '../../core/schema.js';
import { JsonLayout } from './json-layout.js';

/** The option of every tool that writes JSON. See {@link layoutFor}. */
export const JsonIndent = Type.Union([Type.Integer({ minimum: 0, maximum: 10 }), Type.Literal('tab')], {
  default: 2,
  description: 'Spaces per level of indentation, or tab; 0 writes everything on one line without blanks',
});

export type Indent = Static<typeof JsonIndent>;

/** {@link JsonIndent} for tools that convert both ways; it does not apply to the other format. */
export const IndentOfJson = {
  ...JsonIndent,
  description: 'JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks',
};

/** Returns the indentation of one level. */
export function indentation(indent: Indent): string {
  return indent === 'tab' ? '\t' : ' '.repeat(indent);
}

/** Returns the layout that the option means. */
export function layoutFor(indent: Indent): JsonLayout {
  return new JsonLayout(indentation(indent));
}
