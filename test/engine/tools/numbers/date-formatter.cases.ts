import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { luxon } from '#engine/text/dates/luxon.js';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

// The tests and the engine must share its caches, and an import would load another build of luxon.
const { DateTime, Settings } = luxon();
const slug = 'date-formatter';
const iso = { outputFormat: 'iso' };
const from = (inputFormat: string, more: object = {}) => ({
  inputFormats: [inputFormat],
  outputFormat: 'iso',
  ...more,
});
const any = (inputFormats: readonly string[], more: object = {}) => ({ inputFormats, outputFormat: 'iso', ...more });
const to = (outputFormat: string, more: object = {}) => ({ outputFormat, ...more });
const berlin = { fromZone: 'Europe/Berlin', toZone: 'Europe/Berlin', outputFormat: 'iso' };
const notIso = 'line 1: not an ISO 8601 date';
const noSuchDate = 'line 1: no such date or time';
const instant = '2026-11-21T10:00:00.569Z';

export default {
  slug,
  cases: [
    ...['950404', '950404 122212', '202601'].map(
      (text): ToolCase => [text, { error: notIso }, {}, `${text}, a year and a month or a short year`],
    ),
    ...(
      [
        ['iso', '1970-01-01T11:59:30-00:45'],
        ['rfc2822', 'Thu, 01 Jan 1970 11:59:30 -0045'],
        ['http', 'Thu, 01 Jan 1970 12:44:30 GMT'],
        ['yyyy-MM-dd HH:mm:ss z', '1970-01-01 12:00:00 Africa/Monrovia'],
        ['HH:mm:ss ZZ z', '11:59:30 -00:45 Africa/Monrovia'],
      ] as const
    ).map(
      ([outputFormat, output]): ToolCase => [
        '1970-01-01T12:00:00',
        output,
        { outputFormat, fromZone: 'Africa/Monrovia', toZone: 'Africa/Monrovia' },
        `where an offset has seconds, the written one is rounded, and the instant stays: ${outputFormat}`,
      ],
    ),
    ['', ''],
    [' 2026-11-21 \r\n\r\n2026\r\n', '2026-11-21\r\n\r\n2026-01-01\r\n', {}, 'blank lines and line ends stay'],

    // ISO 8601
    [
      '20261121\n2026-325\n2026325\n2026-W47-6\n2026W476\n2026-11\n2026',
      '2026-11-21\n2026-11-21\n2026-11-21\n2026-11-21\n2026-11-21\n2026-11-01\n2026-01-01',
    ],
    [
      '2026-11-21 10:00\n2026-11-21t10\n20261121T100059',
      '2026-11-21T10:00:00Z\n2026-11-21T10:00:00Z\n2026-11-21T10:00:59Z',
      iso,
    ],
    [
      '2026-11-21T10:00:00.569\n2026-11-21T10:00:00,9999999Z',
      '2026-11-21T10:00:00.569Z\n2026-11-21T10:00:00.999Z',
      iso,
      'no digit of a fraction is rounded or lost to binary',
    ],
    [
      '2026-11-21T10:00+01\n2026-11-21T10:00-0930\n2026-11-21T10:00:00+01:00[Europe/Paris]',
      '2026-11-21T09:00:00Z\n2026-11-21T19:30:00Z\n2026-11-21T09:00:00Z',
      iso,
    ],
    ['2026-07-21T10:00[Europe/Paris]', '2026-07-21T08:00:00Z', iso],
    ['12:30\nT07', '1970-01-01T12:30:00Z\n1970-01-01T07:00:00Z', iso, 'a time alone is on 1 January 1970'],
    [
      '+012026-01-01\n-000001-12-31\n0001-01-01\n2026-11-21T24:00',
      '+012026-01-01T00:00:00Z\n-000001-12-31T00:00:00Z\n0001-01-01T00:00:00Z\n2026-11-22T00:00:00Z',
      iso,
    ],
    ...[
      '12',
      '2026-11-21Z',
      '2026-11-21T',
      '2026-11-21T10.5',
      '2026-11-21T10:00  Z',
      '2026-11-21 Z',
      'today',
      '\ud800',
      '\u0000',
    ].map((input): ToolCase => [input, { error: notIso }]),
    ...[
      '2026-02-30',
      '2026-13',
      '2026-W54',
      '2026-366',
      '2026-11-21T25:00',
      '2026-11-21T10:00+24:00',
      '2026-11-21T24:00:00.1',
    ].map((input): ToolCase => [input, { error: noSuchDate }]),
    ['2026\n\n2026-11-21T10:00[Moon/Base]', { error: 'line 3: unknown time zone' }],
    ['2'.repeat(401), { error: 'line 1: a date has at most 400 characters' }],

    // Other formats in
    ['1700000000\n-1.5\n0', '2023-11-14T22:13:20Z\n1969-12-31T23:59:58.500Z\n1970-01-01T00:00:00Z', from('unix')],
    ['1700000000123\n-1', '2023-11-14T22:13:20.123Z\n1969-12-31T23:59:59.999Z', from('unix-ms')],
    ['1e9', { error: 'line 1: not a Unix time' }, from('unix')],
    ['8640000000001', { error: 'line 1: not a Unix time' }, from('unix')],
    [
      'Tue, 01 Nov 2016 13:23:12 +0630\n01 Nov 16 13:23 EST',
      '2016-11-01T06:53:12Z\n2016-11-01T18:23:00Z',
      from('rfc2822'),
    ],
    ['yesterday', { error: 'line 1: not a date as in RFC 2822' }, from('rfc2822')],
    ['Mon, 32 Nov 2016 13:23:12 GMT', { error: noSuchDate }, from('rfc2822')],
    [
      'Sun, 06 Nov 1994 08:49:37 GMT\nSunday, 06-Nov-94 08:49:37 GMT\nSun Nov  6 08:49:37 1994',
      '1994-11-06T08:49:37Z\n1994-11-06T08:49:37Z\n1994-11-06T08:49:37Z',
      from('http'),
      'the three forms of RFC 9110',
    ],
    ['x', { error: 'line 1: not a date as in HTTP' }, from('http')],
    ['21.11.26\n1.2.61', '2026-11-21T00:00:00Z\n1961-02-01T00:00:00Z', from('d.M.yy')],
    ['sat, november 21 2026', '2026-11-21T00:00:00Z', from('EEE, MMMM d yyyy')],
    ['Friday, Nov 21 2026', { error: noSuchDate }, from('EEEE, MMM d yyyy')],
    ['2026 325\n2026 7', '2026-11-21T00:00:00Z\n2026-01-07T00:00:00Z', from('yyyy o')],
    ['2026 47 6', '2026-11-21T00:00:00Z', from('kkkk W E')],
    ['12:05 AM\n12:05 pm\n1:05 pm', '1970-01-01T00:05:00Z\n1970-01-01T12:05:00Z\n1970-01-01T13:05:00Z', from('h:mm a')],
    ['13:05 pm', { error: noSuchDate }, from('h:mm a')],
    ['10:00:00.5\n10:00:00.569123456', '1970-01-01T10:00:00.500Z\n1970-01-01T10:00:00.569Z', from('H:m:s.u')],
    ['10:00 5\n10:00 569', '1970-01-01T10:00:00.005Z\n1970-01-01T10:00:00.569Z', from('HH:mm S')],
    [
      '10:00 +5\n10:00 -09:30\n10:00 Z',
      '1970-01-01T05:00:00Z\n1970-01-01T19:30:00Z\n1970-01-01T10:00:00Z',
      from('HH:mm Z'),
    ],
    ['10:00 +0530', '1970-01-01T04:30:00Z', from('HH:mm ZZZ')],
    ['10:00 +99:00', { error: noSuchDate }, from('HH:mm ZZ')],
    ['2026-07-21 10:00 America/Los_Angeles', '2026-07-21T17:00:00Z', from('yyyy-MM-dd HH:mm z')],
    ['10:00 local', { error: 'line 1: unknown time zone' }, from('HH:mm z')],
    [
      "on 21 o'clock (x) .*",
      '1970-01-21T00:00:00Z',
      from("'on 'd' o''clock (x) .*'", { year: 1970 }),
      'quoted text, and characters that mean something in patterns',
    ],
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
      (month, index): ToolCase => {
        const iso = `2026-${String(index + 1).padStart(2, '0')}-05T00:00:00Z`;
        const written = `5 ${month}. 2026\n5 ${month.toUpperCase()}. 2026\n5 ${month} 2026`;
        return [written, `${iso}\n${iso}\n${iso}`, from('d MMM yyyy'), `${month} with a full stop`];
      },
    ),
    ['5 Sept. 2026', '2026-09-05T00:00:00Z', from('d MMM yyyy')],
    ['Sat., 05.Sep.2026', '2026-09-05T00:00:00Z', from('EEE, dd.MMM.yyyy')],
    ['5 Sep.', '2026-09-05T00:00:00Z', from('d MMM', { year: 2026 })],
    ['5 Sep.. 2026', { error: 'line 1: not a date in the format d MMM yyyy' }, from('d MMM yyyy')],
    [
      'Sept 5, 2026\nsep 5, 2026',
      '2026-09-05T00:00:00Z\n2026-09-05T00:00:00Z',
      from('MMM d, yyyy'),
      'September has two short names',
    ],
    [
      '9:05 p.m.\n12:00 A.M.\n9:05\u202fPM',
      '1970-01-01T21:05:00Z\n1970-01-01T00:00:00Z\n1970-01-01T21:05:00Z',
      from('h:mm a'),
      'half days with dots, and behind the narrow blank of JavaScript',
    ],
    ['9:05 p.m', { error: 'line 1: not a date in the format h:mm a' }, from('h:mm a')],
    [
      'March 1st, 2026\nmarch 22ND, 2026\nMarch 3rd, 2026\nMarch 11th, 2026',
      '2026-03-01T00:00:00Z\n2026-03-22T00:00:00Z\n2026-03-03T00:00:00Z\n2026-03-11T00:00:00Z',
      from('MMMM do, yyyy'),
    ],
    ['March 1, 2026', { error: 'line 1: not a date in the format MMMM do, yyyy' }, from('MMMM do, yyyy')],
    ['March 0th, 2026', { error: noSuchDate }, from('MMMM do, yyyy')],

    // Blanks
    [
      'Mar  5 12:00:01\nMar 15 12:00:01\nFeb 29 00:00:00',
      '2024-03-05T12:00:01Z\n2024-03-15T12:00:01Z\n2024-02-29T00:00:00Z',
      from('MMM d HH:mm:ss', { year: 2024 }),
      'the log of syslog, in the year that is given',
    ],
    ['Mar 5', '2026-03-05T00:00:00Z', from('MMM  d', { year: 2026 }), 'two blanks of a format read one as well'],
    ['Mar         5', { error: 'line 1: not a date in the format MMM d' }, from('MMM d', { year: 2026 })],
    ['5 x Mar', '2026-03-05T00:00:00Z', from("d ' ' 'x' MMM", { year: 2026 }), 'blanks on both sides of a quote'],
    ['Feb 29', { error: noSuchDate }, from('MMM d', { year: 2026 })],
    ['', { error: 'inputFormats: "MMM d HH:mm" has no year; set year' }, from('MMM d HH:mm')],
    ['', { error: 'inputFormats: "EEEE" has no year; set year' }, any(['iso', 'EEEE'])],
    ['Thu Mar 5', '2026-03-05T00:00:00Z', from('EEE MMM d', { year: 2026 }), 'a weekday of the given year'],
    ['Wed Mar 5', { error: noSuchDate }, from('EEE MMM d', { year: 2026 })],
    ['W10-4', '2026-03-05T00:00:00Z', from("'W'W-E", { year: 2026 })],
    ['5 March 2025', '2025-03-05T00:00:00Z', from('d MMMM yyyy', { year: 2026 }), 'a written year wins'],

    // Offsets behind a blank
    [
      '2026-11-21 10:00:00 +0200\n2026-11-21 10:00 UTC\n2026-11-21T10:00 gmt\n2026-11-21 10:00 Z\n2026-11-21T10:00UTC',
      '2026-11-21T08:00:00Z\n2026-11-21T10:00:00Z\n2026-11-21T10:00:00Z\n2026-11-21T10:00:00Z\n2026-11-21T10:00:00Z',
      iso,
    ],
    ['2026-11-21 10:00:00 CET', { error: notIso }, iso, 'other short names of zones mean several'],
    ...['Z', 'ZZ', 'ZZZ'].map(
      (token): ToolCase => [
        '10:00 UTC\n10:00 GMT\n10:00 Z',
        '1970-01-01T10:00:00Z\n1970-01-01T10:00:00Z\n1970-01-01T10:00:00Z',
        from(`HH:mm ${token}`),
      ],
    ),
    [
      '10:00 +0530\n10:00 +05:30\n10:00 +05',
      '1970-01-01T04:30:00Z\n1970-01-01T04:30:00Z\n1970-01-01T05:00:00Z',
      from('HH:mm Z'),
    ],

    // Days of Excel
    [
      '1\n59\n61\n45123\n45123.5\n45123,25\n45123.354166666664\n0.75\n2958465',
      [
        '1900-01-01T00:00:00Z',
        '1900-02-28T00:00:00Z',
        '1900-03-01T00:00:00Z',
        '2023-07-16T00:00:00Z',
        '2023-07-16T12:00:00Z',
        '2023-07-16T06:00:00Z',
        '2023-07-16T08:30:00Z',
        '1899-12-31T18:00:00Z',
        '9999-12-31T00:00:00Z',
      ].join('\n'),
      from('excel'),
    ],
    ['60.5', { error: 'line 1: no such date: day 60 of Excel is 29 February 1900' }, from('excel')],
    ['2958466', { error: 'line 1: no such date: Excel ends with the year 9999' }, from('excel')],
    ['-1', { error: 'line 1: not a serial day of Excel' }, from('excel')],
    ['0\n60\n43661.5', '1904-01-01T00:00:00Z\n1904-03-01T00:00:00Z\n2023-07-16T12:00:00Z', from('excel-1904')],
    [
      '45123.5',
      '2023-07-16T12:00:00+02:00',
      from('excel', { fromZone: 'Europe/Paris', toZone: 'Europe/Paris' }),
      'a day of Excel has the clocks of the zone',
    ],
    [
      '1900-02-28\n1900-03-01\n2023-07-16T08:30\n2023-07-16T00:00:00.001\n1899-12-31T00:00:00.001',
      '59\n61\n45123.3541666667\n45123.0000000116\n0.0000000116',
      to('excel'),
    ],
    ['2023-07-16T10:30Z', '43661.5208333333', to('excel-1904', { toZone: 'Europe/Paris' })],
    ['1899-12-30', { error: 'line 1: Excel has no such date' }, to('excel')],
    ['45123', { error: notIso }, iso, 'a number is a day of Excel only where the format says so'],

    // Several formats
    [
      '2026-03-04\n4 March 2026\n3/4/26\n45123',
      '2026-03-04T00:00:00Z\n2026-03-04T00:00:00Z\n2026-03-04T00:00:00Z\n2023-07-16T00:00:00Z',
      any(['iso', 'd MMMM yyyy', 'M/d/yy', 'excel']),
    ],
    [
      '03/04/2026\n03/14/2026',
      '2026-04-03T00:00:00Z\n2026-03-14T00:00:00Z',
      any(['d/M/yyyy', 'M/d/yyyy']),
      'the first format that reads a date wins',
    ],
    ['soon', { error: 'line 1: not a date in any of the formats iso | d/M/yyyy' }, any(['iso', 'd/M/yyyy'])],
    ['31/2/2026', { error: noSuchDate }, any(['iso', 'd/M/yyyy', 'yyyy'])],
    ['', { error: 'steps[0].config.inputFormats must have at least 1 item' }, any([])],
    ['2026x11x21', { error: 'line 1: not a date in the format yyyy.MM.dd' }, from('yyyy.MM.dd')],
    ['2026-11-21 ', '2026-11-21T00:00:00Z', from('yyyy-MM-dd')],
    [
      '21/11\n\n21-11',
      { error: 'line 3: not a date in the format d/M' },
      from('d/M', { year: 2026 }),
      'the first line that is wrong is named',
    ],
    ['1', { error: 'inputFormats: the same part of the date occurs twice' }, from('dd MM dd')],
    ['1', { error: 'inputFormats: the tokens contradict each other' }, from('H a')],
    ['1', { error: 'inputFormats: the tokens contradict each other' }, from('yyyy W')],
    ['1', { error: 'inputFormats: the tokens contradict each other' }, from('yyyy o MM')],
    ['1', { error: 'inputFormats: a weekday needs the year (yyyy)' }, from('EEE d MMM')],
    ['1', { error: 'inputFormats: "T" is not a date token here; put text in single quotes' }, from('yyyy-MM-ddTHH')],
    ['1', { error: 'inputFormats: a single quote is not closed' }, from("yyyy 'x")],

    // Formats out
    [
      instant,
      '2026 26 2026 002026 | 11 11 Nov November N | 21 21 325 325 | 26 2026 47 47 | 6 Sat Saturday S',
      to('y yy yyyy yyyyyy | M MM MMM MMMM MMMMM | d dd o ooo | kk kkkk W WW | E EEE EEEE EEEEE'),
    ],
    [
      '2026-11-01\n2026-11-02\n2026-11-03\n2026-11-04\n2026-11-11\n2026-11-12\n2026-11-13\n2026-11-21\n2026-10-31',
      '1st\n2nd\n3rd\n4th\n11th\n12th\n13th\n21st\n31st',
      to('do'),
    ],
    [instant, '4 04 AD Anno Domini 1795255200 1795255200569', to('q qq G GG X x')],
    [
      '0000-06-01\n-000043-03-15\n0001-01-01',
      '1 01 0001 000001 BC, Before Christ\n44 44 0044 000044 BC, Before Christ\n1 01 0001 000001 AD, Anno Domini',
      to('y yy yyyy yyyyyy G, GG'),
      'a year before 1 with an era is the year of the era',
    ],
    [
      '0000-06-01\n-000043-03-15',
      '0 0000 G\n-43 -0043 G',
      to("y yyyy 'G'"),
      'a year before 1 without an era is that of ISO 8601',
    ],
    [
      instant,
      "5 05 5 05 AM 0 00 0 00 569 569 569 ' at",
      to("H HH h hh a m mm s ss S SSS u '' 'at'", { toZone: 'America/New_York' }),
    ],
    [instant, '+5:30 +05:30 +0530 Asia/Kolkata', to('Z ZZ ZZZ z', { toZone: 'Asia/Kolkata' })],
    [instant, 'Sat, 21 Nov 2026 15:30:00 +0530', to('rfc2822', { toZone: 'Asia/Kolkata' })],
    [instant, 'Sat, 21 Nov 2026 10:00:00 GMT', to('http', { toZone: 'Asia/Kolkata' })],
    [`${instant}\n1969-12-31T23:59:59.5Z`, '1795255200\n-1', to('unix')],
    [instant, '1795255200569', to('unix-ms')],
    [instant, '2026-11-21T07:00:00.569-03:00', to('iso', { toZone: 'UTC-3' })],
    ...['t', 'ff', 'ZZZZ', 'ZZZZZ', 'n', 'ii', 'yyyyy', 'T', 'b', 'LLL'].map(
      (token): ToolCase => [
        '',
        { error: `outputFormat: "${token}" is not a date token here; put text in single quotes` },
        to(`yyyy ${token}`),
        `no token of the locale: ${token}`,
      ],
    ),

    ...[
      ['YYYY-MM-DD', 'YYYY', 'yyyy'],
      ['DD.MM.yyyy', 'DD', 'dd'],
      ['dddd', 'dddd', 'EEEE'],
      ['h:mm A', 'A', 'a'],
      ['MMMM Do', 'Do', 'do'],
    ].map(
      ([format = '', token, meant]): ToolCase => [
        '',
        { error: `outputFormat: "${token}" is not a date token here; write ${meant}` },
        to(format),
        `a token of Moment: ${token}`,
      ],
    ),

    // Zones
    [
      '2026-10-25T02:30\n2026-10-25T03:00\n2026-03-29T02:30',
      '2026-10-25T02:30:00+02:00\n2026-10-25T03:00:00+01:00\n2026-03-29T03:30:00+02:00',
      berlin,
      'clocks that go back or forward',
    ],
    ['', { error: 'fromZone: there is no time zone "Mars"' }, { fromZone: 'Mars' }],
    ['', { error: 'toZone: there is no time zone "local"' }, { toZone: 'local' }],
    ['', { error: 'toZone: there is no time zone "system"' }, { toZone: 'system' }],

    ['a\n 2026-02-30 \n2026', 'a\n 2026-02-30 \n2026-01-01', { invalid: 'keep' }],
    ['a\n2026\nb\n', '\n2026-01-01\n\n', { invalid: 'blank' }],
    ['+275760-09-13T00:00:00-23:59', { error: noSuchDate }, {}, 'a date that another zone puts beyond all dates'],
    {
      long: [
        '2026\n'.repeat(40_000),
        `${'x'.repeat(98)}\n`.repeat(40_000),
        to(`'${'x'.repeat(98)}'`, { inputFormats: ['yyyy'] }),
        'short dates in a long format',
      ],
    },
    [
      '0\n'.repeat(110_000),
      { error: 'the output would be longer than 4000000 characters' },
      to(`'${'x'.repeat(98)}'`, { inputFormats: ['unix'] }),
      'and in one that is too long',
    ],
  ],
  checks: {
    'neither today, nor the season, nor the time zone of the machine matters': (t) => {
      const requests: [string, object][] = [
        ['10:30\nT10', iso],
        ['2026-W05\n2026\n2026-11', iso],
        ['2026-10-25T02:30\n2026-03-29T02:30\n12:00', berlin],
        ['5', from('d', { year: 1970 })],
        ['Nov', from('MMM', { year: 1970 })],
        ['Friday', from('EEEE', { year: 1970 })],
        ['7', from('W', { year: 1970 })],
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
        'MMMM do, y, HH:mm:ss ZZZ',
        'excel',
        'excel-1904',
      ];
      const second = fc.integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 });
      const zone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Asia/Kathmandu', 'UTC-11');
      fc.assert(
        fc.property(second, zone, fc.constantFrom(...formats), (seconds, toZone, format) => {
          // In the hour that comes twice the name of the zone alone does not tell which one is meant.
          if (format.endsWith('z')) fc.pre(toZone !== 'UTC-11' && !comesTwice(seconds, toZone));
          const fromZone = format.startsWith('excel') ? toZone : 'UTC';
          if (format.startsWith('excel')) fc.pre(!comesTwice(seconds, zoneOfIntl(toZone)));
          const written = resultOf(slug, String(seconds), { inputFormats: ['unix'], outputFormat: format, toZone });
          assert.equal(
            resultOf(slug, written, { inputFormats: [format], outputFormat: 'unix', fromZone }),
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
          const written = resultOf(slug, String(instant), { inputFormats: ['unix-ms'], outputFormat: token, toZone });
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
            const config = { inputFormats: ['unix'], outputFormat: 'yyyy-MM-dd HH:mm:ss', toZone: timeZone };
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

function zoneOfIntl(zone: string): string {
  return zone === 'UTC-11' ? 'Etc/GMT+11' : zone;
}

function comesTwice(seconds: number, timeZone: string): boolean {
  const clock = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', dateStyle: 'short', timeZone }).format(at * 1000);
  return [1800, 3600, 7200].some(
    (span) => clock(seconds) === clock(seconds - span) || clock(seconds) === clock(seconds + span),
  );
}
