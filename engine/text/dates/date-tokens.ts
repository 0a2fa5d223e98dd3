import { ToolError } from '../../core/errors.js';

export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');

/** Monday first, as ISO 8601 counts. */
export const weekdayNames: readonly string[] = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** `Jan`, `Mon`. */
export function shortName(name: string): string {
  return name.slice(0, 3);
}

/** A piece of a date format: a token such as `yyyy`, or literal text. */
export interface FormatPart {
  readonly token: boolean;
  readonly text: string;
}

/**
 * Splits a date format into parts: a run of one letter is a token, and so is `do`; text in single quotes is literal, and
 * `''` is a quote inside and outside such text.
 *
 * Stricter than Luxon, which defines the tokens except `do`: every letter must belong to a known token. So a format
 * cannot use by accident a token that depends on the locale or on the version of the locale data (`D`, `t`, `ZZZZ`,
 * `n`).
 *
 * @param option - the name of the option, for the messages.
 * @throws {ToolError} if a run of letters is not a known token, or a quote is not closed.
 */
export function parseDateFormat(format: string, known: ReadonlySet<string>, option: string): FormatPart[] {
  const parts: FormatPart[] = [];
  for (let i = 0; i < format.length; ) {
    const { end, ...part } = format[i] === "'" ? quotedAt(format, i, option) : runAt(format, i);
    if (part.token && !known.has(part.text)) {
      const meant = luxonTokens.get(part.text);
      const hint = meant !== undefined && known.has(meant) ? `write ${meant}` : 'put text in single quotes';
      throw new ToolError(`${option}: "${part.text}" is not a date token here; ${hint}`);
    }
    parts.push(part);
    i = end;
  }
  return parts;
}

/** Luxon's names for tokens of Moment and Day.js, which many users know. */
const luxonTokens: ReadonlyMap<string, string> = new Map([
  ['YYYY', 'yyyy'],
  ['YY', 'yy'],
  ['DDDD', 'ooo'],
  ['DDD', 'o'],
  ['DD', 'dd'],
  ['D', 'd'],
  ['Do', 'do'],
  ['dddd', 'EEEE'],
  ['ddd', 'EEE'],
  ['A', 'a'],
]);

/** Joins literal texts that stand side by side. */
export function mergedParts(parts: readonly FormatPart[]): FormatPart[] {
  const merged: FormatPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last === undefined || last.token || part.token) merged.push(part);
    else merged[merged.length - 1] = { token: false, text: last.text + part.text };
  }
  return merged;
}

/** The tokens that are read and written, for the descriptions of options. */
export const readTokens =
  'y yy yyyy (61 to 99 are 19xx), M MM MMM MMMM (MMM also reads Sept and Sep.), d dd do (1st), o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S SSS u, Z ZZ ZZZ z';

interface Piece extends FormatPart {
  readonly end: number;
}

function quotedAt(format: string, start: number, option: string): Piece {
  if (format[start + 1] === "'") return { token: false, text: "'", end: start + 2 };
  let text = '';
  for (let i = start + 1; i < format.length; i++) {
    if (format[i] === "'" && format[++i] !== "'") return { token: false, text, end: i };
    text += format.charAt(i);
  }
  throw new ToolError(`${option}: a single quote is not closed`);
}

function runAt(format: string, start: number): Piece {
  const letter = format.charAt(start);
  let end = start + 1;
  while (format[end] === letter) end++;
  const isOrdinal = /^[dD]o(?!o)/.test(format.slice(start, start + 3));
  if (isOrdinal) end = start + 2;
  return { token: /[A-Za-z]/.test(letter), text: format.slice(start, end), end };
}
