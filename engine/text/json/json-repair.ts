import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { maxJsonDepth } from '../../core/limits.js';
import { describeCharacter, positionAt } from '../position.js';
import type { JsonSyntaxError } from './json-scanner.js';
import { syntaxError } from './json-syntax.js';

const library = lazyLibrary<typeof import('jsonrepair')>('jsonrepair');

/**
 * Returns the JSON that a text was meant to be. Repairs single quotes, names without quotes, missing and extra commas,
 * comments, Python's words and a cut-off end. Valid JSON does not change.
 *
 * Takes quadratic time if many quotes or commas are missing, so only heavy tools may use it.
 *
 * @throws {ToolError} if the text cannot be repaired, or if its repair is nested too deep.
 */
export function repairedJson(text: string): string {
  if (syntaxError(text) === undefined) return text;
  const repaired = repair(text);
  const error = syntaxError(repaired);
  // The error's place would be in the repaired text, which nobody has seen.
  if (error !== undefined) throw new ToolError(reasonOf(error));
  return repaired;
}

function repair(text: string): string {
  if (text.trim() === '') throw new ToolError('the text is empty, so there is no JSON to repair');
  const { jsonrepair, JSONRepairError } = library();
  try {
    return jsonrepair(text);
  } catch (error) {
    if (error instanceof JSONRepairError) {
      const offset = Math.min(error.position, text.length);
      throw ToolError.at(
        positionAt(text, offset),
        `the text cannot be repaired from here on, found ${describeCharacter(text, offset)}`,
      );
    }
    // The repair recurses for each bracket, and for each string that is joined with "+".
    if (error instanceof RangeError) throw new ToolError(tooDeep);
    throw error;
  }
}

const tooDeep = `nested deeper than ${maxJsonDepth} levels`;

function reasonOf({ message }: JsonSyntaxError): string {
  return message.endsWith(tooDeep) ? tooDeep : 'the text cannot be repaired, and the cause is unclear';
}
