import { type Static, Type } from '../schema.js';
import { JsonLayout } from './json-layout.js';

/** The option of every tool that writes JSON. See {@link layoutFor}. */
export const JsonIndent = Type.Union([Type.Integer({ minimum: 0, maximum: 10 }), Type.Literal('tab')], {
  default: 2,
  description: 'Blanks that one level is indented by, or tab; 0 writes everything on one line without blanks',
});

/** The layout that the option stands for. */
export function layoutFor(indent: Static<typeof JsonIndent>): JsonLayout {
  return new JsonLayout(indent === 'tab' ? '\t' : ' '.repeat(indent));
}
