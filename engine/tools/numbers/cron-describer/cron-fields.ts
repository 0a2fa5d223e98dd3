import { LineProblem } from '../../../text/lines/line-conversion.js';

/*
 * No library: croner 10.0.1 refuses a step behind one number (`5/15`), which cron accepts, and its messages name neither
 * the place nor, for a wrong step, the field.
 */

/** One of the fields of a cron expression. */
interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names for numbers, the first one for `least`. */
  readonly names?: readonly string[];
  /** Special values; a group in the pattern must be a value as well. */
  readonly special?: RegExp;
  /** Matches values that cannot be in a list. */
  readonly alone: RegExp;
  /** Whether a range may go down. */
  readonly wraps?: boolean;
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const weekdays = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const alone = /^\*$/;
const second: CronField = { name: 'second', least: 0, most: 59, alone };
const minute: CronField = { name: 'minute', least: 0, most: 59, alone };
const hour: CronField = { name: 'hour', least: 0, most: 23, alone, wraps: true };
const dayOfMonth: CronField = {
  name: 'day of the month',
  least: 1,
  most: 31,
  special: /^(?:L|LW|L-(\d{1,2})|(\d{1,2})W)$/i,
  alone: /^\*$|W|L-/i,
};
const month: CronField = { name: 'month', least: 1, most: 12, names: months, alone };
const year: CronField = { name: 'year', least: 1970, most: 2099, alone };
const dayOfWeek = (sunday: 0 | 1): CronField => ({
  name: 'day of the week',
  least: sunday,
  most: 7,
  names: weekdays,
  alone: /^(?:\*|L)$/i,
  wraps: true,
  special: /^(?:L|([A-Z]{3}|\d)(?:L|#[1-5]))$/i,
});

/**
 * Validates a cron expression of five fields (crontab), of six with seconds at the start or a year at the end, or of
 * all seven (Quartz). It has to be exact: the library that describes expressions accepts many invalid ones.
 *
 * @param sunday - its number; if 0, then 7 is Sunday as well.
 * @returns undefined if the expression is valid.
 */
export function cronProblem(expression: string, sunday: 0 | 1): LineProblem | undefined {
  const found = Array.from(expression.matchAll(/\S+/g), ({ 0: text, index }) => ({ text, offset: index }));
  const fields = fieldsOf(
    found.map(({ text }) => text),
    dayOfWeek(sunday),
  );
  if (fields === undefined) return new LineProblem(`a cron expression has 5 to 7 fields, not ${found.length}`);
  for (const [i, field] of fields.entries()) {
    const { text, offset } = found[i] ?? { text: '', offset: 0 };
    const problem = fieldProblem(text, offset, field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Returns the expression without its weekdays if it has both days of the month and weekdays. Cron then runs on either;
 * only if one of both begins with a star it runs on days that are both.
 */
export function withoutWeekdays(expression: string): string | undefined {
  const texts = expression.split(/\s+/);
  const fields = fieldsOf(texts, dayOfWeek(0)) ?? [];
  const day = fields.indexOf(dayOfMonth);
  const weekday = day + 2;
  const isAny = (text = '*') => text.startsWith('*') || text === '?';
  if (day === -1 || isAny(texts[day]) || isAny(texts[weekday])) return undefined;
  return texts.with(weekday, '*').join(' ');
}

function fieldsOf(texts: readonly string[], weekday: CronField): CronField[] | undefined {
  const usual = [minute, hour, dayOfMonth, month, weekday];
  switch (texts.length) {
    case 5:
      return usual;
    case 6:
      // A question mark means any day, in the day fields only; it is one if a year follows.
      return /\d{4}$/.test(texts[5] ?? '') || texts[2] === '?' || texts[4] === '?'
        ? [...usual, year]
        : [second, ...usual];
    case 7:
      return [second, ...usual, year];
    default:
      return undefined;
  }
}

function fieldProblem(text: string, offset: number, field: CronField): LineProblem | undefined {
  if (text === '?' && field.special !== undefined) return undefined;
  let at = offset;
  for (const item of text.split(',')) {
    const reason = isItem(item, field)
      ? text !== item && field.alone.test(item) && 'cannot be part of a list for'
      : isReversed(item, field)
        ? 'goes down, so it is not valid for'
        : 'is not valid for';
    if (reason !== false) return new LineProblem(`"${item}" ${reason} the ${described(field)}`, at);
    at += item.length + 1;
  }
  return undefined;
}

function described({ name, least, most }: CronField): string {
  return `${name} (${least} to ${most})`;
}

/** Tests for `*`, `5`, `MON-FRI`, optionally with a step such as `/2`, or a special value of the field. */
function isItem(item: string, field: CronField): boolean {
  const [range = '', step, ...more] = item.split('/');
  if (more.length > 0 || (step !== undefined && !isStep(step, field))) return false;
  if (range === '*') return true;
  const [from = '', to, ...rest] = range.split('-');
  if (rest.length === 0 && isValue(from, field) && (to === undefined || isAscending(from, to, field))) return true;
  return step === undefined && isSpecial(item, field);
}

/** Tests for the end of a range. Quartz lets hours and weekdays go on after the last one: 22-6, FRI-MON. */
function isAscending(from: string, to: string, field: CronField): boolean {
  if (!isValue(to, field)) return false;
  return field.wraps === true || numberOf(from, field) <= numberOf(to, field);
}

/** Returns the number of a valid value. */
function numberOf(text: string, { least, names = [] }: CronField): number {
  const index = names.indexOf(text.toUpperCase());
  return index === -1 ? Number(text) : least + index;
}

function isStep(step: string, { most }: CronField): boolean {
  return /^\d{1,4}$/.test(step) && Number(step) >= 1 && Number(step) <= most;
}

function isValue(text: string, { least, most, names = [] }: CronField): boolean {
  if (/^\d{1,2}$|^\d{4}$/.test(text)) return Number(text) >= least && Number(text) <= most;
  return names.includes(text.toUpperCase());
}

function isReversed(item: string, field: CronField): boolean {
  const [from = '', to = '', ...rest] = (item.split('/')[0] ?? '').split('-');
  return rest.length === 0 && isValue(from, field) && isValue(to, field);
}

function isSpecial(item: string, field: CronField): boolean {
  const match = field.special?.exec(item);
  return match?.slice(1).every((value) => value === undefined || isValue(value, field)) ?? false;
}
