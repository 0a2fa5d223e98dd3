import { ToolError } from '../../core/errors.js';
import { JsonRepairer, tooDeep } from './json-repairer.js';
import type { JsonSyntaxError } from './json-scanner.js';
import { syntaxError } from './json-syntax.js';

/**
 * Returns the JSON that a text was meant to be. Repairs single quotes, names without quotes, missing and extra commas,
 * comments, Python's words and tuples, several values in a row, and a cut-off end. Valid JSON does not change.
 *
 * @throws {ToolError} if the text cannot be repaired, or if its repair is nested too deep.
 */
export function repairedJson(text: string): string {
  return syntaxError(text) === undefined ? text : repairedBrokenJson(text);
}

/** Does the same as {@link repairedJson} for a text that is known not to be JSON. */
export function repairedBrokenJson(text: string): string {
  const repaired = repair(text);
  const error = syntaxError(repaired);
  // The error's place would be in the repaired text, which the user has not seen.
  if (error !== undefined) throw new ToolError(reasonOf(error));
  return repaired;
}

function repair(text: string): string {
  if (text.trim() === '') throw new ToolError('the text is empty, so there is no JSON to repair');
  try {
    return new JsonRepairer(text, { beyondLibrary: true }).repair();
  } catch (error) {
    // A call within a call takes the stack, but is no level of JSON.
    if (error instanceof RangeError) throw new ToolError(tooDeep);
    throw error;
  }
}

function reasonOf({ message }: JsonSyntaxError): string {
  return message.endsWith(tooDeep) ? tooDeep : 'the text cannot be repaired, and the cause is unclear';
}
