import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { luxon } from '../../../../engine/text/dates/luxon.js';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

// The tests and the engine must share its caches, and an import would load another build of luxon.
const { DateTime, Settings } = luxon();
const slug = 'date-formatter';
const iso = { outputFormat: 'iso' };
const from = (inputFormat: string, more: object = {}) => ({ inputFormat, outputFormat: 'iso', ...more });
const to = (outputFormat: string, more: object = {}) => ({ outputFormat, ...more });
const berlin = { fromZone: 'Europe/Berlin', toZone: 'Europe/Berlin', outputFormat: 'iso' };
const notIso = 'line 1: not an ISO 8601 date';
const noSuchDate = 'line 1: no such date or time';
const instant = '2026-11-21T10:00:00.569Z';

export default {
  slug,
  cases: [
    ...(
      [
        ['iso', '1970-01-01T11:59:30-00:45'],
        ['rfc2822', 'Thu, 01 Jan 1970 11:59:30 -0045'],
        ['http', 'Thu, 01 Jan 1970 12:44:30 GMT'],
        ['yyyy-MM-dd HH:mm:ss z', '1970-01-01 12:00:00 Africa/Monrovia'],
        ['HH:mm:ss ZZ z', '11:59:30 -00:45 Africa/Monrovia'],
      ] as const
    ).map(([outputFormat, output]) => ({
      name: `where an offset has seconds, the written one is rounded, and the instant stays: ${outputFormat}`,
      input: '1970-01-01T12:00:00',
      config: { outputFormat, fromZone: 'Africa/Monrovia', toZone: 'Africa/Monrovia' },
      output,
    })),
    { input: '', output: '' },
    {
      name: 'blank lines and line ends stay',
      input: ' 2026-11-21 \r\n\r\n2026\r\n',
      output: '2026-11-21\r\n\r\n2026-01-01\r\n',
    },

    // ISO 8601
    {
      input: '20261121\n2026-325\n2026325\n2026-W47-6\n2026W476\n2026-11\n2026',
      output: '2026-11-21\n2026-11-21\n2026-11-21\n2026-11-21\n2026-11-21\n2026-11-01\n2026-01-01',
    },
    {
      input: '2026-11-21 10:00\n2026-11-21t10\n20261121T100059',
      config: iso,
      output: '2026-11-21T10:00:00Z\n2026-11-21T10:00:00Z\n2026-11-21T10:00:59Z',
    },
    {
      name: 'no digit of a fraction is rounded or lost to binary',
      input: '2026-11-21T10:00:00.569\n2026-11-21T10:00:00,9999999Z',
      config: iso,
      output: '2026-11-21T10:00:00.569Z\n2026-11-21T10:00:00.999Z',
    },
    {
      input: '2026-11-21T10:00+01\n2026-11-21T10:00-0930\n2026-11-21T10:00:00+01:00[Europe/Paris]',
      config: iso,
      output: '2026-11-21T09:00:00Z\n2026-11-21T19:30:00Z\n2026-11-21T09:00:00Z',
    },
    { input: '2026-07-21T10:00[Europe/Paris]', config: iso, output: '2026-07-21T08:00:00Z' },
    {
      name: 'a time alone is on 1 January 1970',
      input: '12:30\nT07',
      config: iso,
      output: '1970-01-01T12:30:00Z\n1970-01-01T07:00:00Z',
    },
    {
      input: '+012026-01-01\n-000001-12-31\n0001-01-01\n2026-11-21T24:00',
      config: iso,
      output: '+012026-01-01T00:00:00Z\n-000001-12-31T00:00:00Z\n0001-01-01T00:00:00Z\n2026-11-22T00:00:00Z',
    },
    ...['12', '2026-11-21Z', '2026-11-21T', '2026-11-21T10.5', '2026-11-21T10:00 Z', 'today', '\ud800', '\u0000'].map(
      (input) => ({ input, error: notIso }),
    ),
    ...[
      '2026-02-30',
      '2026-13',
      '2026-W54',
      '2026-366',
      '2026-11-21T25:00',
      '2026-11-21T10:00+24:00',
      '2026-11-21T24:00:00.1',
    ].map((input) => ({ input, error: noSuchDate })),
    { input: '2026\n\n2026-11-21T10:00[Moon/Base]', error: 'line 3: unknown time zone' },
    { input: '2'.repeat(401), error: 'line 1: a date has at most 400 characters' },

    // Other formats in
    {
      input: '1700000000\n-1.5\n0',
      config: from('unix'),
      output: '2023-11-14T22:13:20Z\n1969-12-31T23:59:58.500Z\n1970-01-01T00:00:00Z',
    },
    {
      input: '1700000000123\n-1',
      config: from('unix-ms'),
      output: '2023-11-14T22:13:20.123Z\n1969-12-31T23:59:59.999Z',
    },
    { input: '1e9', config: from('unix'), error: 'line 1: not a Unix time' },
    { input: '8640000000001', config: from('unix'), error: 'line 1: not a Unix time' },
    {
      input: 'Tue, 01 Nov 2016 13:23:12 +0630\n01 Nov 16 13:23 EST',
      config: from('rfc2822'),
      output: '2016-11-01T06:53:12Z\n2016-11-01T18:23:00Z',
    },
    { input: 'yesterday', config: from('rfc2822'), error: 'line 1: not a date as in RFC 2822' },
    { input: 'Mon, 32 Nov 2016 13:23:12 GMT', config: from('rfc2822'), error: noSuchDate },
    {
      name: 'the three forms of RFC 9110',
      input: 'Sun, 06 Nov 1994 08:49:37 GMT\nSunday, 06-Nov-94 08:49:37 GMT\nSun Nov  6 08:49:37 1994',
      config: from('http'),
      output: '1994-11-06T08:49:37Z\n1994-11-06T08:49:37Z\n1994-11-06T08:49:37Z',
    },
    { input: 'x', config: from('http'), error: 'line 1: not a date as in HTTP' },
    { input: '21.11.26\n1.2.61', config: from('d.M.yy'), output: '2026-11-21T00:00:00Z\n1961-02-01T00:00:00Z' },
    { input: 'sat, november 21 2026', config: from('EEE, MMMM d yyyy'), output: '2026-11-21T00:00:00Z' },
    { input: 'Friday, Nov 21 2026', config: from('EEEE, MMM d yyyy'), error: noSuchDate },
    { input: '2026 325\n2026 7', config: from('yyyy o'), output: '2026-11-21T00:00:00Z\n2026-01-07T00:00:00Z' },
    { input: '2026 47 6', config: from('kkkk W E'), output: '2026-11-21T00:00:00Z' },
    {
      input: '12:05 AM\n12:05 pm\n1:05 pm',
      config: from('h:mm a'),
      output: '1970-01-01T00:05:00Z\n1970-01-01T12:05:00Z\n1970-01-01T13:05:00Z',
    },
    { input: '13:05 pm', config: from('h:mm a'), error: noSuchDate },
    {
      input: '10:00:00.5\n10:00:00.569123456',
      config: from('H:m:s.u'),
      output: '1970-01-01T10:00:00.500Z\n1970-01-01T10:00:00.569Z',
    },
    {
      input: '10:00 5\n10:00 569',
      config: from('HH:mm S'),
      output: '1970-01-01T10:00:00.005Z\n1970-01-01T10:00:00.569Z',
    },
    {
      input: '10:00 +5\n10:00 -09:30\n10:00 Z',
      config: from('HH:mm Z'),
      output: '1970-01-01T05:00:00Z\n1970-01-01T19:30:00Z\n1970-01-01T10:00:00Z',
    },
    { input: '10:00 +0530', config: from('HH:mm ZZZ'), output: '1970-01-01T04:30:00Z' },
    { input: '10:00 +99:00', config: from('HH:mm ZZ'), error: noSuchDate },
    {
      input: '2026-07-21 10:00 America/Los_Angeles',
      config: from('yyyy-MM-dd HH:mm z'),
      output: '2026-07-21T17:00:00Z',
    },
    { input: '10:00 local', config: from('HH:mm z'), error: 'line 1: unknown time zone' },
    {
      name: 'quoted text, and characters that mean something in patterns',
      input: "on 21 o'clock (x) .*",
      config: from("'on 'd' o''clock (x) .*'"),
      output: '1970-01-21T00:00:00Z',
    },
    { input: '2026x11x21', config: from('yyyy.MM.dd'), error: 'line 1: not a date in the format yyyy.MM.dd' },
    { input: '2026-11-21 ', config: from('yyyy-MM-dd'), output: '2026-11-21T00:00:00Z' },
    {
      name: 'the first line that is wrong is named',
      input: '21/11\n\n21-11',
      config: from('d/M'),
      error: 'line 3: not a date in the format d/M',
    },
    { input: '1', config: from('dd MM dd'), error: 'inputFormat: the same part of the date occurs twice' },
    { input: '1', config: from('H a'), error: 'inputFormat: the tokens contradict each other' },
    { input: '1', config: from('yyyy W'), error: 'inputFormat: the tokens contradict each other' },
    { input: '1', config: from('yyyy o MM'), error: 'inputFormat: the tokens contradict each other' },
    { input: '1', config: from('EEE d MMM'), error: 'inputFormat: a weekday needs the year (yyyy)' },
    {
      input: '1',
      config: from('yyyy-MM-ddTHH'),
      error: 'inputFormat: "T" is not a date token here; put text in single quotes',
    },
    { input: '1', config: from("yyyy 'x"), error: 'inputFormat: a single quote is not closed' },

    // Formats out
    {
      input: instant,
      config: to('y yy yyyy yyyyyy | M MM MMM MMMM MMMMM | d dd o ooo | kk kkkk W WW | E EEE EEEE EEEEE'),
      output: '2026 26 2026 002026 | 11 11 Nov November N | 21 21 325 325 | 26 2026 47 47 | 6 Sat Saturday S',
    },
    {
      input: instant,
      config: to('q qq G GG X x'),
      output: '4 04 AD Anno Domini 1795255200 1795255200569',
    },
    {
      name: 'a year before 1 with an era is the year of the era',
      input: '0000-06-01\n-000043-03-15\n0001-01-01',
      config: to('y yy yyyy yyyyyy G, GG'),
      output:
        '1 01 0001 000001 BC, Before Christ\n44 44 0044 000044 BC, Before Christ\n1 01 0001 000001 AD, Anno Domini',
    },
    {
      name: 'a year before 1 without an era is that of ISO 8601',
      input: '0000-06-01\n-000043-03-15',
      config: to("y yyyy 'G'"),
      output: '0 0000 G\n-43 -0043 G',
    },
    {
      input: instant,
      config: to("H HH h hh a m mm s ss S SSS u '' 'at'", { toZone: 'America/New_York' }),
      output: "5 05 5 05 AM 0 00 0 00 569 569 569 ' at",
    },
    { input: instant, config: to('Z ZZ ZZZ z', { toZone: 'Asia/Kolkata' }), output: '+5:30 +05:30 +0530 Asia/Kolkata' },
    { input: instant, config: to('rfc2822', { toZone: 'Asia/Kolkata' }), output: 'Sat, 21 Nov 2026 15:30:00 +0530' },
    { input: instant, config: to('http', { toZone: 'Asia/Kolkata' }), output: 'Sat, 21 Nov 2026 10:00:00 GMT' },
    { input: `${instant}\n1969-12-31T23:59:59.5Z`, config: to('unix'), output: '1795255200\n-1' },
    { input: instant, config: to('unix-ms'), output: '1795255200569' },
    { input: instant, config: to('iso', { toZone: 'UTC-3' }), output: '2026-11-21T07:00:00.569-03:00' },
    ...['t', 'ff', 'ZZZZ', 'ZZZZZ', 'n', 'ii', 'yyyyy', 'T', 'b', 'LLL'].map((token) => ({
      name: `no token of the locale: ${token}`,
      input: '',
      config: to(`yyyy ${token}`),
      error: `outputFormat: "${token}" is not a date token here; put text in single quotes`,
    })),

    ...[
      ['YYYY-MM-DD', 'YYYY', 'yyyy'],
      ['DD.MM.yyyy', 'DD', 'dd'],
      ['dddd', 'dddd', 'EEEE'],
      ['h:mm A', 'A', 'a'],
    ].map(([format = '', token, meant]) => ({
      name: `a token of Moment: ${token}`,
      input: '',
      config: to(format),
      error: `outputFormat: "${token}" is not a date token here; write ${meant}`,
    })),

    // Zones
    {
      name: 'clocks that go back or forward',
      input: '2026-10-25T02:30\n2026-10-25T03:00\n2026-03-29T02:30',
      config: berlin,
      output: '2026-10-25T02:30:00+02:00\n2026-10-25T03:00:00+01:00\n2026-03-29T03:30:00+02:00',
    },
    { input: '', config: { fromZone: 'Mars' }, error: 'fromZone: there is no time zone "Mars"' },
    { input: '', config: { toZone: 'local' }, error: 'toZone: there is no time zone "local"' },
    { input: '', config: { toZone: 'system' }, error: 'toZone: there is no time zone "system"' },

    { input: 'a\n 2026-02-30 \n2026', config: { invalid: 'keep' }, output: 'a\n 2026-02-30 \n2026-01-01' },
    { input: 'a\n2026\nb\n', config: { invalid: 'blank' }, output: '\n2026-01-01\n\n' },
    {
      name: 'a date that another zone puts beyond all dates',
      input: '+275760-09-13T00:00:00-23:59',
      error: noSuchDate,
    },
    {
      name: 'short dates in a long format',
      isLong: true,
      input: '2026\n'.repeat(40_000),
      config: to(`'${'x'.repeat(98)}'`, { inputFormat: 'yyyy' }),
      output: `${'x'.repeat(98)}\n`.repeat(40_000),
    },
    {
      name: 'and in one that is too long',
      input: '0\n'.repeat(110_000),
      config: to(`'${'x'.repeat(98)}'`, { inputFormat: 'unix' }),
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'neither today, nor the season, nor the time zone of the machine matters': (t) => {
      const requests: [string, object][] = [
        ['10:30\nT10', iso],
        ['2026-W05\n2026\n2026-11', iso],
        ['2026-10-25T02:30\n2026-03-29T02:30\n12:00', berlin],
        ['5', from('d')],
        ['Nov', from('MMM')],
        ['Friday', from('EEEE')],
        ['7', from('W')],
        ['3:05 pm', from('h:mm a', { fromZone: 'Pacific/Auckland' })],
        ['40', from('s')],
        ['01 Nov 16 13:23 EST', from('rfc2822')],
        ['Sunday, 06-Nov-94 08:49:37 GMT', from('http')],
      ];
      const results = [
        ['2026-01-15T12:00Z', 'UTC'],
        ['2031-07-16T23:59Z', 'Asia/Tokyo'],
        ['2072-02-29T00:00Z', 'America/St_Johns'],
      ].map(([now = '', zone = '']) =>
        onMachine(t, now, zone, () => requests.map((request) => runTool(slug, ...request))),
      );
      assert.deepEqual(results[1], results[0]);
      assert.deepEqual(results[2], results[0]);
      assert.deepEqual(results[0]?.slice(3, 8), [
        '1970-01-05T00:00:00Z',
        '1970-11-01T00:00:00Z',
        '1970-01-02T00:00:00Z',
        '1970-02-09T00:00:00Z',
        '1970-01-01T03:05:00Z',
      ]);
    },
    'a date comes back from every format that holds all of it': () => {
      const formats = [
        'iso',
        'unix',
        'rfc2822',
        'http',
        "yyyy-MM-dd'T'HH:mm:ssZZ",
        'kkkk W E H m s ZZZ',
        'EEE MMM d HH:mm:ss yyyy z',
        'o.yyyy h:mm:ss a Z',
      ];
      const second = fc.integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 });
      const zone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Asia/Kathmandu', 'UTC-11');
      fc.assert(
        fc.property(second, zone, fc.constantFrom(...formats), (seconds, toZone, format) => {
          // In the hour that comes twice the name of the zone alone does not tell which one is meant.
          if (format.endsWith('z')) fc.pre(toZone !== 'UTC-11' && !comesTwice(seconds, toZone));
          const written = resultOf(slug, String(seconds), { inputFormat: 'unix', outputFormat: format, toZone });
          assert.equal(
            resultOf(slug, written, { inputFormat: format, outputFormat: 'unix' }),
            String(seconds),
            written,
          );
        }),
        { seed: 1, numRuns: sampleSize(400) },
      );
    },
    'every token is written as luxon writes it': () => {
      const tokens =
        'y yy yyyy yyyyyy M MM MMM MMMM MMMMM d dd o ooo kk kkkk W WW E EEE EEEE EEEEE q qq G GG H HH h hh a m mm s ss S SSS u Z ZZ ZZZ z X x'.split(
          ' ',
        );
      const milliseconds = fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(9999, 0) });
      const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns');
      fc.assert(
        fc.property(milliseconds, zone, fc.constantFrom(...tokens), (instant, toZone, token) => {
          const written = resultOf(slug, String(instant), { inputFormat: 'unix-ms', outputFormat: token, toZone });
          assert.equal(written, DateTime.fromMillis(instant, { zone: toZone, locale: 'en-US' }).toFormat(token), token);
        }),
        { seed: 3, numRuns: sampleSize(500) },
      );
    },
    'agrees with Intl in every zone it is asked for': () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 4_000_000_000 }),
          fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
          (seconds, timeZone) => {
            const expected = new Intl.DateTimeFormat('sv-SE', {
              dateStyle: 'short',
              timeStyle: 'medium',
              timeZone,
            }).format(seconds * 1000);
            const config = { inputFormat: 'unix', outputFormat: 'yyyy-MM-dd HH:mm:ss', toZone: timeZone };
            assert.equal(resultOf(slug, String(seconds), config), expected, timeZone);
          },
        ),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'a format with every unit of variable length is matched in time': () => {
      assertTakesAtMost(400, () => {
        const config = from('yMdHmsuZ', { invalid: 'keep' });
        const input = `${'1'.repeat(30)}x\n`.repeat(15_000);
        assert.equal(resultOf(slug, input, config), input);
      });
    },
  },
} satisfies ToolCases;

/** Runs something as if on another day, in another time zone, with nothing remembered. */
function onMachine<Result>(t: TestContext, now: string, zone: string, run: () => Result): Result {
  const before = process.env.TZ;
  process.env.TZ = zone;
  Settings.resetCaches();
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(now) });
  try {
    return run();
  } finally {
    t.mock.timers.reset();
    if (before === undefined) Reflect.deleteProperty(process.env, 'TZ');
    else process.env.TZ = before;
    Settings.resetCaches();
  }
}

function comesTwice(seconds: number, timeZone: string): boolean {
  const clock = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', dateStyle: 'short', timeZone }).format(at * 1000);
  return [1800, 3600, 7200].some(
    (span) => clock(seconds) === clock(seconds - span) || clock(seconds) === clock(seconds + span),
  );
}
