import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ticks } from '#gateway/console/app/views/usage/axis.js';
import { chartOf, partsOf, refusalsOf, sumOf, type Tally } from '#gateway/console/app/views/usage/history.js';

const now = Date.parse('2026-01-31T10:20:00Z');
const tally = (
  hour: string,
  operation: string,
  status: number,
  count: number,
  refusal: string | null = null,
): Tally => ({
  hour: `2026-01-${hour}:00:00.000Z`,
  operation,
  status,
  refusal,
  count,
});
const history = [
  tally('30T10', 'run', 200, 99),
  tally('30T11', 'run', 200, 4),
  tally('31T10', 'run', 200, 5),
  tally('31T10', 'run', 400, 1),
  tally('31T10', 'sanitize', 429, 3, 'quota'),
  tally('31T10', 'sanitize', 429, 6, 'burst-key'),
  tally('31T10', 'sort-dedupe', 503, 2),
  tally('31T10', 'sort-dedupe', 0, 7),
];

describe('the chart of an account', () => {
  test('has the current hour and the 23 before', () => {
    const { periods: hours, totals } = chartOf(history, 'operation', '24h', now);
    assert.equal(hours.length, 24);
    assert.equal(new Date(hours[0] ?? 0).toISOString(), '2026-01-30T11:00:00.000Z');
    assert.equal(new Date(hours[23] ?? 0).toISOString(), '2026-01-31T10:00:00.000Z');
    assert.deepEqual([totals[0], totals[1], totals[23]], [4, 0, 24]);
  });

  test('has the current day in UTC and those before it, in a range of days', () => {
    const day = (date: string, count: number) => ({ day: date, operation: 'run', status: 200, count });
    const days = [day('2026-01-01', 9), day('2026-01-02', 8), day('2026-01-25', 7), day('2026-01-31', 6)];
    for (const [range, length, first, total] of [
      ['7d', 7, '2026-01-25', 13],
      ['30d', 30, '2026-01-02', 21],
    ] as const) {
      const { period, periods, totals } = chartOf(days, 'operation', range, now);
      assert.equal(period, 'day');
      assert.equal(periods.length, length);
      assert.equal(new Date(periods[0] ?? 0).toISOString(), `${first}T00:00:00.000Z`);
      assert.equal(new Date(periods.at(-1) ?? 0).toISOString(), '2026-01-31T00:00:00.000Z');
      assert.deepEqual([totals.at(-1), sumOf(totals)], [6, total]);
    }
  });

  test('divides requests by operation, or by status', () => {
    const withAgents = [...history, tally('31T10', 'mcp', 200, 3)];
    const totals = (division: 'operation' | 'status') =>
      Object.fromEntries(chartOf(withAgents, division, '24h', now).series.map(({ name, total }) => [name, total]));
    assert.deepEqual(totals('operation'), { run: 10, sanitize: 9, 'sort-dedupe': 9, mcp: 3 });
    assert.deepEqual(totals('status'), {
      'Succeeded (2xx)': 12,
      'Client error (4xx)': 1,
      'Refused by a limit (429)': 9,
      'Failed (5xx)': 2,
      'Client disconnected': 7,
    });
  });

  test('stacks the parts of a bar, each with its own pattern', () => {
    const chart = chartOf(history, 'status', '24h', now);
    const parts = partsOf(chart, 23);
    assert.deepEqual(
      parts.map(({ from, to }) => [from, to]),
      [
        [0, 5],
        [5, 6],
        [6, 15],
        [15, 17],
        [17, 24],
      ],
    );
    assert.equal(new Set(parts.map(({ pattern }) => pattern)).size, 5);
    assert.deepEqual(partsOf(chart, 1), []);
  });

  test('adds up refusals by reason, most first', () => {
    assert.deepEqual(refusalsOf(history), [
      { reason: 'burst-key', count: 6 },
      { reason: 'quota', count: 3 },
    ]);
  });
});

for (const [largest, expected] of [
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [88, [0, 50, 100]],
  [5_000, [0, 2_000, 4_000, 6_000]],
] as const) {
  test(`the lines of a chart up to ${largest}`, () => assert.deepEqual(ticks(largest), expected));
}
