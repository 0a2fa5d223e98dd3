import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'date-calculator';
const subtract = (span: object) => ({ operation: 'subtract', ...span });
const diff = (other: string, unit = 'days', more: object = {}) => ({ operation: 'diff', other, unit, ...more });
const paris = { zone: 'Europe/Paris' };
const beyond = 'line 1: the result is outside the range of dates';

export default {
  slug,
  cases: [
    {
      name: 'a day of a zone whose offset has seconds',
      input: '1870-01-01T00:00:00',
      config: { days: 1, zone: 'America/New_York' },
      output: '1870-01-02T00:00:02-04:56',
    },
    { input: '', output: '' },
    {
      name: 'the date to count to is wanted even for no text',
      input: '',
      config: { operation: 'diff' },
      error: 'other: the date to count to is missing',
    },
    {
      name: 'blank lines and line ends stay',
      input: ' 2026-11-21 \r\n\r\n2026\r\n',
      output: '2026-11-21\r\n\r\n2026-01-01\r\n',
    },
    {
      input: '2026-11-21T10:00:00',
      config: { years: 1, months: 2, weeks: 1, days: 3, hours: 25, minutes: -1, seconds: 90 },
      output: '2028-02-01T11:00:30Z',
    },
    { input: '2026-11-21', config: { months: -9, days: 0 }, output: '2026-02-21' },
    { input: '2026-11-21', config: subtract({ years: 1, days: -1 }), output: '2025-11-22' },
    {
      name: 'a time makes an instant of a date',
      input: '2026-11-21',
      config: { hours: 24 },
      output: '2026-11-22T00:00:00Z',
    },
    {
      name: 'a day that the month has not becomes its last',
      input: '2026-01-31\n2024-01-31\n2024-02-29',
      config: { months: 1 },
      output: '2026-02-28\n2024-02-29\n2024-03-29',
    },
    { input: '2024-02-29', config: { years: 1 }, output: '2025-02-28' },
    {
      name: 'years and months come before days',
      input: '2026-01-31',
      config: { months: 1, days: 1 },
      output: '2026-03-01',
    },
    { input: '2026-11-21T10:00:00.9999999+01:00', config: { seconds: 1 }, output: '2026-11-21T09:00:01.999999900Z' },
    { input: '2026-W47-6\n2026-325', config: { days: 1 }, output: '2026-11-22\n2026-11-22' },

    // Clocks that go forward on 29 March and back on 25 October 2026
    {
      name: 'days keep the time on the clocks, hours do not',
      input: '2026-03-28T12:00',
      config: { days: 1, ...paris },
      output: '2026-03-29T12:00:00+02:00',
    },
    { input: '2026-03-28T12:00', config: { hours: 24, ...paris }, output: '2026-03-29T13:00:00+02:00' },
    {
      name: 'a time that is left out',
      input: '2026-03-28T02:30',
      config: { days: 1, ...paris },
      output: '2026-03-29T03:30:00+02:00',
    },
    {
      name: 'the second of two times stays the second',
      input: '2026-10-25T02:30+01:00',
      config: paris,
      output: '2026-10-25T02:30:00+01:00',
    },
    { input: '2026-10-25T02:30+02:00', config: { hours: 1, ...paris }, output: '2026-10-25T02:30:00+01:00' },
    {
      name: 'a date is a date where midnight is left out',
      input: '2018-11-03\n2018-11-04',
      config: { days: 1, zone: 'America/Sao_Paulo' },
      output: '2018-11-04\n2018-11-05',
    },
    { input: '2018-11-04', config: diff('2018-11-05', 'days', { zone: 'America/Sao_Paulo' }), output: '1' },
    { input: '2018-11-04', config: diff('2018-11-05', 'hours', { zone: 'America/Sao_Paulo' }), output: '23' },
    { input: '2026-10-25', config: diff('2026-10-26', 'hours', paris), output: '25' },
    { input: '2026-10-24T12:00', config: diff('2026-10-25T11:30', 'duration', paris), output: 'PT24H30M' },
    { input: '2026-10-24T12:00', config: diff('2026-10-25T12:00', 'duration', paris), output: 'P1D' },
    { input: '2026-11-21[Asia/Tokyo]', config: { days: 1 }, output: '2026-11-21T15:00:00Z' },

    // Differences
    { input: '2000-02-29\n2000-03-01', config: diff('2026-02-28', 'years'), output: '26\n25' },
    { input: '2026-01-31\n2026-01-30\n2026-02-01', config: diff('2026-02-28', 'months'), output: '1\n1\n0' },
    { input: '2026-11-21\n2026-11-08\n2026-11-28', config: diff('2026-11-21', 'weeks'), output: '0\n1\n-1' },
    { input: '2026-11-21T12:00\n2026-11-22T12:00', config: diff('2026-11-22'), output: '0\n0' },
    { input: '2026-11-22T00:00:00.001', config: diff('2026-11-22', 'hours'), output: '0' },
    { input: '2026-11-21T22:29:59', config: diff(' 2026-11-22 ', 'hours'), output: '1' },
    { input: '2026-11-21T22:29:59', config: diff('2026-11-22', 'minutes'), output: '90' },
    { input: '2026-11-21T22:29:59', config: diff('2026-11-20T22:29:58.5', 'seconds'), output: '-86400' },
    ...[{ days: 1 }, { hours: 24 }].map((span) => ({
      name: `digits behind milliseconds stay, ${JSON.stringify(span)}`,
      input:
        '2026-11-21T10:00:00.123456\n2026-11-21T10:00:00.000000001+01:00\n1969-12-30T23:59:59.9999Z\n2026-11-21T10:00:00.50Z',
      config: { ...span, zone: 'UTC-3' },
      output:
        '2026-11-22T10:00:00.123456-03:00\n2026-11-22T06:00:00.000000001-03:00\n1969-12-31T20:59:59.999900-03:00\n2026-11-22T07:00:00.500-03:00',
    })),
    { input: '2026-11-21', config: diff('2026-11-21', 'duration'), output: 'PT0S' },
    { input: '2026-11-21', config: diff('2025-10-20T23:59:59.75', 'duration'), output: '-P1Y1MT0.25S' },
    { input: '-271821-04-20', config: diff('+275760-09-13'), output: '200000000' },
    { input: '+275760-09-13', config: diff('-271821-04-20', 'duration'), output: '-P547581Y4M23D' },

    { input: '2026-02-30', error: 'line 1: no such date or time' },
    { input: '2026\n\ntomorrow', error: 'line 3: not an ISO 8601 date' },
    { input: '\ud800\u0000', error: 'line 1: not an ISO 8601 date' },
    { input: '2026', config: diff('now'), error: 'other: not an ISO 8601 date' },
    { input: '2026', config: diff('2026-02-29'), error: 'other: no such date or time' },
    { input: '2026', config: { zone: 'Mars' }, error: 'zone: there is no time zone "Mars"' },
    { input: '+275760-09-12', config: { days: 2 }, error: beyond },
    { input: '+275760-09-12', config: { hours: 25 }, error: beyond },
    { input: '-271821-04-20T00:00', config: subtract({ seconds: 1 }), error: beyond },
    { input: '+270000-01-01', config: { years: 10_000 }, error: beyond },
    { input: '2026', config: { years: 10_000 }, output: '+012026-01-01' },
    { input: 'x\n 2026 \n', config: { days: 1, invalid: 'keep' }, output: 'x\n2026-01-02\n' },
    { input: 'x\n2026\n', config: { days: 1, invalid: 'blank' }, output: '\n2026-01-02\n' },
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
