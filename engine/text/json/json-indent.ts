import { type Static, Type } from '../../core/schema.js';
import { JsonLayout } from './json-layout.js';

/** The option of every tool that writes JSON. See {@link layoutFor}. */
export const JsonIndent = Type.Union([Type.Integer({ minimum: 0, maximum: 10 }), Type.Literal('tab')], {
  default: 2,
  description: 'Spaces per level of indentation, or tab; 0 writes everything on one line without blanks',
});

export type Indent = Static<typeof JsonIndent>;

/** {@link JsonIndent} of tools that convert both ways, where it says nothing about the other format. */
export const IndentOfJson = {
  ...JsonIndent,
  description: 'JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks',
};

/** The text that one level is indented by. */
export function indentation(indent: Indent): string {
  return indent === 'tab' ? '\t' : ' '.repeat(indent);
}

/** The layout that the option stands for. */
export function layoutFor(indent: Indent): JsonLayout {
  return new JsonLayout(indentation(indent));
}
