import { lazyLibrary } from '../../core/lazy-library.js';
import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { cronProblem, withoutWeekdays } from './cron-describer/cron-fields.js';

const cronstrue = lazyLibrary<typeof import('cronstrue')>('cronstrue');

export default defineTool({
  slug: 'cron-describer',
  title: 'Cron describer',
  description:
    'Describes in English when a cron expression runs, one expression per line. Reads five fields as in crontab, six with seconds at the start or a year at the end, seven as in Quartz, and names such as @daily; with both days of the month and weekdays it runs on either, as cron does; remove a command after the fields first.',
  config: Type.Object({
    use24h: Type.Boolean({ default: true, description: 'Writes 17:30; otherwise 05:30 PM' }),
    dayStart: Type.Enum([0, 1], {
      default: 0,
      description: 'The number of Sunday: 0 as in crontab, where 7 is Sunday as well, or 1 as in Quartz',
    }),
    invalid: invalidLines(),
  }),
  examples: [
    {
      input: '0 9 * * 1-5\n*/15 * * * *\n30 17 L * *',
      output: 'At 09:00, Monday through Friday\nEvery 15 minutes\nAt 17:30, on the last day of the month',
    },
    { input: '30 17 * * FRI', config: { use24h: false }, output: 'At 05:30 PM, only on Friday' },
    {
      input: '0 0 12 ? * 2#1 2027',
      config: { dayStart: 1 },
      output: 'At 12:00, on the first Monday of the month, only in 2027',
    },
    { input: '0 0 13 * FRI', output: 'At 00:00, on day 13 of the month, or on Friday' },
    { input: '@daily\n# backup', config: { invalid: 'keep' }, output: 'At 00:00\n# backup' },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { use24h, dayStart, invalid }, limit) {
    const options = {
      locale: 'en',
      throwExceptionOnParseError: true,
      use24HourTimeFormat: use24h,
      dayOfWeekStartIndexZero: dayStart === 0,
    };
    const convert = (line: string) => {
      const problem = problemIn(line, dayStart);
      if (problem !== undefined) return problem;
      try {
        const describe = (expression: string) => cronstrue().toString(expression, options);
        if (line.startsWith('@')) return describe(line.toLowerCase());
        const expression = canonical(line);
        const days = withoutWeekdays(expression);
        return days === undefined ? describe(expression) : withOr(describe(expression), describe(days));
      } catch {
        return notCron;
      }
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});

const longest = 1_000;
const tooLong = new LineProblem(`a cron expression has at most ${longest} characters`);
const notCron = new LineProblem('not a cron expression');
const nicknames = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly', '@reboot']);

function problemIn(line: string, dayStart: 0 | 1): LineProblem | undefined {
  if (line.length > longest) return tooLong;
  if (line.startsWith('@')) return nicknames.has(line.toLowerCase()) ? undefined : notCron;
  return cronProblem(line, dayStart);
}

/** Cron runs on days of the month or on weekdays; the library says "and", or nothing. @param days - without weekdays. */
function withOr(all: string, days: string): string {
  let common = 0;
  while (common < days.length && all.charAt(common) === days.charAt(common)) common++;
  const start = common === days.length ? common : all.lastIndexOf(', ', common);
  return `${all.slice(0, start)}, or ${all.slice(start + 2).replace(/^(?:and|only) /, '')}`;
}

/** The library requires blanks between fields, and L and W in upper case. */
function canonical(line: string): string {
  return line.split(/\s+/).join(' ').toUpperCase();
}
