import { ToolError } from '../../../core/errors.js';

/** The most UTF-16 code units for a formatter or minifier, which takes seconds for more. */
const maxSourceCharacters = 200_000;

/** Checks the length. @throws {ToolError} if a source text is longer than {@link maxSourceCharacters}. */
export function checkSourceSize(text: string): void {
  if (text.length > maxSourceCharacters) {
    throw new ToolError(`${text.length} characters are too many to parse (maximum ${maxSourceCharacters})`);
  }
}
