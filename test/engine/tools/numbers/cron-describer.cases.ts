import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'cron-describer';
const quartz = { dayStart: 1 };
const notCron = 'line 1: not a cron expression';
const said = (input: string, output: string, config = {}): ToolCase => [input, output, config];
const wrong = (input: string, column: number, item: string, field: string, config = {}): ToolCase => [
  input,
  { error: `line 1, column ${column}: "${item}" is not valid for the ${field}` },
  config,
];

const lonely = (input: string, column: number, item: string, field: string): ToolCase => [
  input,
  { error: `line 1, column ${column}: "${item}" cannot be part of a list for the ${field}` },
];

export default {
  slug,
  cases: [
    said('', ''),
    [' @hourly \r\n\r\n* * * * *\r\n', 'Every hour\r\n\r\nEvery minute\r\n', {}, 'blank lines and line ends stay'],
    said('5\t4  *\u00a0* *', 'At 04:05'),
    said(
      '@Yearly\n@annually\n@monthly\n@weekly',
      'At 00:00, on day 1 of the month, only in January\n'.repeat(2) +
        'At 00:00, on day 1 of the month\nAt 00:00, only on Sunday',
    ),
    said('@midnight\n@reboot', 'At 00:00\nRun once, at startup'),
    said('0 9,17 * * *', 'At 09:00 AM and 05:00 PM', { use24h: false }),

    // Five to seven fields
    said('*/5 * * * * *', 'Every 5 seconds'),
    said('0 0 1 1 * 2030', 'At 00:00, on day 1 of the month, only in January, only in 2030'),
    said('0 0 ? * MON *\n0 0 1 * ? *', 'At 00:00, only on Monday\nAt 00:00, on day 1 of the month'),
    said('0 0 0 1 1 ? 2030-2035', 'At 00:00, on day 1 of the month, only in January, 2030 through 2035'),

    // Weekdays
    said('0 0 * * 0\n0 0 * * 7\n0 0 * * sun', 'At 00:00, only on Sunday\n'.repeat(3).trimEnd()),
    said('0 0 * * 1\n0 0 * * 7', 'At 00:00, only on Sunday\nAt 00:00, only on Saturday', quartz),
    said(
      '0 0 * * 5L\n0 0 * * friL\n0 0 * * mon#1',
      `${'At 00:00, on the last Friday of the month\n'.repeat(2)}At 00:00, on the first Monday of the month`,
    ),
    said(
      '0 0 * * 6L\n0 0 * * 2#3',
      'At 00:00, on the last Friday of the month\nAt 00:00, on the third Monday of the month',
      quartz,
    ),
    said('0 0 * * FRI-MON', 'At 00:00, Friday through Monday'),

    // Days and months
    said(
      '0 0 lw * *\n0 0 L-3 * *\n0 0 15w * *',
      'At 00:00, on the last weekday of the month\nAt 00:00, 3 days before the last day of the month\nAt 00:00, on the weekday nearest day 15 of the month',
    ),
    said('0 0 15,L * *', 'At 00:00, on day 15 and the last day of the month'),
    said('0 0 * jan-MAR/2 *', 'At 00:00, every 2 months, January through March'),
    said('5/15 22-6 * * *', 'Every 15 minutes, starting at 5 minutes past the hour, between 22:00 and 06:59'),

    said(
      '0 0 1,15 * 1-5\n0 0 13 1 FRI 2027\n0 0 1-7 jan-mar monL\n0 0 */2 * 1',
      'At 00:00, on day 1 and 15 of the month, or Monday through Friday\nAt 00:00, on day 13 of the month, or on Friday, only in January, only in 2027\nAt 00:00, between day 1 and 7 of the month, or on the last Monday of the month, January through March\nAt 00:00, every 2 days in a month, and on Monday',
    ),

    // Ranges that go down
    ...[
      ['30-20 * * * *', '30-20', 'minute (0 to 59)', 1],
      ['0 0 1,20-10/2 * *', '20-10/2', 'day of the month (1 to 31)', 7],
      ['0 0 * DEC-JAN *', 'DEC-JAN', 'month (1 to 12)', 7],
    ].map(
      ([input, item, field, column]): ToolCase => [
        String(input),
        { error: `line 1, column ${column}: "${item}" goes down, so it is not valid for the ${field}` },
      ],
    ),

    // What no clock has
    wrong('60 * * * *', 1, '60', 'minute (0 to 59)'),
    wrong('* 1,24 * * *', 5, '24', 'hour (0 to 23)'),
    wrong('* * 0 * *', 5, '0', 'day of the month (1 to 31)'),
    wrong('* * 0W * *', 5, '0W', 'day of the month (1 to 31)'),
    wrong('* * * 13 *', 7, '13', 'month (1 to 12)'),
    wrong('* * * FOO *', 7, 'FOO', 'month (1 to 12)'),
    wrong('* * * * 8', 9, '8', 'day of the week (0 to 7)'),
    wrong('* * * * 0', 9, '0', 'day of the week (1 to 7)', quartz),
    wrong('* * * * 5#6', 9, '5#6', 'day of the week (0 to 7)'),
    wrong('* * * * FOOL', 9, 'FOOL', 'day of the week (0 to 7)'),
    wrong('60 * * * * *', 1, '60', 'second (0 to 59)'),
    wrong('* * * * * 1969', 11, '1969', 'year (1970 to 2099)'),
    wrong('* * * * * * 99', 13, '99', 'year (1970 to 2099)'),
    wrong('\u{1f600} * * * *', 1, '\u{1f600}', 'minute (0 to 59)'),
    wrong('__proto__ * * * *', 1, '__proto__', 'minute (0 to 59)'),
    // The library makes sentences of these: "Minutes  through  past the hour", "Monday through undefined"
    ...[
      '-',
      '/',
      '**',
      '5*',
      '1-',
      '-1',
      '1-2-3',
      '1/2/3',
      '*-5',
      '*/0',
      '*/-5',
      '*/60',
      '1/',
      '007',
      '?',
      'L',
      'V',
      '\u0000',
      '\ud800',
    ].map((item) => wrong(`${item} * * * *`, 1, item, 'minute (0 to 59)')),
    ...['L/2', '1-5W', '*L', 'LL', 'W', 'W15', 'VW', 'l-', '1#1'].map((item) =>
      wrong(`0 0 ${item} * *`, 5, item, 'day of the month (1 to 31)'),
    ),
    wrong('1,,2 * * * *', 3, '', 'minute (0 to 59)'),
    // The library says "the last undefined of the month", or loses a day
    lonely('0 0 1W,2 * *', 5, '1W', 'day of the month (1 to 31)'),
    lonely('0 0 5,LW * *', 7, 'LW', 'day of the month (1 to 31)'),
    lonely('0 0 1,L-3 * *', 7, 'L-3', 'day of the month (1 to 31)'),
    lonely('*,5 * * * *', 1, '*', 'minute (0 to 59)'),
    lonely('0 0 * * L,1', 9, 'L', 'day of the week (0 to 7)'),
    lonely('0 0 * * 1,*', 11, '*', 'day of the week (0 to 7)'),
    ['@daily\n\n 0 25 * * *', { error: 'line 3, column 4: "25" is not valid for the hour (0 to 23)' }],
    ['* * * *', { error: 'line 1: a cron expression has 5 to 7 fields, not 4' }],
    ['0 9 * * 1-5 root /bin/true -v', { error: 'line 1: a cron expression has 5 to 7 fields, not 8' }],
    ...['@minutely', '@__proto__', '@'].map((input): ToolCase => [input, { error: notCron }]),
    [
      `${'1,'.repeat(496)}1 * * * *`,
      { error: 'line 1: a cron expression has at most 1000 characters' },
      {},
      'a line of 1,001 characters',
    ],

    said('# comment\n @hourly \n', '# comment\nEvery hour\n', { invalid: 'keep' }),
    said('x\n@hourly', '\nEvery hour', { invalid: 'blank' }),
    {
      long: [
        `${Array(59).fill('1').join()} * ${Array(15).fill('1').join()} 1-2,3-4 *\n`.repeat(2500),
        `At ${'1, '.repeat(58)}and 1 minutes past the hour, on day ${'1, '.repeat(14)}and 1 of the month, only in January through February and March through April\n`.repeat(
          2500,
        ),
        { invalid: 'keep' },
        'short expressions with long sentences',
      ],
    },
  ],
  checks: {
    'every expression that is one is described in words of the clock': () => {
      const value = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String);
      const field = (least: number, most: number, ...special: string[]) => {
        const one = value(least, most);
        const item = fc.oneof(
          one,
          fc.tuple(one, one).map((ends) => ends.toSorted((a, b) => Number(a) - Number(b)).join('-')),
          one.map((step) => `*/${Number(step) || 1}`),
          fc.constantFrom('*/2', ...special),
        );
        return fc.oneof(
          fc.constant('*'),
          fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
        );
      };
      const expression = fc.tuple(
        field(0, 59),
        field(0, 23),
        field(1, 31, 'L'),
        field(1, 12, 'JAN', 'feb-MAR'),
        field(1, 7, 'MON', '5L', 'TUEL', '2#1', 'SAT#5', 'FRI-SUN'),
      );
      fc.assert(
        fc.property(expression, fc.boolean(), fc.constantFrom(0, 1), (fields, use24h, dayStart) => {
          const result = resultOf(slug, fields.join(' '), { use24h, dayStart });
          assert.match(result, /^(?!.*(?:undefined|NaN|null| {2}))[A-Z\d][\w :,]+$/, fields.join(' '));
        }),
        { seed: 1, numRuns: sampleSize(400) },
      );
    },
    'no text of the letters of cron makes a sentence with holes, or a fault': () => {
      const letters = fc.string({ unit: fc.constantFrom(...'0159*/-,LW#? '), maxLength: 30 });
      fc.assert(
        fc.property(letters, letters, (a, b) => {
          for (const text of [a, `${a} * * ${b}`, `0 0 ${a} * ${b}`]) {
            const result = runTool(slug, text);
            if (typeof result === 'string') assert.doesNotMatch(result, /undefined|NaN|%s|null| {2}[a-z]/, text);
          }
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
