import { Type } from '../../core/schema.js';

/** The option of every tool that writes text in a code and reads it again. */
export const CodingDirection = Type.Enum(['encode', 'decode'], {
  default: 'encode',
  description: 'encode writes the text in the code, decode reads it again',
});
