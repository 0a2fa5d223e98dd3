import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'unix-timestamp-converter';

export default {
  slug,
  cases: [
    ...(
      [
        ['0', 'Africa/Monrovia', '1969-12-31T23:15:00-00:45'],
        ['-2713910400', 'Europe/Dublin', '1883-12-31T23:35:00-00:25'],
        ['-2800000000', 'America/New_York', '1881-04-09T09:17:20-04:56'],
        ['-2000000000', 'Europe/Paris', '1906-08-16T20:35:40+00:09'],
      ] as const
    ).map(([input, zone, output]) => ({
      name: `an offset with seconds lost them, and so did the instant: ${zone}`,
      input: `${input}\n${output}`,
      config: { zone },
      output: `${output}\n${input}`,
    })),
    {
      name: 'offsets with seconds are read',
      input: '1936-01-01T12:00:00+00:19:32\n1936-01-01T12:00:00+001932\n1936-01-01T12:00:28+00:20',
      output: '-1072959572\n-1072959572\n-1072959572',
    },
    { input: '1936-01-01T12:00:00+00:19:60', error: 'line 1: no such date or time' },
    { input: '', output: '' },
    {
      name: 'line by line, with line ends and blank lines kept',
      input: ' 0 \r\n\r\n1970-01-01\r\n',
      output: '1970-01-01T00:00:00Z\r\n\r\n0\r\n',
    },
    {
      name: 'units by size',
      input: '99999999999\n100000000000\n99999999999999\n100000000000000\n99999999999999999\n100000000000000000',
      output:
        '5138-11-16T09:46:39Z\n1973-03-03T09:46:40Z\n5138-11-16T09:46:39.999Z\n1973-03-03T09:46:40Z\n5138-11-16T09:46:39.999999Z\n1973-03-03T09:46:40Z',
    },
    { input: '-99999999999\n-100000000000', output: '-001199-02-15T14:13:21Z\n1966-10-31T14:13:20Z' },
    { input: '1000', config: { unit: 'ms' }, output: '1970-01-01T00:00:01Z' },
    { input: '1001', config: { unit: 'us' }, output: '1970-01-01T00:00:00.001001Z' },
    { input: '1', config: { unit: 'ns' }, output: '1970-01-01T00:00:00.000000001Z' },
    { input: '-1', config: { unit: 'ns' }, output: '1969-12-31T23:59:59.999999999Z' },
    {
      input: '1.5\n1.0000000019\n+2',
      config: { unit: 's' },
      output: '1970-01-01T00:00:01.500Z\n1970-01-01T00:00:01.000000001Z\n1970-01-01T00:00:02Z',
    },
    { input: '1.5', config: { unit: 'ms' }, output: '1970-01-01T00:00:00.001500Z' },
    {
      input: '8640000000000\n-8640000000000\n253402300800\n-62198755200',
      config: { unit: 's' },
      output: '+275760-09-13T00:00:00Z\n-271821-04-20T00:00:00Z\n+010000-01-01T00:00:00Z\n-000001-01-01T00:00:00Z',
    },
    { input: '0\n8640000000001', config: { unit: 's' }, error: 'line 2: not a timestamp, or too far from 1970' },
    {
      input: '8640000000000',
      config: { unit: 's', zone: 'Asia/Tokyo' },
      error: 'line 1: not a timestamp, or too far from 1970',
    },
    { input: '9'.repeat(30), error: 'line 1: not a timestamp, or too far from 1970' },
    { input: '9'.repeat(31), error: 'line 1: not a timestamp, or too far from 1970' },
    { input: '2026', config: { direction: 'to-unix' }, output: '1767225600' },
    { input: '2026-11-21', config: { direction: 'to-iso' }, error: 'line 1: not a timestamp, or too far from 1970' },
    { input: '1e9', error: 'line 1: not an ISO 8601 date' },
    { input: 'now', error: 'line 1: not an ISO 8601 date' },
    { input: '2026-02-30', error: 'line 1: no such date or time' },
    { input: '1970-01-01T00:00:00.123456789Z', config: { unit: 'ns' }, output: '123456789' },
    { input: '1970-01-01T00:00:00.999999999999Z', config: { unit: 'ns' }, output: '999999999' },
    { input: '1969-12-31T23:59:59.5Z', config: { unit: 's' }, output: '-1' },
    { input: '1970-01-01T00:00:00.569Z', config: { unit: 'ms' }, output: '569' },
    { input: '1970-01-01T00:00:00.0019999Z', config: { unit: 'us' }, output: '1999' },
    { input: '2026-07-01T00:00', config: { zone: 'Europe/Paris' }, output: '1782856800' },
    { input: '1782856800', config: { zone: 'Europe/Paris' }, output: '2026-07-01T00:00:00+02:00' },
    { input: '0', config: { zone: 'Africa/Abidjan' }, output: '1970-01-01T00:00:00+00:00' },
    { input: '', config: { zone: 'Nowhere' }, error: 'zone: there is no time zone "Nowhere"' },
    { input: 'a\n0\n', config: { invalid: 'keep' }, output: 'a\n1970-01-01T00:00:00Z\n' },
    { input: 'a\n0', config: { invalid: 'blank' }, output: '\n1970-01-01T00:00:00Z' },
    { input: '\ud800', error: 'line 1: not an ISO 8601 date' },
  ],
  checks: {
    'every nanosecond comes back': () => {
      const limit = 8_640_000_000_000_000_000_000n;
      const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Sao_Paulo');
      fc.assert(
        fc.property(fc.bigInt({ min: -limit, max: limit }), zone, (nanoseconds, name) => {
          // Offsets of long ago have seconds, which ISO 8601 does not know.
          fc.pre(name === 'UTC' || (nanoseconds > 0n && nanoseconds < limit - 86_400_000_000_000n));
          const date = resultOf(slug, String(nanoseconds), { unit: 'ns', zone: name });
          assert.equal(resultOf(slug, date, { unit: 'ns' }), String(nanoseconds), date);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'agrees with Date': () => {
      fc.assert(
        fc.property(fc.date({ noInvalidDate: true }), (date) => {
          const written = resultOf(slug, String(date.getTime()), { unit: 'ms' });
          assert.equal(written, date.toISOString().replace('.000Z', 'Z'));
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
