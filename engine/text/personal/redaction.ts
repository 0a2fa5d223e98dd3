import type { OutputLimit } from '../../core/tool.js';
import type { ReadableText } from '../escapes/readable-text.js';
import { type JsonArea, jsonAreas } from '../json/json-areas.js';
import type { Span } from '../span.js';
import { TextWriter } from '../text-writer.js';

/**
 * Resolves overlaps: the longest find wins; of equally long ones, the first in the list. Returns them in the order of
 * the text.
 */
export function longestFinds<Find extends Span>(finds: readonly Find[], text: string): Find[] {
  const taken = new Uint8Array(text.length);
  const kept: Find[] = [];
  for (const find of finds.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    // No accepted find is shorter, so one that overlaps covers an end.
    if (taken[find.start] === 1 || taken[find.end - 1] === 1) continue;
    taken.fill(1, find.start, find.end);
    kept.push(find);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/**
 * Replaces each find.
 *
 * @param finds - in the order of the text, without overlaps.
 * @throws {OutputTooLongError} as soon as the result is longer than the limit.
 */
export function replaceFinds<Find extends Span>(
  text: string,
  finds: readonly Find[],
  replacement: (find: Find) => string,
  limit: OutputLimit,
): string {
  const result = new TextWriter(limit);
  let copied = 0;
  for (const find of finds) {
    result.write(text.slice(copied, find.start) + replacement(find));
    copied = find.end;
  }
  result.write(text.slice(copied));
  return result.toString();
}

/**
 * Replaces each find in the text as written. What is JSON before is JSON afterwards, the whole text and each line: a find
 * that extends over several strings is replaced in each, and a number becomes a string.
 *
 * @param finds - places in the readable text, in order and without overlaps.
 * @param replacement - receives the find and the part of it that is replaced. Returns nothing that JSON has to escape.
 * @throws {OutputTooLongError} as soon as the result is longer than the limit.
 */
export function redactFinds<Find extends Span>(
  readable: ReadableText,
  finds: readonly Find[],
  replacement: (find: Find, part: Span) => string,
  limit: OutputLimit,
): string {
  if (finds.length === 0) return readable.written;
  const parts: (JsonArea & { written: string })[] = [];
  let numberEnd = -1;
  const areas = new JsonAreas(readable, finds);
  for (const find of finds) {
    for (const part of areas.partsOf(find)) {
      const written = replacement(find, readable.readableSpan(part));
      const { area } = part;
      if (area?.quote === undefined) parts.push({ start: part.start, end: part.end, written });
      else if (area.end > numberEnd) {
        const before = readable.written.slice(area.start, part.start);
        const after = readable.written.slice(part.end, area.end);
        parts.push({ start: area.start, end: area.end, written: area.quote + before + written + after + area.quote });
        numberEnd = area.end;
      }
    }
  }
  return replaceFinds(readable.written, parts, ({ written }) => written, limit);
}

interface Part extends Span {
  readonly area: JsonArea | undefined;
}

/** The parts of finds that may be replaced. The finds are passed in order. */
class JsonAreas {
  readonly #readable: ReadableText;
  readonly #finds: readonly Span[];
  /** The JSON around the last find, or the line that is no JSON. */
  #region: Span & { readonly areas: readonly JsonArea[] | undefined } = { start: 0, end: 0, areas: undefined };
  #next = 0;

  constructor(readable: ReadableText, finds: readonly Span[]) {
    this.#readable = readable;
    this.#finds = finds.map((find) => readable.writtenSpan(find));
    const areas = jsonAreas(readable.written, (start, end) => this.#isTouched(start, end));
    if (areas !== undefined) this.#region = { start: 0, end: readable.written.length, areas };
  }

  partsOf(find: Span): Part[] {
    const { start, end } = this.#readable.writtenSpan(find);
    const parts: Part[] = [];
    for (let at = start; at < end; ) {
      if (at >= this.#region.end) this.#readLine(at);
      const { areas, end: regionEnd } = this.#region;
      const to = Math.min(end, regionEnd);
      if (areas !== undefined) parts.push(...this.#partsWithin(areas, at, to));
      else {
        const last = parts.at(-1);
        // Lines that are no JSON stay together.
        if (last?.end === at && last.area === undefined) parts[parts.length - 1] = { ...last, end: to };
        else parts.push({ start: at, end: to, area: undefined });
      }
      at = to;
    }
    const [part] = parts;
    if (parts.length === 1 && part !== undefined && part.area === undefined)
      return [{ ...part, area: this.#memberAt(find, part) }];
    return parts;
  }

  *#partsWithin(areas: readonly JsonArea[], start: number, end: number): Generator<Part> {
    while ((areas[this.#next]?.end ?? Infinity) <= start) this.#next++;
    for (let i = this.#next; (areas[i]?.start ?? Infinity) < end; i++) {
      const area = areas[i];
      if (area === undefined) continue;
      const part = { start: Math.max(start, area.start), end: Math.min(end, area.end), area };
      if (part.end > part.start) yield part;
    }
  }

  #readLine(at: number): void {
    const { written } = this.#readable;
    const start = written.lastIndexOf('\n', at - 1) + 1;
    const lineFeed = written.indexOf('\n', at);
    const end = lineFeed === -1 ? written.length : lineFeed + 1;
    const areas = jsonAreas(written.slice(start, end), (from, to) => this.#isTouched(start + from, start + to));
    this.#next = 0;
    this.#region = {
      start,
      end,
      areas: areas?.map((area) => ({ ...area, start: start + area.start, end: start + area.end })),
    };
  }

  /** Returns the number that is the value of a member, in JSON inside another text: `got {"phone":2133734253}`. */
  #memberAt(find: Span, part: Span): JsonArea | undefined {
    const { text, written } = this.#readable;
    if (!/^\d+$/.test(written.slice(part.start, part.end))) return undefined;
    const [before, quote] =
      /(")[ \t]{0,5}:[ \t]{0,5}-?$/.exec(text.slice(Math.max(0, find.start - 13), find.start)) ?? [];
    const after = text.slice(find.end, find.end + 100);
    if (before === undefined || quote === undefined || !/^[ \t\r\n]*[,}\]]/.test(after)) return undefined;
    const at = find.start - before.length;
    const place = this.#readable.writtenSpan({ start: at, end: at + 1 });
    const sign = before.endsWith('-') ? 1 : 0;
    return { start: part.start - sign, end: part.end, quote: written.slice(place.start, place.end) };
  }

  /** Tests whether a find is at a place in the text as written. */
  #isTouched(start: number, end: number): boolean {
    let low = 0;
    let high = this.#finds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#finds[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return (this.#finds[low]?.start ?? Infinity) < end;
  }
}

/**
 * Replaces every letter and digit of a part with an asterisk; other characters stay as they are written, so the form
 * remains visible.
 */
export function maskPart(readable: ReadableText, part: Span): string {
  const text = readable.text.slice(part.start, part.end);
  const { start, end } = readable.writtenSpan(part);
  if (readable.written.slice(start, end) === text) return maskText(text);
  const letter = /[\p{L}\p{M}\p{N}]/u;
  let masked = '';
  for (let i = part.start; i < part.end; ) {
    const character = String.fromCodePoint(readable.text.codePointAt(i) ?? 0);
    const place = readable.writtenSpan({ start: i, end: i + character.length });
    masked += letter.test(character) ? '*' : readable.written.slice(place.start, place.end);
    i += character.length;
  }
  return masked;
}

function maskText(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}]/gu, '*');
}
