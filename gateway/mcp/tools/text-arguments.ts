import { Type } from '#engine/core/schema.js';
import { pageOptions } from '#engine/operations/result-page.js';

/** The arguments of every tool that runs on a text, beside the text itself. No text tool has options of these names. */
export const textArguments = {
  input_id: Type.Optional(Type.String({ description: 'Instead of input: input_id or result_id of a response' })),
  ...pageOptions,
};
