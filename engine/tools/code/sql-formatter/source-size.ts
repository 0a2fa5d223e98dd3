import { ToolError } from '../../../core/errors.js';

/** What a formatter or minifier is given at most, in UTF-16 code units: they take seconds for more. */
const maxSourceCharacters = 200_000;

/** @throws {ToolError} if a source text is longer than {@link maxSourceCharacters}. */
export function checkSourceSize(text: string): void {
  if (text.length > maxSourceCharacters) {
    throw new ToolError(`${text.length} characters are too many to parse (maximum ${maxSourceCharacters})`);
  }
}
