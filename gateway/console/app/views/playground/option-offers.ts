import type { Offer } from '../../forms/control.js';
import type { Config, OptionSchema } from '../../session/tool.js';
import { columnOf, pathsIn, tableIn } from './part-offers.js';

/** What values an option can be taken from: `?:` of `option-words.ts`. */
const kinds: Readonly<Record<string, (text: string, config: Config) => readonly Offer[]>> = {
  columns: (text, config) => table(text, config),
  'other-columns': (_, config) => (typeof config.other === 'string' ? table(config.other, config) : []),
  dates: (text, config) => datesIn(text, config),
  'written-dates': () => writtenDates,
  paths: (text) => pathsIn(text).offers,
  names: (text) => namesIn(text),
  delimiters: () => delimiters,
};

/** Returns what the text that a step gets has for one of its options; empty if nothing is known. */
export function offersFor(option: OptionSchema, text: string, config: Config): readonly Offer[] {
  const offers = kinds[option.words?.['?'] ?? '']?.(text, config) ?? [];
  // Not every tool detects the delimiter.
  if (offers !== delimiters || option.description?.includes('auto') === true) return offers;
  return offers.filter(({ value }) => value !== 'auto');
}

const delimiters: readonly Offer[] = [',', ';', 'tab', '|', 'auto'].map((value) => ({ value, example: '' }));

const writtenDates: readonly Offer[] = [
  ['yyyy-MM-dd', '2026-11-29'],
  ['iso', '2026-11-29T09:05:00Z'],
  ['dd.MM.yyyy', '29.11.2026'],
  ['dd/MM/yyyy', '29/11/2026'],
  ['MM/dd/yyyy', '11/29/2026'],
  ['d MMM yyyy', '29 Nov 2026'],
  ['MMMM d, yyyy', 'November 29, 2026'],
  ['yyyy-MM-dd HH:mm', '2026-11-29 09:05'],
  ['unix', '1795943100'],
].map(([value = '', example = '']) => ({ value, example }));

/** Returns the columns of a text that is a table. */
function table(text: string, config: Config): readonly Offer[] {
  const { columns, isTable } = tableIn(text, config);
  return isTable ? columns : [];
}

/** Returns the names of the members of a JSON text, with those around them: `user.mail`. */
function namesIn(text: string): readonly Offer[] {
  const names = new Map<string, string>();
  for (const { value, example } of pathsIn(text).offers) {
    const name = String(value)
      .replaceAll('[*]', '')
      .replace(/^\$\.?/, '');
    if (!name.includes('[')) names.set(name, example);
  }
  return Array.from(names, ([value, example]) => ({ value, example }));
}

/** The options that name the column with the dates. */
const dateColumns = ['columns', 'column', 'by'];
/** The most dates that are looked at. */
const mostDates = 1_000;

/** Finds the formats of the dates in the chosen columns of a table, else in the lines: the most frequent first. */
function datesIn(text: string, config: Config): readonly Offer[] {
  const chosen = dateColumns.flatMap((name) => config[name] ?? []);
  const values =
    chosen.length > 0 && tableIn(text, config).isTable
      ? chosen.flatMap((column) => columnOf(text, config, column, mostDates))
      : text.slice(0, 100_000).split(/\r\n?|\n/, mostDates);
  return dateFormatsOf(values);
}

/** Returns the formats that some of the values have, with an example of each, in the words of the tools for dates. */
export function dateFormatsOf(values: readonly string[]): readonly Offer[] {
  const found = new Map<string, { count: number; example: string }>();
  for (const value of values.map((each) => each.trim())) {
    for (const format of formatsOf(value)) {
      const { count, example } = found.get(format) ?? { count: 0, example: value };
      found.set(format, { count: count + 1, example });
    }
  }
  return Array.from(found)
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([value, { example }]) => ({ value, example }));
}

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const time = / (\d{1,2}):\d\d(:\d\d)?( ?[AP]M)?$/i;
const numeric = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;
const named = /^(?:(\d{1,2})([ -])([A-Z][a-z]{2,8})\.?\2(\d{4}|\d{2})|([A-Z][a-z]{2,8})\.? (\d{1,2}), (\d{4}))$/;

/** Returns the formats of one date; two if day and month may be either. */
function formatsOf(value: string): readonly string[] {
  if (iso.test(value)) return ['iso'];
  if (/^\d{10}$/.test(value)) return ['unix'];
  if (/^\d{13}$/.test(value)) return ['unix-ms'];
  const clock = time.exec(value);
  const day = clock === null ? value : value.slice(0, clock.index);
  return dayFormats(day).map((format) => format + clockFormat(clock));
}

function clockFormat(clock: RegExpExecArray | null): string {
  if (clock === null) return '';
  const [, , seconds, half] = clock;
  return ` ${half === undefined ? 'H' : 'h'}:mm${seconds === undefined ? '' : ':ss'}${half === undefined ? '' : half.startsWith(' ') ? ' a' : 'a'}`;
}

function dayFormats(day: string): readonly string[] {
  const [, first = '', sign = '', second = '', third = ''] = numeric.exec(day) ?? [];
  if (first.length === 4) return Number(second) <= 12 && Number(third) <= 31 ? [`yyyy${sign}M${sign}d`] : [];
  const year = third.length === 2 ? 'yy' : 'yyyy';
  if (first !== '' && first.length <= 2 && third.length === year.length) {
    const [a, b] = [Number(first), Number(second)];
    return [
      ...(a <= 31 && b <= 12 ? [`d${sign}M${sign}${year}`] : []),
      ...(a <= 12 && b <= 31 ? [`M${sign}d${sign}${year}`] : []),
    ];
  }
  const [, dayFirst, blank = '', month = '', ofYear = '', monthFirst = ''] = named.exec(day) ?? [];
  const name = (word: string) => (word.length === 3 ? 'MMM' : 'MMMM');
  if (dayFirst !== undefined) return [`d${blank}${name(month)}${blank}${ofYear.length === 2 ? 'yy' : 'yyyy'}`];
  return monthFirst === '' ? [] : [`${name(monthFirst)} d, yyyy`];
}
