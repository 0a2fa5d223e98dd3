import {
  card,
  characterWidth,
  colours,
  footHeight,
  linearTicks,
  lineBetween,
  logarithmicTicks,
  rounded,
  textAt,
} from './svg.js';
import { figure } from './table.js';

/** One bar. Its target is drawn as a line across it. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly target?: number;
  /** The index of the series, which selects the colour; by default 0. */
  readonly series?: number;
}

export interface BarChart {
  readonly title: string;
  /** The label of the axis, with the unit. */
  readonly axis: string;
  readonly bars: readonly Bar[];
  /** The line below the chart, which describes the machine. */
  readonly foot: string;
}

const width = 760;
const head = 52;

/** Draws horizontal bars with their figures. @returns an SVG file. */
export function barChart({ title, axis, bars, foot }: BarChart): string {
  const rowHeight = 30;
  const left = 32 + characterWidth * Math.max(...bars.map(({ label }) => label.length), 0);
  const right = width - 90;
  const bottom = head + rowHeight * bars.length;
  const height = bottom + 50 + footHeight(foot, width);
  const ticks = linearTicks(Math.max(...bars.flatMap(({ value, target = 0 }) => [value, target]), 0));
  const x = (value: number): number => left + ((right - left) * value) / (ticks.at(-1) ?? 1);

  const rows = bars.map(({ label, value, target, series = 0 }, index) => {
    const [top, middle] = [head + rowHeight * index, head + rowHeight * (index + 0.5)];
    const size = `width="${rounded(x(value) - left)}" height="${rowHeight - 10}"`;
    return [
      textAt(left - 10, middle + 4, label, { anchor: 'end' }),
      `<rect class="bar" x="${rounded(left)}" y="${top + 5}" ${size} rx="2" fill="${seriesColour(series)}"/>`,
      textAt(Math.max(x(value), x(target ?? 0)) + 8, middle + 4, figure(value), { bold: true }),
      ...(target === undefined ? [] : [targetLine(x(target), top + 1, top + rowHeight - 1)]),
    ].join('\n');
  });
  const legend = bars.some(({ target }) => target !== undefined)
    ? [targetLine(width - 80, 22, 36), textAt(width - 72, 33, 'target', { colour: colours.faint })]
    : [];
  return card(width, height, title, foot, [
    ...ticks.map((tick) => verticalTick(x(tick), head, bottom, figureOfTick(tick))),
    textAt((left + right) / 2, bottom + 36, axis, { anchor: 'middle', colour: colours.faint }),
    ...rows,
    ...legend,
  ]);
}

/** A curve: its points, sorted by x. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface LineChart {
  readonly title: string;
  readonly series: readonly Series[];
  /** The labels of the axes, with the units. The x axis is logarithmic, so its values are above 0. */
  readonly xAxis: string;
  readonly yAxis: string;
  /** `logarithmic` shows small and large values together; all must be above 0. */
  readonly yScale?: 'linear' | 'logarithmic';
  readonly foot: string;
}

/** Draws curves over a logarithmic axis. @returns an SVG file. */
export function lineChart({ title, series, xAxis, yAxis, yScale = 'linear', foot }: LineChart): string {
  const [left, right, bottom] = [70, width - 45, head + 300];
  const height = bottom + 50 + 22 * Math.ceil(series.length / 3) + footHeight(foot, width);
  const points = series.flatMap((curve) => curve.points);
  const xs = points.length === 0 ? [1, 10] : points.map((point) => point.x);
  const xTicks = logarithmicTicks(Math.min(...xs), Math.max(...xs));
  const ys = points.length === 0 ? [1, 10] : points.map((point) => point.y);
  const yTicks =
    yScale === 'linear' ? linearTicks(Math.max(...ys, 0)) : logarithmicTicks(Math.min(...ys), Math.max(...ys));
  const place = (value: number, ticks: readonly number[], scale: 'linear' | 'logarithmic'): number => {
    const [start, end] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
    return scale === 'linear' ? (value - start) / (end - start) : Math.log(value / start) / Math.log(end / start);
  };
  const x = (value: number): number => left + (right - left) * place(value, xTicks, 'logarithmic');
  const y = (value: number): number => bottom - (bottom - head - 10) * place(value, yTicks, yScale);

  return card(width, height, title, foot, [
    ...xTicks.map((tick) => verticalTick(x(tick), head, bottom, figureOfTick(tick))),
    ...yTicks.flatMap((tick) => [
      lineBetween(left, y(tick), right, y(tick), colours.grid),
      textAt(left - 8, y(tick) + 4, figureOfTick(tick), { anchor: 'end', size: 11, colour: colours.faint }),
    ]),
    textAt((left + right) / 2, bottom + 36, xAxis, { anchor: 'middle', colour: colours.faint }),
    textAt(20, head - 2, yAxis, { colour: colours.faint }),
    ...series.flatMap((curve, index) => [
      ...curveOf(curve, index, x, y),
      ...legendEntry(curve.name, index, left + (index % 3) * 220, bottom + 60 + 22 * Math.floor(index / 3)),
    ]),
  ]);
}

function curveOf({ points }: Series, index: number, x: (value: number) => number, y: (value: number) => number) {
  const places = points.map((point) => ({ x: rounded(x(point.x)), y: rounded(y(point.y)) }));
  const path = places.map((place) => `${place.x},${place.y}`).join(' ');
  const colour = seriesColour(index);
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map((place) => `<circle class="point" cx="${place.x}" cy="${place.y}" r="3" fill="${colour}"/>`),
  ];
}

function legendEntry(name: string, index: number, x: number, y: number): string[] {
  return [lineBetween(x, y - 4, x + 18, y - 4, seriesColour(index), ' stroke-width="3"'), textAt(x + 24, y, name)];
}

function verticalTick(x: number, top: number, bottom: number, label: string): string {
  const text = textAt(x, bottom + 16, label, { anchor: 'middle', size: 11, colour: colours.faint });
  return `${lineBetween(x, top, x, bottom, colours.grid)}\n${text}`;
}

function targetLine(x: number, top: number, bottom: number): string {
  return lineBetween(x, top, x, bottom, colours.target, ' class="target" stroke-width="2"');
}

/** Formats a tick without the rounding errors of its calculation. */
function figureOfTick(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 6 });
}

function seriesColour(series: number): string {
  return colours.series[series % colours.series.length] ?? colours.ink;
}
