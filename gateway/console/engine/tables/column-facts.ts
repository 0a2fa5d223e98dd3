import type { CellType, ColumnFacts } from './messages.js';
import type { Row, Sheet } from './read-table.js';

const longestValue = 60;
const number =
  /^[(+\-−]?\s?(?:[$€£¥₹]|[A-Z]{3}(?=[\s\d]))?\s?[+\-−]?(?:0|[1-9]\d{0,2}(?:[,.'’ \u00a0\u202f]\d{3}){1,9}|[1-9]\d{0,29})?(?:[.,]\d{1,30})?(?:[eE][+-]?\d{1,3})?\s?(?:%|[$€£¥₹]|[A-Z]{3})?\)?$/;
const mail = /^(?:mailto:)?[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}\.[\p{L}\d-]{2,63}$/u;
const url = /^(?:https?|ftp):\/\/[^\s/]\S*$|^www\.[^\s./]+\.\S+$/i;
const yesOrNo = /^(?:true|false|yes|no|y|n|ja|nein|oui|non|si|sí|wahr|falsch)$/i;
const time = String.raw`(?:,?[T ]+(\d{1,2}):\d\d(:\d\d(?:[.,]\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?)?`;
const zone = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?`;

/** The forms of dates: how to recognise them, and their format. Slashes may have the day or the month first. */
const dates: readonly (readonly [pattern: RegExp, format: string])[] = [
  [new RegExp(String.raw`^\d{4}-\d\d(?:-\d\d)?${time}${zone}$`), 'iso'],
  [new RegExp(String.raw`^\d{1,2}\.\d{1,2}\.\d{4}${time}$`), 'd.M.yyyy'],
  [new RegExp(String.raw`^\d{1,2}\.\d{1,2}\.\d\d${time}$`), 'd.M.yy'],
  [new RegExp(String.raw`^\d{4}/\d{1,2}/\d{1,2}${time}$`), 'yyyy/M/d'],
  [new RegExp(String.raw`^\d{1,2}/\d{1,2}/\d{4}${time}$`), '/'],
  [new RegExp(String.raw`^\d{1,2}/\d{1,2}/\d\d${time}$`), '/yy'],
  [new RegExp(String.raw`^\d{1,2}-\d{1,2}-\d{4}${time}$`), 'd-M-yyyy'],
  [new RegExp(String.raw`^\d{1,2} [A-Z][a-z]{2,8}\.? \d{4}${time}$`), 'd MMM yyyy'],
  [new RegExp(String.raw`^\d{1,2}-[A-Z][a-z]{2}-\d{4}${time}$`), 'd-MMM-yyyy'],
  [new RegExp(String.raw`^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}${time}$`), 'MMM d, yyyy'],
];

interface FoundDate {
  readonly form: string;
  readonly clock: string;
}

function dateIn(text: string): FoundDate | undefined {
  for (const [pattern, form] of dates) {
    const [all, hour, seconds, half] = pattern.exec(text) ?? [];
    if (all === undefined) continue;
    if (form === 'iso' || hour === undefined) return { form, clock: '' };
    const comma = /\d,\s/.test(text.slice(-14)) ? ',' : '';
    return {
      form,
      clock: `${comma} ${half === undefined ? 'H' : 'h'}:mm${seconds === undefined ? '' : ':ss'}${half === undefined ? '' : ' a'}`,
    };
  }
  return undefined;
}

/** Returns what a cell is. White space around it does not count. */
export function cellType(cell: string): CellType {
  const text = cell.trim();
  if (text === '') return 'empty';
  if (text.length > longestValue) return isLongValue(text);
  const first = text.charCodeAt(0);
  // Most cells are words, which need no other test.
  const isLetter = (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a);
  if (/\d/.test(text)) {
    if (number.test(text) && !/^[(+\-−]?$/.test(text)) return 'number';
    if (dateIn(text) !== undefined) return 'date';
  } else if (isLetter && yesOrNo.test(text)) return 'yes/no';
  return isLongValue(text);
}

function isLongValue(text: string): CellType {
  if (text.length > 2_000) return 'text';
  if (text.includes('@') && mail.test(text)) return 'mail';
  return /[:.]/.test(text) && url.test(text) ? 'URL' : 'text';
}

const separators = ['; ', ';', ' | ', '|', ', ', ','];
/** How many rows are looked at for what is only a hint. */
const sampled = 1_000;

/** Returns what the columns of a table have. @param isNew - tells the columns that an earlier table has not. */
export function columnFacts(sheet: Sheet, isNew: (column: number) => boolean): ColumnFacts[] {
  return sheet.names.map((name, place) => ({
    name,
    column: sheet.columns[place] ?? place + 1,
    ...(sheet.paths !== undefined && { path: sheet.paths[place] ?? '' }),
    ...cellsOf(sheet.rows, place),
    isNested: sheet.nested.has(place),
    isNew: isNew(place),
  }));
}

function cellsOf(rows: readonly Row[], place: number) {
  const types = new Map<CellType, number>();
  const forms = new Map<string, number>();
  const lists = new Map<string, number>();
  const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const marks = new Set<string>();
  let missing = 0;
  let longest = 0;
  for (const [index, row] of rows.entries()) {
    const { [place]: cell } = row;
    if (cell === undefined) {
      missing += 1;
      continue;
    }
    const type = cellType(cell);
    count(types, type);
    if (type === 'date') count(forms, dateForm(cell.trim()));
    else if (type === 'number') marks.add(decimalMark(cell));
    if (index >= sampled) continue;
    longest = Math.max(longest, cell.length);
    const separator = type === 'text' ? separators.find((one) => isList(cell, one)) : undefined;
    if (separator !== undefined) count(lists, separator.trim());
  }
  const most = <Key>(counts: ReadonlyMap<Key, number>) => [...counts].sort((a, b) => b[1] - a[1]);
  const [list] = most(lists);
  const isListed = list !== undefined && list[1] >= Math.min(2, types.get('text') ?? 0);
  return {
    types: most(types),
    dateFormats: dateFormats(most(forms).map(([form]) => form)),
    isWithDecimalCommas: areDecimalCommas(marks),
    separator: isListed ? list[0] : '',
    missing,
    longest,
  };
}

/** Returns the mark that is certain to begin the decimals of a number; '' for none. Three digits may be a group. */
export function decimalMark(cell: string): string {
  const [, digits = ''] = /(\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)(?:[eE][+-]?\d+)?\D*$/.exec(cell) ?? [];
  const marks: readonly string[] = digits.match(/[.,]/g) ?? [];
  const last = marks.at(-1) ?? '';
  const isCertain = !/[.,]\d{3}$/.test(digits.trimEnd()) || (marks.length > 1 && marks[0] !== last);
  return isCertain && marks.indexOf(last) === marks.length - 1 ? last : '';
}

/** Whether the numbers of a column have decimal commas. @param marks - of its cells, by {@link decimalMark}. */
export function areDecimalCommas(marks: ReadonlySet<string>): boolean {
  return marks.has(',') && !marks.has('.');
}

/** Whether a cell is a list of short items. */
function isList(cell: string, separator: string): boolean {
  return cell.includes(separator) && cell.split(separator).every((item) => item.length <= 40 && !/[.!?]$/.test(item));
}

/** Returns the form of a date, with slashes by what is certain: `d/M/yyyy` if the first number is no month. */
function dateForm(text: string): string {
  const { form = 'iso', clock = '' } = dateIn(text) ?? {};
  if (!form.startsWith('/')) return form + clock;
  const [first = 0, second = 0] = text.split('/', 2).map(Number);
  const year = form === '/yy' ? 'yy' : 'yyyy';
  const order = first > 12 ? 'd/M' : second > 12 ? 'M/d' : '?';
  return `${order}/${year}${clock}`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns numbers in the order of dates, whatever their forms. @param cells - all of them dates. */
export function dateValues(cells: readonly string[]): number[] {
  const texts = cells.map((cell) => cell.trim());
  const isMonthFirst = dateFormats(texts.map(dateForm)).some((format) => format.startsWith('M/d'));
  return texts.map((text) => {
    const name = months.indexOf(/[A-Za-z]{3}/.exec(text)?.[0].toLowerCase() ?? '') + 1;
    const [one = 0, two = 0, three = 0] = text.match(/\d+/g)?.map(Number) ?? [];
    const [, hour = '0', minute = '0', second = '0'] = /(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
    const isAfternoon = /\d ?p/i.test(text) && Number(hour) < 12;
    const isYearFirst = /^\d{4}/.test(text);
    const [day, month] = isYearFirst
      ? [three, two]
      : name > 0
        ? [one, name]
        : isMonthFirst && text.includes('/')
          ? [two, one]
          : [one, two];
    const year = isYearFirst ? one : name > 0 ? two : three;
    const full = year < 100 ? 2_000 + year : year;
    return Date.UTC(full, month - 1, day, Number(hour) + (isAfternoon ? 12 : 0), Number(minute), Number(second));
  });
}

/** The most formats that a step takes. */
const mostFormats = 10;

/** Dates with slashes that may be either are read as the others of the column, else with the day first. */
function dateFormats(forms: readonly string[]): string[] {
  const order =
    forms.some((form) => form.startsWith('M/d')) && !forms.some((form) => form.startsWith('d/M')) ? 'M/d' : 'd/M';
  return [...new Set(forms.map((form) => form.replace('?', order)))].slice(0, mostFormats);
}
