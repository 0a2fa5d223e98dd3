import { Type } from '../../core/schema.js';

/** The option of every tool that both encodes and decodes. */
export const CodingDirection = Type.Enum(['encode', 'decode'], {
  default: 'encode',
  description: 'encode writes the text in the code, decode reads it back',
});
