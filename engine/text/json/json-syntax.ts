import { JsonScanner, JsonSyntaxError } from './json-scanner.js';

/** Returns what is wrong with a text that should be JSON; undefined if it is valid. */
export function syntaxError(text: string): JsonSyntaxError | undefined {
  try {
    const scanner = new JsonScanner(text);
    while (scanner.next() !== 'end');
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}
