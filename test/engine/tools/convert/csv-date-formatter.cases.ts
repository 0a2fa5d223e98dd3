import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-date-formatter';
const byDay = { columns: ['day'] };

export default {
  slug,
  cases: [
    { input: '', config: byDay, output: '' },
    { name: 'a header without rows', input: 'day\n', config: byDay, output: 'day\n' },
    { input: 'day\r\n2026-01-02T10:00Z\r\n', config: byDay, output: 'day\r\n2026-01-02\r\n' },
    {
      name: 'white space around a date goes, a blank cell stays',
      input: 'day,x\n 2026-01-02 ,1\n"  ",2',
      config: byDay,
      output: 'day,x\n2026-01-02,1\n"  ",2',
    },
    {
      name: 'short rows stay as they are',
      input: 'x,day\n1\n2,2026-W01-1',
      config: byDay,
      output: 'x,day\n1\n2,2025-12-29',
    },
    {
      name: 'a column that is listed twice is converted once',
      input: 'day\n2/1/2026',
      config: { columns: ['day', 1], inputFormat: 'd/M/yyyy', outputFormat: 'M/d/yyyy' },
      output: 'day\n1/2/2026',
    },
    {
      name: 'from one zone to another',
      input: 'day\n2026-07-01T23:00',
      config: { ...byDay, outputFormat: 'iso', fromZone: 'Europe/Paris', toZone: 'Asia/Tokyo' },
      output: 'day\n2026-07-02T06:00:00+09:00',
    },
    {
      name: 'a header is not a date',
      input: '2026-01-02\n2026-01-03',
      config: { columns: [1], outputFormat: 'd.M.yy' },
      output: '2026-01-02\n3.1.26',
    },
    {
      input: 'x,day\n1,2026-02-30',
      config: byDay,
      error: 'record 2, column "day": "2026-02-30" cannot be converted: no such date or time',
    },
    {
      input: 'soon',
      config: { columns: [1], hasHeaders: false, inputFormat: 'd/M' },
      error: 'record 1, column 1: "soon" cannot be converted: not a date in the format d/M',
    },
    {
      input: 'day,x\nsoon,1\n2026-01-02,2\n,3',
      config: { ...byDay, invalid: 'drop' },
      output: 'day,x\n2026-01-02,2\n,3',
    },
    { input: 'day,x\nsoon,1', config: { ...byDay, invalid: 'blank' }, output: 'day,x\n,1' },
    { input: 'day,x\n"a, b",1', config: { ...byDay, invalid: 'mark' }, output: 'day,x\n"invalid: a, b",1' },
    { input: 'day,x\n" soon",1', config: { ...byDay, invalid: 'keep' }, output: 'day,x\n" soon",1' },
    { input: 'x\n1', config: byDay, error: 'there is no column "day"; the columns are "x"' },
    { input: 'day\n1', config: { ...byDay, fromZone: 'Mars' }, error: 'fromZone: there is no time zone "Mars"' },
    {
      input: 'day\n1',
      config: { ...byDay, outputFormat: 'nn' },
      error: 'outputFormat: "nn" is not a date token here; put text in single quotes',
    },
    { input: 'day', config: { columns: [] }, error: 'steps[0].config.columns must have at least 1 item' },
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
      assert.equal(resultOf(slug, written, { ...form, inputFormat: 'EEEE, d MMMM yyyy' }), input);
    },
  },
} satisfies ToolCases;
