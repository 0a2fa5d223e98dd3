import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-date-formatter';
const byDay = { columns: ['day'] };

export default {
  slug,
  cases: [
    ['', '', byDay],
    ['day\n', 'day\n', byDay, 'a header without rows'],
    ['day\r\n2026-01-02T10:00Z\r\n', 'day\r\n2026-01-02\r\n', byDay],
    [
      'day,x\n 2026-01-02 ,1\n"  ",2',
      'day,x\n2026-01-02,1\n"  ",2',
      byDay,
      'white space around a date goes, a blank cell stays',
    ],
    [
      'day\n5 Sep. 2026\n6 Sept. 2026',
      'day\n2026-09-05\n2026-09-06',
      { columns: ['day'], inputFormats: ['d MMM yyyy'] },
    ],
    ['x,day\n1\n2,2026-W01-1', 'x,day\n1\n2,2025-12-29', byDay, 'short rows stay as they are'],
    [
      'day\n2/1/2026',
      'day\n1/2/2026',
      { columns: ['day', 1], inputFormats: ['d/M/yyyy'], outputFormat: 'M/d/yyyy' },
      'a column that is listed twice is converted once',
    ],
    [
      'day\n2026-07-01T23:00',
      'day\n2026-07-02T06:00:00+09:00',
      { ...byDay, outputFormat: 'iso', fromZone: 'Europe/Paris', toZone: 'Asia/Tokyo' },
      'from one zone to another',
    ],
    [
      '2026-01-02\n2026-01-03',
      '2026-01-02\n3.1.26',
      { columns: [1], outputFormat: 'd.M.yy' },
      'a header is not a date',
    ],
    [
      'x,day\n1,2026-02-30',
      { error: 'record 2, column "day": "2026-02-30" cannot be converted: no such date or time' },
      byDay,
    ],
    [
      'soon',
      { error: 'record 1, column 1: "soon" cannot be converted: not a date in the format d/M' },
      { columns: [1], hasHeaders: false, inputFormats: ['d/M'], year: 2026 },
    ],
    ['day,x\nsoon,1\n2026-01-02,2\n,3', 'day,x\n2026-01-02,2\n,3', { ...byDay, invalid: 'drop' }],
    ['day,x\nsoon,1', 'day,x\n,1', { ...byDay, invalid: 'blank' }],
    ['day,x\n"a, b",1', 'day,x\n"invalid: a, b",1', { ...byDay, invalid: 'mark' }],
    ['day,x\n" soon",1', 'day,x\n" soon",1', { ...byDay, invalid: 'keep' }],
    ['x\n1', { error: 'there is no column "day"; the columns are "x"' }, byDay],
    ['day\n1', { error: 'fromZone: there is no time zone "Mars"' }, { ...byDay, fromZone: 'Mars' }],
    [
      'day\n1',
      { error: 'outputFormat: "nn" is not a date token here; put text in single quotes' },
      { ...byDay, outputFormat: 'nn' },
    ],
    [
      'day\n45123.5\n2026-03-04\n4th Mar 2026\nsoon',
      'day\n16.7.2023\n4.3.2026\n4.3.2026\nsoon',
      { ...byDay, inputFormats: ['excel', 'iso', 'do MMM yyyy'], outputFormat: 'd.M.yyyy', invalid: 'keep' },
      'several formats in one column',
    ],
    ['day\nMar  5', 'day\n2026-03-05', { ...byDay, inputFormats: ['MMM d'], year: 2026 }],
    ['day\nMar  5', { error: 'inputFormats: "MMM d" has no year; set year' }, { ...byDay, inputFormats: ['MMM d'] }],
    ['day', { error: 'steps[0].config.columns must have at least 1 item' }, { columns: [] }],
  ],
  checks: {
    'converts a cell as date-formatter converts a line': () => {
      const text = fc.oneof(
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.constantFrom('soon', '2026-02-30', '2026-W53', '20260102', '9999-12-31T24:00'),
      );
      fc.assert(
        fc.property(
          fc.array(text, { minLength: 1, maxLength: 5 }),
          fc.constantFrom('iso', 'd MMM y', 'unix'),
          (dates, outputFormat) => {
            const options = { outputFormat, toZone: 'Asia/Kolkata' };
            for (const invalid of ['error', 'keep', 'drop', 'mark']) {
              const lines = runTool('date-formatter', dates.join('\n'), { ...options, invalid });
              const cells = runTool(slug, dates.join('\n'), { ...options, invalid, columns: [1], hasHeaders: false });
              if (typeof lines === 'string') assert.equal(cells, lines);
              else assert.equal(typeof cells, 'object');
            }
          },
        ),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'converts back what it converted': () => {
      const form = { columns: [1], hasHeaders: false };
      const input = '2026-11-21\n1815-12-10';
      const written = resultOf(slug, input, { ...form, outputFormat: 'EEEE, d MMMM yyyy' });
      assert.equal(written, '"Saturday, 21 November 2026"\n"Sunday, 10 December 1815"');
      assert.equal(resultOf(slug, written, { ...form, inputFormats: ['EEEE, d MMMM yyyy'] }), input);
    },
  },
} satisfies ToolCases;
