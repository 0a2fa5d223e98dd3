import { ToolError } from '../../core/errors.js';
import type { Span } from '../span.js';
import { JsonScanner } from './json-scanner.js';

/** A part of a JSON text that may be replaced: the content of a string, or a number. */
export interface JsonArea extends Span {
  /** For a number: what has to be around a text in its place, escaped as the place needs. */
  readonly quote?: string;
}

type IsWanted = (start: number, end: number) => boolean;

/** JSON in a string of JSON, in a string of that, …: the backslashes of each level are twice those of the level before. */
const deepest = 8;

/**
 * Returns the strings and numbers of an object, an array or a string of JSON, in order; those inside a string if that is
 * JSON again. Undefined if the text is not JSON: a number alone counts as plain text.
 *
 * @param isWanted - which areas to return; the others only take memory.
 */
export function jsonAreas(text: string, isWanted: IsWanted): JsonArea[] | undefined {
  return areasOf(text, isWanted, deepest);
}

function areasOf(text: string, isWanted: IsWanted, levels: number): JsonArea[] | undefined {
  if (!mayBeJson(text)) return undefined;
  const areas: JsonArea[] = [];
  const scanner = new JsonScanner(text);
  try {
    for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
      const { start, end } = scanner;
      if ((token !== 'key' && token !== 'scalar') || !isWanted(start, end)) continue;
      if (text[start] === '"')
        for (const area of areasOfString(text, start + 1, end - 1, isWanted, levels)) areas.push(area);
      else if (/[\d-]/.test(text.charAt(start))) areas.push({ start, end, quote: '"' });
    }
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
  return areas;
}

/** Tests how a text starts and ends: most of those that are no JSON need not be read. */
function mayBeJson(text: string): boolean {
  const first = text.search(/[^ \t\r\n\ufeff]/);
  return first !== -1 && '"[{'.includes(text.charAt(first)) && '"]}'.includes(text.trimEnd().slice(-1));
}

/** The start of an object, an array or a string in a string. */
const nested = /^(?: |\\[nrt]|\\u00(?:09|0[aAdD]|20)){0,100}(?:[[{]|\\")/;
const longestBlanks = 600;

function areasOfString(text: string, start: number, end: number, isWanted: IsWanted, levels: number): JsonArea[] {
  const content = text.slice(start, end);
  if (levels > 0 && nested.test(content.slice(0, longestBlanks + 2))) {
    const { inner, offsets } = decoded(content);
    const placeOf = (offset: number) => start + (offsets[offset] ?? content.length);
    const areas = areasOf(inner, (from, to) => isWanted(placeOf(from), placeOf(to)), levels - 1);
    if (areas !== undefined) {
      return areas.map((area) => ({
        start: placeOf(area.start),
        end: placeOf(area.end),
        ...(area.quote === undefined ? {} : { quote: JSON.stringify(area.quote).slice(1, -1) }),
      }));
    }
  }
  return [{ start, end }];
}

/** Returns what the content of a string means, and where each unit of that is. */
function decoded(content: string): { inner: string; offsets: Uint32Array } {
  const offsets = new Uint32Array(content.length + 1);
  let length = 0;
  let inner = '';
  let copied = 0;
  const copyTo = (end: number) => {
    for (let i = copied; i < end; i++) offsets[length++] = i;
    inner += content.slice(copied, end);
  };
  for (const { 0: sequence, index } of content.matchAll(/\\(?:u[\da-fA-F]{4}|.)/g)) {
    copyTo(index);
    offsets[length++] = index;
    inner += JSON.parse(`"${sequence}"`) as string;
    copied = index + sequence.length;
  }
  copyTo(content.length);
  offsets[length] = content.length;
  return { inner, offsets };
}
