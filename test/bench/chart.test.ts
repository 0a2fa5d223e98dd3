import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { barChart, lineChart } from '#bench/chart.js';
import { chartsOf } from '#bench/charts.js';
import { escaped, linearTicks, logarithmicTicks } from '#bench/svg.js';
import { comparisonOf, rowOf } from '../support/benchmark-rows.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns the contents of an SVG file. @throws {Error} if it is not well-formed XML. */
function drawn(svg: string): { elements: Element[]; texts: string[] } {
  const [elements, texts]: [Element[], string[]] = [[], []];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
  parser.on('text', (text) => texts.push(text));
  parser.write(svg).close();
  return { elements, texts: texts.filter((text) => text.trim() !== '') };
}

function ofClass({ elements }: { elements: Element[] }, name: string, attribute: string): number[] {
  return elements
    .filter(({ attributes }) => attributes.class === name)
    .map(({ attributes }) => Number(attributes[attribute]));
}

const bars = [
  { label: 'Textmill', value: 80_000, target: 60_000 },
  { label: '<bare> & "quick"', value: 160_000 },
  { label: 'nothing', value: 0 },
];

test('a bar chart has its title, labels, figures and footer, escaped', () => {
  const { texts, elements } = drawn(barChart({ title: 'A & B', axis: 'requests/s', bars, foot: 'A machine <x>' }));
  for (const text of [
    'A & B',
    'Textmill',
    '<bare> & "quick"',
    '80,000',
    '160,000',
    'requests/s',
    'A machine <x>',
    'target',
  ])
    assert.ok(texts.includes(text), `${text} in ${texts.join('; ')}`);
  assert.equal(elements[0]?.name, 'svg');
});

test('bars are as long as their values, and a target is at its value', () => {
  const chart = drawn(barChart({ title: '', axis: '', bars, foot: '' }));
  const [first = 0, second = 0, third] = ofClass(chart, 'bar', 'width');
  assert.ok(Math.abs(second / first - 2) < 0.01);
  assert.equal(third, 0);
  const [start = 0] = ofClass(chart, 'bar', 'x');
  const [target = 0] = ofClass(chart, 'target', 'x1');
  assert.ok(Math.abs((target - start) / first - 0.75) < 0.01);
});

test('everything fits into the card', () => {
  for (const count of [0, 1, 30]) {
    const many = Array.from({ length: count }, (_, index) => ({ label: `bar ${index}`, value: index * 7.3 }));
    const { elements } = drawn(barChart({ title: 'Many', axis: 'ms', bars: many, foot: 'word '.repeat(80).trim() }));
    const [width, height] = [Number(elements[0]?.attributes.width), Number(elements[0]?.attributes.height)];
    for (const { name, attributes } of elements.filter(({ name }) => name === 'text' || name === 'rect')) {
      const [x, y] = [Number(attributes.x), Number(attributes.y)];
      assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${name} at ${x}, ${y} of ${width} × ${height}`);
    }
  }
});

test('a line chart has its points on a logarithmic axis', () => {
  const points = [
    { x: 100, y: 1 },
    { x: 1_000, y: 2 },
    { x: 10_000, y: 4 },
  ];
  const series = [
    { name: 'inline', points },
    { name: 'pool & thread', points: [] },
  ];
  const chart = drawn(lineChart({ title: 'A curve', series, xAxis: 'characters', yAxis: 'ms', foot: 'A machine' }));
  for (const text of ['A curve', 'inline', 'pool & thread', 'characters', 'ms', '100', '1,000', '10,000', 'A machine'])
    assert.ok(chart.texts.includes(text), `${text} in ${chart.texts.join('; ')}`);
  const [x0 = 0, x1 = 0, x2 = 0] = ofClass(chart, 'point', 'cx');
  assert.ok(Math.abs(x1 - x0 - (x2 - x1)) < 0.1, 'a power of ten is as wide as the next');
  const [y0 = 0, y1 = 0, y2 = 0] = ofClass(chart, 'point', 'cy');
  assert.ok(Math.abs((y1 - y2) / (y0 - y1) - 2) < 0.01);
});

test('on a logarithmic height, a tenth is as far below as a tenfold is above', () => {
  const points = [0.03, 0.3, 3].map((y, x) => ({ x: x + 1, y }));
  const axes = { xAxis: 'KB', yAxis: 'ms', yScale: 'logarithmic' } as const;
  const chart = drawn(lineChart({ title: 'A curve', series: [{ name: 'inline', points }], ...axes, foot: '' }));
  for (const text of ['0.01', '0.1', '1', '10']) assert.ok(chart.texts.includes(text), text);
  const [y0 = 0, y1 = 0, y2 = 0] = ofClass(chart, 'point', 'cy');
  assert.ok(y0 > y1 && Math.abs(y0 - y1 - (y1 - y2)) < 0.1);
});

test('draws a line chart without points', () => {
  drawn(lineChart({ title: '', series: [], xAxis: '', yAxis: '', foot: '' }));
});

test('ticks are round numbers that enclose the values', () => {
  assert.deepEqual(linearTicks(4.6), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(linearTicks(160_000), [0, 50_000, 100_000, 150_000, 200_000]);
  assert.deepEqual(linearTicks(0.3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(linearTicks(0), [0, 1]);
  assert.deepEqual(linearTicks(Number.NaN), [0, 1]);
  assert.deepEqual(logarithmicTicks(100, 500_000), [100, 1_000, 10_000, 100_000, 1_000_000]);
  assert.deepEqual(logarithmicTicks(10, 10), [10, 100]);
});

test('control characters, which XML does not allow, are left out', () => {
  assert.equal(escaped('a\0b\u001bc\n'), 'abc\n');
});

test('simulated loads are drawn as a curve for each number of gateways and accounts', () => {
  const at = (gateways: number, requestsPerSecond: number, postgresCores: number) => ({
    gateways,
    accounts: 100,
    requestsPerSecond,
    statementsPerSecond: 5,
    rowsPerSecond: 9,
    waiting: 0,
    isByKey: false,
    postgresCores,
    loopShare: 0,
  });
  const simulation = [at(10, 1_000, 0.1), at(10, 10_000, 1), at(100, 10_000, 2), at(100, 100_000, 3)];
  const chart = chartsOf({ rows: [{ ...rowOf('P17'), simulation }] }).find(({ file }) => file === 'shared-store.svg');
  const { elements, texts } = drawn(chart?.svg ?? '');
  assert.equal(elements.filter(({ name }) => name === 'polyline').length, 2);
  assert.ok(texts.includes('100 gateways, 100 accounts'));
});

test('what sharing costs is drawn with its targets, and so is what gateways admit together', () => {
  const ratio = { unit: 'µs', reference: 'GATEWAYS=1', target: { atMost: 1.05 } } as const;
  const percent = { unit: '%', valueUnit: '%', target: { atMost: 110 } } as const;
  const [cost, limits] = chartsOf({
    rows: [
      rowOf('P16', [comparisonOf(1.1, { name: 'small run', ...ratio })]),
      rowOf('P17', [
        comparisonOf(0.9, { name: 'event loop', ...ratio }),
        comparisonOf(19, { name: 'round trips', unit: 'round trips', valueUnit: 'round trips' }),
      ]),
      rowOf('P18', [
        comparisonOf(101, { name: '2 gateways, most admitted', ...percent }),
        comparisonOf(66, { name: 'until a revocation', unit: 'ms', valueUnit: 'ms' }),
      ]),
    ],
  });
  assert.deepEqual([cost?.file, limits?.file], ['shared-cost.svg', 'shared-limits.svg']);
  const costs = drawn(cost?.svg ?? '');
  assert.equal(ofClass(costs, 'bar', 'width').length, 2);
  for (const text of ['GATEWAYS=2: small run', 'PostgreSQL: event loop', 'target'])
    assert.ok(costs.texts.includes(text));
  const admitted = drawn(limits?.svg ?? '');
  assert.equal(ofClass(admitted, 'bar', 'width').length, 1);
  assert.ok(admitted.texts.includes('2 gateways, most admitted'));
});

test('a chart is drawn only if its rows exist', () => {
  assert.deepEqual(chartsOf({ rows: [rowOf('P12')] }), []);
  const servers = ['bare uWebSockets.js', 'Fastify', 'bare node:http'].map((reference, index) =>
    rowOf((['P1', 'P2', 'P3'] as const)[index] ?? 'P1', [comparisonOf(2, { name: '', unit: 'requests/s', reference })]),
  );
  const [requests, engine] = chartsOf({
    rows: [...servers, rowOf('P4', [comparisonOf(1.5, { target: { atMost: 2 } })])],
  });
  assert.equal(requests?.file, 'requests.svg');
  const { texts } = drawn(requests?.svg ?? '');
  for (const text of ['Textmill', 'bare uWebSockets.js', 'Fastify', 'bare node:http'])
    assert.ok(texts.includes(text), text);
  assert.equal(engine?.file, 'engine.svg');
  assert.ok(drawn(engine?.svg ?? '').texts.includes('sanitize: mixed'));
});
