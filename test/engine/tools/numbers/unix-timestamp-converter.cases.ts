import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

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
    ).map(
      ([input, zone, output]): ToolCase => [
        `${input}\n${output}`,
        `${output}\n${input}`,
        { zone },
        `an offset with seconds lost them, and so did the instant: ${zone}`,
      ],
    ),
    [
      '1936-01-01T12:00:00+00:19:32\n1936-01-01T12:00:00+001932\n1936-01-01T12:00:28+00:20',
      '-1072959572\n-1072959572\n-1072959572',
      {},
      'offsets with seconds are read',
    ],
    ['1970-01-01 02:00:00 +0200\n1970-01-01 00:00 UTC', '0\n0', {}, 'offsets behind a blank'],
    ['1936-01-01T12:00:00+00:19:60', { error: 'line 1: no such date or time' }],
    ['', ''],
    [
      ' 0 \r\n\r\n1970-01-01\r\n',
      '1970-01-01T00:00:00Z\r\n\r\n0\r\n',
      {},
      'line by line, with line ends and blank lines kept',
    ],
    [
      '99999999999\n100000000000\n99999999999999\n100000000000000\n99999999999999999\n100000000000000000',
      '5138-11-16T09:46:39Z\n1973-03-03T09:46:40Z\n5138-11-16T09:46:39.999Z\n1973-03-03T09:46:40Z\n5138-11-16T09:46:39.999999Z\n1973-03-03T09:46:40Z',
      {},
      'units by size',
    ],
    ['-99999999999\n-100000000000', '-001199-02-15T14:13:21Z\n1966-10-31T14:13:20Z'],
    ['1000', '1970-01-01T00:00:01Z', { unit: 'ms' }],
    ['1001', '1970-01-01T00:00:00.001001Z', { unit: 'us' }],
    ['1', '1970-01-01T00:00:00.000000001Z', { unit: 'ns' }],
    ['-1', '1969-12-31T23:59:59.999999999Z', { unit: 'ns' }],
    [
      '1.5\n1.0000000019\n+2',
      '1970-01-01T00:00:01.500Z\n1970-01-01T00:00:01.000000001Z\n1970-01-01T00:00:02Z',
      { unit: 's' },
    ],
    ['1.5', '1970-01-01T00:00:00.001500Z', { unit: 'ms' }],
    [
      '8640000000000\n-8640000000000\n253402300800\n-62198755200',
      '+275760-09-13T00:00:00Z\n-271821-04-20T00:00:00Z\n+010000-01-01T00:00:00Z\n-000001-01-01T00:00:00Z',
      { unit: 's' },
    ],
    ['0\n8640000000001', { error: 'line 2: not a timestamp, or too far from 1970' }, { unit: 's' }],
    ['8640000000000', { error: 'line 1: not a timestamp, or too far from 1970' }, { unit: 's', zone: 'Asia/Tokyo' }],
    ['9'.repeat(30), { error: 'line 1: not a timestamp, or too far from 1970' }],
    ['9'.repeat(31), { error: 'line 1: not a timestamp, or too far from 1970' }],
    ['2026', '1767225600', { direction: 'to-unix' }],
    ['2026-11-21', { error: 'line 1: not a timestamp, or too far from 1970' }, { direction: 'to-iso' }],
    ['1e9', { error: 'line 1: not an ISO 8601 date' }],
    ['now', { error: 'line 1: not an ISO 8601 date' }],
    ['2026-02-30', { error: 'line 1: no such date or time' }],
    ['1970-01-01T00:00:00.123456789Z', '123456789', { unit: 'ns' }],
    ['1970-01-01T00:00:00.999999999999Z', '999999999', { unit: 'ns' }],
    ['1969-12-31T23:59:59.5Z', '-1', { unit: 's' }],
    ['1970-01-01T00:00:00.569Z', '569', { unit: 'ms' }],
    ['1970-01-01T00:00:00.0019999Z', '1999', { unit: 'us' }],
    ['2026-07-01T00:00', '1782856800', { zone: 'Europe/Paris' }],
    ['1782856800', '2026-07-01T00:00:00+02:00', { zone: 'Europe/Paris' }],
    ['0', '1970-01-01T00:00:00+00:00', { zone: 'Africa/Abidjan' }],
    ['', { error: 'zone: there is no time zone "Nowhere"' }, { zone: 'Nowhere' }],
    ['a\n0\n', 'a\n1970-01-01T00:00:00Z\n', { invalid: 'keep' }],
    ['a\n0', '\n1970-01-01T00:00:00Z', { invalid: 'blank' }],
    ['\ud800', { error: 'line 1: not an ISO 8601 date' }],
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
