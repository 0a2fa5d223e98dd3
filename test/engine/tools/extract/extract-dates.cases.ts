import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { luxon } from '#engine/text/dates/luxon.js';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-dates';
const found = (input: string, output: string, config = {}): ToolCase => [input, output, config];
const iso = (...formats: string[]) => ({ formats, format: 'iso' });
const raw = (...formats: string[]) => ({ formats });
const wrong = (config: object, error: string): ToolCase => ['', { error }, { ...config }];

export default {
  slug,
  cases: [
    [String.raw`"on\n2026-11-21" "05\/12\/2026"`, '2026-11-21\n05/12/2026', {}, 'escape sequences'],
    found('', ''),
    found('no date, \ud800 and \u0000', ''),
    found('2026-11-21\r\n21/11/2026\r22/11/2026', '2026-11-21\n22/11/2026'),
    found('2026-11-21\r\n21/11/2026\r22/11/2026', '2026-11-21\n21/11/2026\n22/11/2026', { unique: false }),
    found('(2026-11-21), "2026-11-22". 2026-11-23/2026-11-24', '2026-11-21\n2026-11-22\n2026-11-23\n2026-11-24'),
    found('2026-11-21T10:00 2026-11-22Tue', '2026-11-21'),
    found('a2026-11-21 \u00e92026-11-22 _2026-11-23 12026-11-24', ''),
    found('2026-11-211 2026-11-22a 2026-11-23\u00e9 2026-11-24_ 2026-11-25\u{1d7d9}', ''),
    found('\u{1f600}2026-11-21\u{1f600}', '2026-11-21'),
    ['2026-02-29 2024-02-29 2026-13-01 31/04/2026', '2024-02-29', {}, 'days that are not in the calendar'],
    found('2026-11-21 2026-11-22 2026-11-23', '2026-11-21 | 2026-11-22', { limit: 2, separator: ' | ' }),
    found('05/12/2026 2026-11-21 2026-12-04', '2026-11-21\n2026-12-04\n05/12/2026', { sort: true }),
    found('05/12/2026 2026-12-05 2026-11-21', '2026-11-21\n2026-12-05', { sort: true, format: 'iso' }),

    // Several formats
    found('05/12/2026 05/13/2026', '2026-12-05\n2026-05-13', iso('dd/MM/yyyy', 'MM/dd/yyyy')),
    found('05/12/2026 05/13/2026', '2026-05-12\n2026-05-13', iso('MM/dd/yyyy', 'dd/MM/yyyy')),
    ['21 Nov 2026 10:30', '21 Nov 2026 10:30', raw('d MMM', 'd MMM yyyy HH:mm', 'd MMM yyyy'), 'the longest'],
    ['Sat 21 Nov', 'Sat 21', raw('d MMM', 'd', "'Sat' d"), 'the first'],
    ['21 Nov 2026', '21 Nov 2026', raw('d MMM yyyy', 'MMM yyyy'), 'a date inside an extracted date is not extracted'],
    ['31 Nov 2026', 'Nov 2026', raw('d MMM yyyy', 'MMM yyyy'), 'a date inside an invalid one is extracted'],

    // Tokens
    found('1.2.26 and 1.2.61', '2026-02-01\n1961-02-01', iso('d.M.yy')),
    found('Saturday, NOVEMBER 21, 2026; Friday, November 21, 2026', '2026-11-21', iso('EEEE, MMMM d, yyyy')),
    found(
      'on March 1st, 2026 and the 2nd of April 2026.',
      '2026-03-01\n2026-04-02',
      iso('MMMM do, yyyy', "do 'of' MMMM yyyy"),
    ),
    ['生日1990-01-05号 06/01/1990г. で2026-11-21、', '1990-01-05\n06/01/1990\n2026-11-21', {}, 'beside other scripts'],
    ['é1990-01-05 1990-01-05é 生日1990-01-051 1990-01-05e', ''],
    found('1990年5月6日、11月7日', '1990年5月6日\n11月7日', raw('yyyy年M月d日', 'M月d日')),
    ['29 Feb, 30 Feb, 1st May', '29 Feb\n1st May', raw('d MMM', 'do MMM'), 'a day of leap years without a year'],
    found('at 9:05 p.m. on 5 Sept 2026.', '5 Sept 2026', raw('d MMM yyyy')),
    found(
      'on 5 Sept. 2026, 6 Mar. 2026; 7 Jun. And 8 May.',
      '5 Sept. 2026\n6 Mar. 2026\n7 Jun\n8 May',
      raw('d MMM yyyy', 'd MMM'),
    ),
    found('Sat. 21.Nov.2026.', 'Sat. 21.Nov.2026', raw('EEE d.MMM.yyyy')),
    found('5.9.2026 9:05 p.m.; 5.9.2026 9:05 am.', '2026-09-05T21:05:00\n2026-09-05T09:05:00', iso('d.M.yyyy h:mm a')),
    found('2026-325 2026-W47-6', '2026-11-21', iso('yyyy-ooo', "kkkk-'W'WW-E")),
    found('Nov 2026, in 2027', '2026-11-01\n2027-01-01', iso('MMM yyyy', 'yyyy')),
    found('2026-11-21 10:30:05.250', '2026-11-21T10:30:05.250', iso('yyyy-MM-dd HH:mm:ss.SSS')),
    found('11/21/2026 9:05 pm', '2026-11-21T21:05:00', iso('M/d/yyyy h:mm a')),
    found('2026-11-21 10:30 +0100; 2026-11-21 09:30 Z', '2026-11-21T09:30:00Z', iso('yyyy-MM-dd HH:mm ZZZ')),
    found(
      '2026-07-21 10:30 Europe/Paris, 2026-07-21 10:30 Mars/Base',
      '2026-07-21T08:30:00Z',
      iso('yyyy-MM-dd HH:mm z'),
    ),
    found('no. 21.11. (+)', '21.11.', raw("d'.'M'.'")),
    found('275760-09-13 +01:00 275760-09-13 -01:00', '+275760-09-12T23:00:00Z', iso('y-MM-dd ZZ')),

    wrong(raw('HH:mm'), 'formats: "HH:mm" has neither year, month, week nor day'),
    wrong(raw("'x'"), 'formats: "\'x\'" has neither year, month, week nor day'),
    wrong(iso('yyyy', 'd.M'), 'formats: "d.M" has no year, which the format iso needs; set year'),
    found('Mar  5 12:00:01 and Sept 7 08:00:00', '2026-03-05T12:00:01\n2026-09-07T08:00:00', {
      ...iso('MMM d HH:mm:ss'),
      year: 2026,
    }),
    wrong(raw('yyyy D'), 'formats: "D" is not a date token here; write d'),
    wrong(raw('yyyy yy'), 'formats: the same part of the date occurs twice'),
    wrong(raw("yyyy 'x"), 'formats: a single quote is not closed'),
  ],
  checks: {
    'neither today nor the time zone of the machine matters': (t) => {
      const config = { formats: ['d.M.', 'MMM yyyy', 'yyyy', 'EEE HH:mm d.M.yyyy'], sort: true };
      const run = () => [
        runTool(slug, '5.3. Nov 2026 2027 Sat 10:00 21.11.2026', config),
        runTool(slug, 'Nov 2026', iso('MMM yyyy')),
      ];
      const results = ['2026-01-15T12:00Z', '2072-02-29T00:00Z'].map((now) => onMachine(t, now, run));
      assert.deepEqual(results[0], ['5.3.\nNov 2026\nSat 10:00 21.11.2026\n2027', '2026-11-01']);
      assert.deepEqual(results[1], results[0]);
    },
    'finds exactly the dates of the text': () => {
      const day = fc
        .integer({ min: 0, max: 40_000 })
        .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
      const word = fc.constantFrom('on', '\n', '(', '12', 'x-', '2026', '-', '\u{1f600}', '1/2', '99999-99-99');
      fc.assert(
        fc.property(fc.array(fc.oneof(day, word), { maxLength: 30 }), (pieces) => {
          const dates = pieces.filter((piece) => /^\d{4}-\d\d-\d\d$/.test(piece));
          assert.equal(resultOf(slug, pieces.join(' '), { unique: false }), dates.join('\n'));
          const slashed = pieces.map((piece) => piece.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')).join(' ');
          assert.equal(resultOf(slug, slashed, { unique: false, format: 'iso' }), dates.join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'long numbers are not tried at each of their digits': () => {
      assertTakesAtMost(300, () => {
        assert.equal(resultOf(slug, '1'.repeat(500_000), raw('yMdHmsuZ', 'yMdHmsSZ', 'yMdHmsuZZ')), '');
        assert.equal(resultOf(slug, `${'1'.repeat(30)}x `.repeat(15_000), raw('yMdHmsuZ')), '');
      });
    },
  },
} satisfies ToolCases;

/** Runs something as if on another day, with empty caches. */
function onMachine<Result>(t: TestContext, now: string, run: () => Result): Result {
  const { Settings } = luxon();
  Settings.resetCaches();
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(now) });
  try {
    return run();
  } finally {
    t.mock.timers.reset();
    Settings.resetCaches();
  }
}
