import { ToolError } from '../../../core/errors.js';
import { compileDateFormat, type DateFormat } from '../../../text/dates/date-parser.js';
import { luxon } from '../../../text/dates/luxon.js';
import type { Span } from '../../../text/span.js';
import { codePointAt, codePointBefore } from '../../../text/unicode/word-characters.js';

/** A date that was found, in UTF-16 code units. */
export interface FoundDate extends Span {
  /** Milliseconds since 1970 UTC; a date without a zone is in UTC. */
  readonly instant: number;
  readonly format: DateFormat;
}

/**
 * Compiles formats for {@link datesInText}.
 *
 * @param year - of dates whose format has none.
 * @throws {ToolError} naming the option if one is invalid, or has no part of a date.
 */
export function dateFormats(formats: readonly string[], option: string, year?: number): DateFormat[] {
  return formats.map((format) => {
    const compiled = compileDateFormat(format, luxon().FixedOffsetZone.utcInstance, option, year);
    if (!(['y', 'M', 'd', 'o', 'k', 'W'] as const).some((unit) => compiled.units.has(unit))) {
      throw new ToolError(`${option}: "${format}" has neither year, month, week nor day`);
    }
    return compiled;
  });
}

/**
 * Finds dates in any of the formats, but not inside a Latin word or a longer number. If several match, the one that begins
 * first wins, then the longest, then that of the first format. Skips dates that are not in the calendar.
 */
export function* datesInText(text: string, formats: readonly DateFormat[]): Generator<FoundDate> {
  const searches = formats.map((format) => new FormatSearch(text, format));
  for (let position = 0; ; ) {
    let found: FoundDate | undefined;
    for (const search of searches) {
      const next = search.next(position);
      if (next !== undefined && (found === undefined || goesBefore(next, found))) found = next;
    }
    if (found === undefined) return;
    yield found;
    position = found.end;
  }
}

function goesBefore(a: FoundDate, b: FoundDate): boolean {
  return a.start < b.start || (a.start === b.start && a.end > b.end);
}

/** Letters of other scripts than the Latin one are labels, and may be without a blank: `生日1990-01-05号`, `05.01.1990г`. */
function isPartOfDate(neighbour: number): boolean {
  return neighbour !== -1 && /[\p{Script=Latin}\p{M}\p{N}_]/u.test(String.fromCodePoint(neighbour));
}

/** The range of dates in ECMAScript: an offset may move a date out of it. */
const latest = 8_640_000_000_000_000;

class FormatSearch {
  readonly #text: string;
  readonly #format: DateFormat;
  readonly #expression: RegExp;
  #found: FoundDate | undefined;
  #ended = false;

  constructor(text: string, format: DateFormat) {
    this.#text = text;
    this.#format = format;
    // The lookbehind: from every digit of a long number a format could try all ways to split the rest.
    this.#expression = new RegExp(`(?<![0-9A-Za-z_])${format.source}`, 'gi');
  }

  /** Returns the first date from a position on; each position is at least the previous one. */
  next(position: number): FoundDate | undefined {
    if (this.#ended || (this.#found !== undefined && this.#found.start >= position)) return this.#found;
    this.#found = undefined;
    this.#expression.lastIndex = position;
    for (let match = this.#exec(); match !== null; match = this.#exec()) {
      const start = match.index;
      const end = start + this.#withoutFullStop(match[0]).length;
      this.#expression.lastIndex = start + 1;
      if (!this.#standsAlone(start, end)) continue;
      const instant = this.#format.parse(this.#text.slice(start, end));
      if (typeof instant === 'string' || Math.abs(instant) > latest) continue;
      this.#found = { start, end, instant, format: this.#format };
      return this.#found;
    }
    this.#ended = true;
    return undefined;
  }

  /** Leaves out a full stop that the format does not need: in `on 5 Sep.` it ends the sentence. */
  #withoutFullStop(date: string): string {
    if (!date.endsWith('.')) return date;
    const shorter = date.slice(0, -1);
    return typeof this.#format.parse(shorter) === 'string' ? date : shorter;
  }

  #exec(): RegExpExecArray | null {
    return this.#expression.exec(this.#text);
  }

  #standsAlone(start: number, end: number): boolean {
    if (isPartOfDate(codePointBefore(this.#text, start))) return false;
    // 2026-11-21T10:30 contains a date of its own.
    return !isPartOfDate(codePointAt(this.#text, end)) || /^T\d/.test(this.#text.slice(end, end + 2));
  }
}
