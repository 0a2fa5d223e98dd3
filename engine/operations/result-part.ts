import { requestError } from '../core/errors.js';
import { maxInputCharacters } from '../core/limits.js';
import { Type } from '../core/schema.js';

/**
 * Results in parts: reading costs an agent tokens, and a host may silently cut long results. Calls are deterministic,
 * so the next part is the same call with another offset.
 */

/** The arguments that choose a part. No text tool has options of these names. */
export const partOptions = {
  resultOffset: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'part.nextOffset of the last response',
  }),
  resultLimit: Type.Integer({
    default: 20_000,
    minimum: 1,
    maximum: 200_000,
    description: 'Most characters in one response, up to 200,000',
  }),
};

/** The values of {@link partOptions}. */
export interface PartRequest {
  readonly resultOffset: number;
  readonly resultLimit: number;
}

/** The part of the result in a response; absent if it is complete. */
export interface ResultPart {
  readonly offset: number;
  readonly total: number;
  /** Absent in the last part. */
  readonly nextOffset?: number;
  /** In words. */
  readonly note: string;
}

/** Fields of a response whose result may come in parts. */
export interface PartFields {
  /** Whether there is more after this part. */
  readonly truncated: boolean;
  readonly part?: ResultPart;
  /** The complete result as a text: in the first of several parts, if it is not too long to be an input. */
  readonly whole?: string;
}

/**
 * Returns a part of a text, in UTF-16 code units. It never splits a surrogate pair: a part that would begin inside a
 * pair begins before it, and a part that is too short for a pair has the whole pair.
 *
 * @throws {RequestError} if the offset is out of range.
 */
export function textPart(text: string, { resultOffset, resultLimit }: PartRequest): { text: string } & PartFields {
  checkOffset(resultOffset, text.length, 'characters');
  const start = isInsidePair(text, resultOffset) ? resultOffset - 1 : resultOffset;
  let end = Math.min(start + resultLimit, text.length);
  if (isInsidePair(text, end)) end += end - start > 1 ? -1 : 1;
  const fields = partFields(start, end, text.length, 'characters');
  return { text: text.slice(start, end), ...fields, ...(isKeptWhole(fields, text.length) && { whole: text }) };
}

/**
 * Returns a part of a list, counted in elements: as many as fit, but at least one.
 *
 * @throws {RequestError} if the offset is out of range.
 */
export function listPart(
  elements: readonly string[],
  { resultOffset, resultLimit }: PartRequest,
): { elements: readonly string[] } & PartFields {
  checkOffset(resultOffset, elements.length, 'URLs');
  let end = resultOffset;
  let characters = 0;
  for (const element of elements.slice(resultOffset)) {
    characters += element.length;
    if (characters > resultLimit && end > resultOffset) break;
    end++;
  }
  const fields = partFields(resultOffset, end, elements.length, 'URLs');
  const whole = elements.join('\n');
  return {
    elements: elements.slice(resultOffset, end),
    ...fields,
    ...(isKeptWhole(fields, whole.length) && { whole }),
  };
}

function isKeptWhole({ part }: PartFields, length: number): boolean {
  return part?.offset === 0 && length <= maxInputCharacters;
}

type Unit = 'characters' | 'URLs';

function checkOffset(offset: number, total: number, unit: Unit): void {
  if (offset === 0 || offset < total) return;
  throw requestError('part-out-of-range', { path: 'resultOffset', total, unit });
}

/** Whether a position is between the two halves of a pair. */
function isInsidePair(text: string, position: number): boolean {
  return position > 0 && position < text.length && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}

function partFields(offset: number, end: number, total: number, unit: Unit): PartFields {
  if (offset === 0 && end === total) return { truncated: false };
  const range = `This is ${unit} ${offset} to ${end} of ${total}`;
  if (end === total) return { truncated: false, part: { offset, total, note: `${range}: the last part.` } };
  const note = `${range}: ${total - end} are missing. Call again with the same arguments and resultOffset ${end} for the next part.`;
  return { truncated: true, part: { offset, total, nextOffset: end, note } };
}
