import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'date-calculator';
const subtract = (span: object) => ({ operation: 'subtract', ...span });
const diff = (other: string, unit = 'days', more: object = {}) => ({ operation: 'diff', other, unit, ...more });
const paris = { zone: 'Europe/Paris' };
const beyond = 'line 1: the result is outside the range of dates';

export default {
  slug,
  cases: [
    [
      '1870-01-01T00:00:00',
      '1870-01-02T00:00:02-04:56',
      { days: 1, zone: 'America/New_York' },
      'a day of a zone whose offset has seconds',
    ],
    ['', ''],
    [
      '',
      { error: 'other: the date to count to is missing' },
      { operation: 'diff' },
      'the date to count to is wanted even for no text',
    ],
    [' 2026-11-21 \r\n\r\n2026\r\n', '2026-11-21\r\n\r\n2026-01-01\r\n', {}, 'blank lines and line ends stay'],
    [
      '2026-11-21T10:00:00',
      '2028-02-01T11:00:30Z',
      { years: 1, months: 2, weeks: 1, days: 3, hours: 25, minutes: -1, seconds: 90 },
    ],
    ['2026-11-21', '2026-02-21', { months: -9, days: 0 }],
    ['2026-11-21', '2025-11-22', subtract({ years: 1, days: -1 })],
    ['2026-11-21 10:00 +0200', '2026-11-21T09:00:00Z', { hours: 1 }, 'an offset behind a blank'],
    ['2026-11-21', '2026-11-22T00:00:00Z', { hours: 24 }, 'a time makes an instant of a date'],
    [
      '2026-01-31\n2024-01-31\n2024-02-29',
      '2026-02-28\n2024-02-29\n2024-03-29',
      { months: 1 },
      'a day that the month has not becomes its last',
    ],
    ['2024-02-29', '2025-02-28', { years: 1 }],
    ['2026-01-31', '2026-03-01', { months: 1, days: 1 }, 'years and months come before days'],
    ['2026-11-21T10:00:00.9999999+01:00', '2026-11-21T09:00:01.999999900Z', { seconds: 1 }],
    ['2026-W47-6\n2026-325', '2026-11-22\n2026-11-22', { days: 1 }],

    // Clocks that go forward on 29 March and back on 25 October 2026
    [
      '2026-03-28T12:00',
      '2026-03-29T12:00:00+02:00',
      { days: 1, ...paris },
      'days keep the time on the clocks, hours do not',
    ],
    ['2026-03-28T12:00', '2026-03-29T13:00:00+02:00', { hours: 24, ...paris }],
    ['2026-03-28T02:30', '2026-03-29T03:30:00+02:00', { days: 1, ...paris }, 'a time that is left out'],
    ['2026-10-25T02:30+01:00', '2026-10-25T02:30:00+01:00', paris, 'the second of two times stays the second'],
    ['2026-10-25T02:30+02:00', '2026-10-25T02:30:00+01:00', { hours: 1, ...paris }],
    [
      '2018-11-03\n2018-11-04',
      '2018-11-04\n2018-11-05',
      { days: 1, zone: 'America/Sao_Paulo' },
      'a date is a date where midnight is left out',
    ],
    ['2018-11-04', '1', diff('2018-11-05', 'days', { zone: 'America/Sao_Paulo' })],
    ['2018-11-04', '23', diff('2018-11-05', 'hours', { zone: 'America/Sao_Paulo' })],
    ['2026-10-25', '25', diff('2026-10-26', 'hours', paris)],
    ['2026-10-24T12:00', 'PT24H30M', diff('2026-10-25T11:30', 'duration', paris)],
    ['2026-10-24T12:00', 'P1D', diff('2026-10-25T12:00', 'duration', paris)],
    ['2026-11-21[Asia/Tokyo]', '2026-11-21T15:00:00Z', { days: 1 }],

    // Differences
    ['2000-02-29\n2000-03-01', '26\n25', diff('2026-02-28', 'years')],
    ['2026-01-31\n2026-01-30\n2026-02-01', '1\n1\n0', diff('2026-02-28', 'months')],
    ['2026-11-21\n2026-11-08\n2026-11-28', '0\n1\n-1', diff('2026-11-21', 'weeks')],
    ['2026-11-21T12:00\n2026-11-22T12:00', '0\n0', diff('2026-11-22')],
    ['2026-11-22T00:00:00.001', '0', diff('2026-11-22', 'hours')],
    ['2026-11-21T22:29:59', '1', diff(' 2026-11-22 ', 'hours')],
    ['2026-11-21T22:29:59', '90', diff('2026-11-22', 'minutes')],
    ['2026-11-21T22:29:59', '-86400', diff('2026-11-20T22:29:58.5', 'seconds')],
    ...[{ days: 1 }, { hours: 24 }].map(
      (span): ToolCase => [
        '2026-11-21T10:00:00.123456\n2026-11-21T10:00:00.000000001+01:00\n1969-12-30T23:59:59.9999Z\n2026-11-21T10:00:00.50Z',
        '2026-11-22T10:00:00.123456-03:00\n2026-11-22T06:00:00.000000001-03:00\n1969-12-31T20:59:59.999900-03:00\n2026-11-22T07:00:00.500-03:00',
        { ...span, zone: 'UTC-3' },
        `digits behind milliseconds stay, ${JSON.stringify(span)}`,
      ],
    ),
    ['2026-11-21', 'PT0S', diff('2026-11-21', 'duration')],
    ['2026-11-21', '-P1Y1MT0.25S', diff('2025-10-20T23:59:59.75', 'duration')],
    ['-271821-04-20', '200000000', diff('+275760-09-13')],
    ['+275760-09-13', '-P547581Y4M23D', diff('-271821-04-20', 'duration')],

    ['2026-02-30', { error: 'line 1: no such date or time' }],
    ['2026\n\ntomorrow', { error: 'line 3: not an ISO 8601 date' }],
    ['\ud800\u0000', { error: 'line 1: not an ISO 8601 date' }],
    ['2026', { error: 'other: not an ISO 8601 date' }, diff('now')],
    ['2026', { error: 'other: no such date or time' }, diff('2026-02-29')],
    ['2026', { error: 'zone: there is no time zone "Mars"' }, { zone: 'Mars' }],
    ['+275760-09-12', { error: beyond }, { days: 2 }],
    ['+275760-09-12', { error: beyond }, { hours: 25 }],
    ['-271821-04-20T00:00', { error: beyond }, subtract({ seconds: 1 })],
    ['+270000-01-01', { error: beyond }, { years: 10_000 }],
    ['2026', '+012026-01-01', { years: 10_000 }],
    ['x\n 2026 \n', 'x\n2026-01-02\n', { days: 1, invalid: 'keep' }],
    ['x\n2026\n', '\n2026-01-02\n', { days: 1, invalid: 'blank' }],
  ],
  checks: {
    'a count of units, added, does not pass the date, and one more does': () => {
      const date = fc.integer({ min: Date.UTC(1900, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
      const unit = fc.constantFrom('years', 'months', 'weeks', 'days');
      const zone = fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe');
      fc.assert(
        fc.property(date, date, unit, zone, (a, b, unit, zone) => {
          const [from = '', to = ''] = [a, b].map((second) => new Date(second * 1000).toISOString());
          const count = Number(resultOf(slug, from, diff(to, unit, { zone })));
          const sign = b < a ? -1 : 1;
          const passed = (count: number) => {
            const end = resultOf(slug, from, { [unit]: count, zone });
            return (Date.parse(end) - Date.parse(to)) * sign > 0;
          };
          fc.pre(Math.abs(count) < 10_000);
          assert.ok(!passed(count), `${from} ${to} ${count}`);
          assert.ok(passed(count + sign), `${from} ${to} ${count}`);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'the parts of a duration lead from one date to the other': () => {
      const second = fc.integer({ min: Date.UTC(1970, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
      const zone = fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns');
      fc.assert(
        fc.property(second, second, zone, (a, b, zone) => {
          const [from = '', to = ''] = [a, b].map((second) => new Date(second * 1000).toISOString());
          const duration = resultOf(slug, from, diff(to, 'duration', { zone }));
          const pattern = /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
          const [, ...parts] = pattern.exec(duration) ?? assert.fail(duration);
          const operation = duration.startsWith('-') ? 'subtract' : 'add';
          const units = ['years', 'months', 'days', 'hours', 'minutes', 'seconds'];
          const span = Object.fromEntries(units.map((unit, i) => [unit, Number(parts[i] ?? 0)]));
          const at = resultOf(slug, from, { operation, zone, ...span });
          assert.equal(Date.parse(at), Date.parse(to), duration);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'days agree with the arithmetic of Date in UTC': () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -10_000, max: 10_000 }), (day, days) => {
          const text = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
          const zone = 'Pacific/Apia';
          assert.equal(resultOf(slug, text(day + 10_000), { days, zone }), text(day + 10_000 + days));
          assert.equal(resultOf(slug, text(day), diff(text(day + days), 'days', { zone })), String(days));
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
