import { type CleaningStep, count, type Finding, tool } from './cleaning.js';
import type { Column, TextParts } from './parts-of-text.js';

/** A column, with what its cells are. */
interface ReadColumn {
  readonly column: Column;
  /** Those that are not blank, without blanks around them. */
  readonly values: readonly string[];
  readonly parts: TextParts;
}

type ColumnFinding = Omit<Finding, 'id' | 'steps'> & { readonly id?: string; readonly steps: readonly CleaningStep[] };

/** The kinds of values that a column may have, the most certain first: the first that fits a column is its kind. */
const kinds: readonly ((read: ReadColumn) => readonly ColumnFinding[] | undefined)[] = [
  mails,
  dates,
  numbers,
  phones,
  words,
];

/** Returns what the values of columns can be cleaned of. */
export function valueFindings(parts: TextParts): Finding[] {
  return parts.columns.flatMap((column) => {
    const values = column.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    if (values.length === 0) return [];
    for (const kind of kinds) {
      const found = kind({ column, values, parts });
      if (found === undefined) continue;
      return found.map(({ id = kind.name, steps, ...finding }) => ({
        ...finding,
        id: `${id} of ${column.name}`,
        steps: parts.on([column], steps),
      }));
    }
    return [];
  });
}

/** Returns whether most values are of a kind. */
function areMostly(values: readonly string[], isOne: (value: string) => boolean, share = 0.6): boolean {
  return values.filter(isOne).length >= share * values.length;
}

/** ` of name`; empty for lines. */
function of({ column, parts }: ReadColumn): string {
  return parts.kind === 'lines' ? '' : ` of ${nameOf(column)}`;
}

/** `name has dates in 2 formats`; of lines only what they have. */
function has({ column, parts }: ReadColumn, what: string): string {
  return parts.kind === 'lines' ? what : `${nameOf(column)} has ${what}`;
}

/** Names a column in a sentence. */
export function nameOf({ name }: Column): string {
  return typeof name === 'number' ? `column ${name}` : name;
}

const mail = /^[^\s<>@;,]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}$/u;

function mails(read: ReadColumn): ColumnFinding[] | undefined {
  const { values } = read;
  if (!areMostly(values, (value) => mail.test(value))) return undefined;
  const repeated = repeatedByCase(values);
  if (repeated === 0) return [];
  const label = `${count(repeated, 'mail repeats', 'mails repeat')} by letter case${of(read)}`;
  return [
    { label: label.replace(/ of (?:e-?mails?|mails?)$/i, ''), action: 'Write in lower case', steps: ['lower-case'] },
  ];
}

/** Returns how many values are an earlier one but for letter case, and not written as that. */
function repeatedByCase(values: readonly string[]): number {
  const first = new Map<string, string>();
  let repeated = 0;
  for (const value of values) {
    const key = value.toLowerCase();
    const known = first.get(key);
    if (known === undefined) first.set(key, value);
    else if (known !== value) repeated++;
  }
  return repeated;
}

const time = String.raw`(?<time>[ T]\d{1,2}:\d\d(?<seconds>:\d\d)?)?`;
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';
const longMonth = '(?:January|February|March|April|June|July|August|September|October|November|December)';

/** How dates are written, and the format that reads them. */
const dateForms: readonly (readonly [pattern: RegExp, format: string])[] = (
  [
    [String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?`, 'iso'],
    [String.raw`\d{4}-\d{1,2}-\d{1,2}`, 'yyyy-M-d'],
    [String.raw`\d{4}/\d{1,2}/\d{1,2}`, 'yyyy/M/d'],
    [String.raw`\d{4}\.\d{1,2}\.\d{1,2}`, 'yyyy.M.d'],
    [String.raw`\d{1,2}\.\d{1,2}\.\d{4}`, 'd.M.yyyy'],
    [String.raw`\d{1,2}\.\d{1,2}\.\d\d`, 'd.M.yy'],
    [String.raw`\d{1,2}/\d{1,2}/\d{4}`, '/yyyy'],
    [String.raw`\d{1,2}/\d{1,2}/\d\d`, '/yy'],
    [String.raw`\d{1,2}-\d{1,2}-\d{4}`, '-yyyy'],
    [String.raw`${month} \d{1,2}, \d{4}`, 'MMM d, yyyy'],
    [String.raw`${longMonth} \d{1,2}, \d{4}`, 'MMMM d, yyyy'],
    [String.raw`\d{1,2} ${month} \d{4}`, 'd MMM yyyy'],
    [String.raw`\d{1,2} ${longMonth} \d{4}`, 'd MMMM yyyy'],
    [String.raw`\d{1,2}\. ${longMonth} \d{4}`, 'd. MMMM yyyy'],
    [String.raw`\d{1,2}-${month}-\d{4}`, 'd-MMM-yyyy'],
    [String.raw`(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`, 'yyyyMMdd'],
  ] as const
).map(([pattern, format]) => [new RegExp(`^${pattern}${format === 'iso' ? '' : time}$`, 'i'), format]);

const longestDate = 40;
/** The most formats that the tool takes. */
const mostFormats = 10;

function dates(read: ReadColumn): ColumnFinding[] | undefined {
  const { values } = read;
  const formats = new Map<string, number>();
  let isWithTime = false;
  /** Which of both numbers is above 12 somewhere, and is a day. */
  const isDay = { first: false, second: false };
  for (const value of values) {
    if (value.length > longestDate || !/\d/.test(value)) continue;
    for (const [pattern, format] of dateForms) {
      const found = pattern.exec(value);
      if (found === null) continue;
      const { time: clock, seconds } = found.groups ?? {};
      isWithTime ||= clock !== undefined || value.includes('T');
      const suffix =
        clock === undefined ? '' : `${clock.startsWith('T') ? "'T'" : ' '}H:mm${seconds === undefined ? '' : ':ss'}`;
      if (/^[/-]/.test(format)) {
        const [first = 0, second = 0] = value.split(/[/-]/).map(Number);
        isDay.first ||= first > 12;
        isDay.second ||= second > 12;
      }
      formats.set(format + suffix, (formats.get(format + suffix) ?? 0) + 1);
      break;
    }
  }
  const known = [...formats.values()].reduce((sum, each) => sum + each, 0);
  if (known < 0.6 * values.length) return undefined;
  // Eight digits may be any number.
  if (formats.size < 2 || formats.size > mostFormats - 2) return [];
  const all = [...formats.keys()].sort((a, b) => (formats.get(b) ?? 0) - (formats.get(a) ?? 0));
  const isSplit = all.some((format) => /^[/-]/.test(format));
  const written = (orders: readonly ('day' | 'month')[]) =>
    all.flatMap((format) => {
      if (!/^[/-]/.test(format)) return [format];
      const mark = format.charAt(0);
      return orders.map((order) => `${order === 'day' ? `d${mark}M` : `M${mark}d`}${format}`);
    });
  const finding = (orders: readonly ('day' | 'month')[], action: string): ColumnFinding => ({
    id: `dates${orders.join('')}`,
    label: has(read, `dates in ${formats.size} formats`),
    action,
    steps: [
      tool('date-formatter', {
        inputFormats: written(orders),
        ...(isWithTime && { outputFormat: 'yyyy-MM-dd HH:mm:ss' }),
      }),
    ],
  });
  const action = isWithTime ? 'Write as 2026-03-01 09:30:00' : 'Write as 2026-03-01';
  if (!isSplit) return [finding([], action)];
  if (isDay.first && isDay.second) return [finding(['day', 'month'], action)];
  if (isDay.first) return [finding(['day'], action)];
  if (isDay.second) return [finding(['month'], action)];
  // Nothing tells which is the day.
  return [finding(['day'], `${action}, the day first`), finding(['month'], `${action}, the month first`)];
}

const sign = String.raw`[-+]?\s?(?:[€$£¥₽₹]|EUR|USD|GBP|CHF)?\s?[-+]?`;
const unit = String.raw`\s?(?:[€$£¥₽₹%]|EUR|USD|GBP|CHF)?`;
const anyNumber = new RegExp(`^${sign}\\d[\\d.,'\\s]*${unit}$`);
const commaNumber = new RegExp(`^${sign}(?:\\d{1,3}(?:[. ']\\d{3})+|\\d+),\\d+${unit}$`);
const pointNumber = new RegExp(`^${sign}(?:\\d{1,3}(?:[, ']\\d{3})+|\\d+)\\.\\d+${unit}$`);

function numbers(read: ReadColumn): ColumnFinding[] | undefined {
  const { values, parts } = read;
  if (parts.kind === 'lines' || !areMostly(values, (value) => anyNumber.test(value), 0.8)) return undefined;
  // Telephone numbers, dates with points and versions have more marks.
  if (values.some((value) => /^0\d|^\+\d{6}|\d\.\d+\.\d{1,2}$/.test(value))) return undefined;
  const points = values.filter((value) => pointNumber.test(value) && !/[.]\d{3}$/.test(value)).length;
  const commas = values.filter((value) => commaNumber.test(value) && (points === 0 || !/,\d{3}$/.test(value))).length;
  const decimals = Math.max(0, ...values.map((value) => /[.,](\d{1,2}|\d{4,6})\D*$/.exec(value)?.[1]?.length ?? 0));
  const steps = (decimal: string) => [
    tool('number-formatter', {
      ...(decimals !== 2 && { decimals }),
      outputThousands: '',
      ...(decimal !== '.' && { decimal }),
    }),
  ];
  const example = `Write as ${decimals === 0 ? '1234' : `1234.${'50'.padEnd(decimals, '0').slice(0, decimals)}`}`;
  if (commas > 0 && points > 0)
    return [{ label: has(read, 'numbers with two decimal signs'), action: example, steps: steps(',') }];
  if (commas > 0) {
    const label = `${count(commas, 'number')}${of(read)} with a decimal comma`;
    return [{ label, action: example, steps: steps(',') }];
  }
  const marked = values.filter((value) => /[^\d.+-]/.test(value) && !value.endsWith('%')).length;
  if (marked === 0 || points === 0) return [];
  const label = `${count(marked, 'number')}${of(read)} with signs of currencies or thousands`;
  return [{ label, action: example, steps: steps('.') }];
}

/** The countries of the commonest calling codes. */
const countries: Readonly<Record<string, string>> = Object.fromEntries(
  `1 US,7 RU,20 EG,27 ZA,30 GR,31 NL,32 BE,33 FR,34 ES,36 HU,39 IT,40 RO,41 CH,43 AT,44 GB,45 DK,46 SE,47 NO,48 PL,49 DE,\
52 MX,54 AR,55 BR,56 CL,57 CO,60 MY,61 AU,62 ID,63 PH,64 NZ,65 SG,66 TH,81 JP,82 KR,84 VN,86 CN,90 TR,91 IN,92 PK,\
351 PT,352 LU,353 IE,358 FI,359 BG,370 LT,371 LV,372 EE,380 UA,385 HR,386 SI,420 CZ,421 SK,972 IL`
    .split(',')
    .map((pair) => pair.split(' ')),
);

function phones(read: ReadColumn): ColumnFinding[] | undefined {
  const { values, column, parts } = read;
  const isPhone = (value: string) =>
    /^(?:\+|00|0|\()?[\d\s()/.-]{6,24}$/.test(value) && value.replace(/\D/g, '').length >= 7;
  const isNamed = /phone|tel|mobile|handy|fax/i.test(String(column.name));
  const isMarked = (value: string) => /^(?:\+|00|0\d|\()/.test(value);
  if (!areMostly(values, (value) => isPhone(value) && (isNamed || isMarked(value)))) return undefined;
  const phonesHere = values.filter(isPhone);
  const forms = new Set(phonesHere.map((value) => value.replace(/\d+/g, '0')));
  if (forms.size < 2) return [];
  const codes = new Map<string, number>();
  for (const value of phonesHere) {
    const digits = /^(?:\+|00)\s?(\d{1,3})/.exec(value)?.[1];
    const code = digits && [1, 2, 3].map((length) => digits.slice(0, length)).find((start) => start in countries);
    if (code !== undefined && code !== '') codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const [likeliest] = [...codes].sort(([, a], [, b]) => b - a).map(([code]) => countries[code]);
  const isNational = phonesHere.some((value) => !/^(?:\+|00)/.test(value));
  const config = likeliest === undefined || likeliest === 'US' || !isNational ? {} : { defaultCountry: likeliest };
  const from = isNational ? `, others as of ${likeliest ?? 'US'}` : '';
  return [
    {
      label: has(read, `${parts.kind === 'lines' ? 'phone ' : ''}numbers in ${forms.size} forms`),
      action: `Write as ${likeliest === undefined ? '+1…' : `+${[...codes.keys()].find((code) => countries[code] === likeliest)}…`}${from}`,
      steps: [tool('phone-formatter', config)],
    },
  ];
}

/** Names and other words of a table that are written in several letter cases. */
function words(read: ReadColumn): ColumnFinding[] | undefined {
  const { values, parts } = read;
  if (parts.kind === 'lines') return undefined;
  const texts = values.filter((value) => /\p{L}/u.test(value) && value.length <= 60 && !/[@/_\d]/.test(value));
  if (texts.length < 0.8 * values.length) return undefined;
  const upper = texts.filter(
    (value) => value.length > 3 && value === value.toUpperCase() && value !== value.toLowerCase(),
  );
  const lower = texts.filter((value) => value === value.toLowerCase() && value !== value.toUpperCase());
  const title = texts.length - upper.length - lower.length;
  const repeated = repeatedByCase(texts);
  const mixed = [upper.length, lower.length, title].filter((some) => some > 0).length;
  // Sentences, and codes of one case, stay.
  if (mixed < 2 || (repeated === 0 && title < 0.1 * texts.length)) return [];
  const [slug, action] =
    title >= Math.max(upper.length, lower.length) || title >= 0.2 * texts.length
      ? ['title-case-converter', 'Write as names']
      : upper.length >= lower.length
        ? ['upper-case', 'Write in upper case']
        : ['lower-case', 'Write in lower case'];
  const wrong = slug === 'title-case-converter' ? upper.length + lower.length : repeated;
  if (wrong === 0) return [];
  return [{ label: `${count(wrong, 'cell')}${of(read)} in another letter case`, action, steps: [slug] }];
}
