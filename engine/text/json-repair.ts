import { ToolError } from '../errors.js';
import { lazyLibrary } from '../lazy-library.js';
import { maxJsonDepth } from '../limits.js';
import type { OutputLimit } from '../tool.js';
import { type JsonLayout, layOutJson } from './json-layout.js';
import { JsonSyntaxError } from './json-scanner.js';
import { describeCharacter, placeOf } from './position.js';

const library = lazyLibrary<typeof import('jsonrepair')>('jsonrepair');

/**
 * Lays out JSON, or what was meant to be JSON: single quotes, names without quotes, commas too many or too few,
 * comments, Python's words, a cut-off end. What is JSON already does not pass through the repair.
 *
 * The repair takes the square of the length where many quotes or commas are missing: for heavy tools alone.
 *
 * @throws {ToolError} if the text cannot be repaired, or if its repair is nested too deep.
 * @throws {OutputTooLongError} as {@link layOutJson} does.
 */
export function layOutRepairedJson(text: string, layout: JsonLayout, limit: OutputLimit): string {
  try {
    return layOutJson(text, layout, limit);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
  const repaired = repair(text);
  try {
    return layOutJson(repaired, layout, limit);
  } catch (error) {
    // The place is one in the repaired text, which nobody has seen.
    if (error instanceof JsonSyntaxError) throw new ToolError(reasonOf(error));
    throw error;
  }
}

function repair(text: string): string {
  if (text.trim() === '') throw new ToolError('the text is empty, so there is no JSON to repair');
  const { jsonrepair, JSONRepairError } = library();
  try {
    return jsonrepair(text);
  } catch (error) {
    if (error instanceof JSONRepairError) {
      const offset = Math.min(error.position, text.length);
      throw new ToolError(
        `${placeOf(text, offset)}: the text cannot be repaired from here on, found ${describeCharacter(text, offset)}`,
      );
    }
    // The repair calls itself for each bracket, and for each string that is joined with "+".
    if (error instanceof RangeError) throw new ToolError(tooDeep);
    throw error;
  }
}

const tooDeep = `nested deeper than ${maxJsonDepth} levels`;

function reasonOf({ message }: JsonSyntaxError): string {
  return message.endsWith(tooDeep) ? tooDeep : 'the text cannot be repaired: what is wrong with it remains unclear';
}
