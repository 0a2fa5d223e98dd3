import { requestError } from '../core/errors.js';
import { maxInputCharacters } from '../core/limits.js';
import { Type } from '../core/schema.js';

/**
 * Results in pages: reading costs an agent tokens, and a host may silently cut long results. Calls are deterministic,
 * so the next page is the same call with another offset.
 */

/** The arguments that choose a page. No text tool has options of these names. */
export const pageOptions = {
  resultOffset: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'page.nextOffset of the last response',
  }),
  resultLimit: Type.Integer({
    default: 20_000,
    minimum: 1,
    maximum: 200_000,
    description: 'Most characters in one response, up to 200,000',
  }),
};

/** The values of {@link pageOptions}. */
export interface PageRequest {
  readonly resultOffset: number;
  readonly resultLimit: number;
}

/** The page of the result in a response; absent if it is complete. */
export interface ResultPage {
  readonly offset: number;
  readonly total: number;
  /** Absent in the last page. */
  readonly nextOffset?: number;
  /** In words. */
  readonly note: string;
}

/** Fields of a response whose result may come in pages. */
export interface PageFields {
  /** Whether there is more after this page. */
  readonly truncated: boolean;
  readonly page?: ResultPage;
  /** The complete result as a text: in the first of several pages, if it is not too long to be an input. */
  readonly whole?: string;
}

/**
 * Returns a page of a text, in UTF-16 code units. It never splits a surrogate pair: a page that would begin inside a
 * pair begins before it, and a page that is too short for a pair has the whole pair.
 *
 * @throws {RequestError} if the offset is out of range.
 */
export function textPage(text: string, { resultOffset, resultLimit }: PageRequest): { text: string } & PageFields {
  checkOffset(resultOffset, text.length, 'characters');
  const start = isInsidePair(text, resultOffset) ? resultOffset - 1 : resultOffset;
  let end = Math.min(start + resultLimit, text.length);
  if (isInsidePair(text, end)) end += end - start > 1 ? -1 : 1;
  const fields = pageFields(start, end, text.length, 'characters');
  return { text: text.slice(start, end), ...fields, ...(isKeptWhole(fields, text.length) && { whole: text }) };
}

/**
 * Returns a page of a list, counted in elements: as many as fit, but at least one.
 *
 * @throws {RequestError} if the offset is out of range.
 */
export function listPage(
  elements: readonly string[],
  { resultOffset, resultLimit }: PageRequest,
): { elements: readonly string[] } & PageFields {
  checkOffset(resultOffset, elements.length, 'URLs');
  let end = resultOffset;
  let characters = 0;
  for (const element of elements.slice(resultOffset)) {
    characters += element.length;
    if (characters > resultLimit && end > resultOffset) break;
    end++;
  }
  const fields = pageFields(resultOffset, end, elements.length, 'URLs');
  const whole = elements.join('\n');
  return {
    elements: elements.slice(resultOffset, end),
    ...fields,
    ...(isKeptWhole(fields, whole.length) && { whole }),
  };
}

function isKeptWhole({ page }: PageFields, length: number): boolean {
  return page?.offset === 0 && length <= maxInputCharacters;
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

function pageFields(offset: number, end: number, total: number, unit: Unit): PageFields {
  if (offset === 0 && end === total) return { truncated: false };
  const range = `This is ${unit} ${offset} to ${end} of ${total}`;
  if (end === total) return { truncated: false, page: { offset, total, note: `${range}: the last page.` } };
  const note = `${range}: ${total - end} are missing. Call again with the same arguments and resultOffset ${end} for the next page.`;
  return { truncated: true, page: { offset, total, nextOffset: end, note } };
}
