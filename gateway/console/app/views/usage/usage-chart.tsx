import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count } from '../../parts/text-pane/text-pane.js';
import { ticks } from './axis.js';
import { type Chart, partsOf, sumOf } from './history.js';
import { axisName, periodName } from './period-name.js';
import { rangeName } from './range-choice.js';
import { whole } from './units.js';

/** In pixels. */
const height = 240;
const margin = { top: 8, right: 4, bottom: 24, left: 44 };
const plotHeight = height - margin.top - margin.bottom;
/** A narrow chart names every sixth hour, others every third. */
const narrowBelow = 560;
/** The width of the name of a day on the axis, with the space after it. */
const dayWidth = 72;

/** The number of patterns. Higher numbers start again. */
const patterns = 5;

/** Requests by hour or day as stacked bars. The legend shows the selected one, or all of them. */
export function UsageChart({ chart }: { readonly chart: Chart }) {
  const [active, setActive] = useState<number | undefined>(undefined);
  const [target, width] = useWidth<HTMLDivElement>();
  const plotWidth = Math.max(0, width - margin.left - margin.right);
  return (
    <figure class="chart">
      <Legend chart={chart} active={active} />
      <div ref={target} class="chart-place">
        <Drawing chart={chart} active={active} width={width} slot={plotWidth / chart.periods.length} />
        <PeriodPicker
          chart={chart}
          active={active}
          onPick={setActive}
          box={{ left: margin.left, top: margin.top, width: plotWidth, height: plotHeight }}
        />
      </div>
    </figure>
  );
}

interface PeriodPickerProps {
  readonly chart: Chart;
  readonly active: number | undefined;
  /** Undefined when no period is selected any more. */
  readonly onPick: (index: number | undefined) => void;
  /** Its position over the bars, in pixels. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/**
 * An invisible slider over the bars: the control for one of several values in a row. It moves with arrow keys,
 * announces the numbers of its period, and follows the pointer.
 */
function PeriodPicker({ chart, active, onPick, box }: PeriodPickerProps) {
  const last = chart.periods.length - 1;
  const value = active ?? last;
  const point = ({ offsetX }: MouseEvent) =>
    onPick(Math.min(last, Math.max(0, Math.floor((offsetX / Math.max(1, box.width)) * chart.periods.length))));
  return (
    <input
      type="range"
      class="period-picker"
      aria-label={chart.period === 'hour' ? 'Hour' : 'Day (UTC)'}
      aria-valuetext={periodSentence(chart, value)}
      min={0}
      max={last}
      value={value}
      style={{ left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` }}
      onInput={({ currentTarget }) => onPick(Number(currentTarget.value))}
      onFocus={() => onPick(value)}
      onBlur={() => onPick(undefined)}
      onPointerMove={point}
      onPointerLeave={({ currentTarget }) => {
        if (currentTarget !== document.activeElement) onPick(undefined);
      }}
      onMouseDown={(event) => {
        // A slider would jump to where its invisible thumb has room.
        event.preventDefault();
        event.currentTarget.focus();
        point(event);
      }}
    />
  );
}

function periodSentence({ period, periods, series, totals }: Chart, index: number): string {
  const named = series.filter(({ counts }) => (counts[index] ?? 0) > 0);
  const details = named.map(({ name, counts }) => `${name} ${whole(counts[index] ?? 0)}`);
  const all = totals[index] ?? 0;
  return [
    `${periodName(period, periods[index] ?? 0)}: ${all === 0 ? 'no requests' : count(all, 'request')}`,
    ...details,
  ].join(', ');
}

function Legend({ chart, active }: { readonly chart: Chart; readonly active: number | undefined }) {
  const id = useId();
  const of = (counts: readonly number[]) => (active === undefined ? sumOf(counts) : (counts[active] ?? 0));
  const begin = active === undefined ? undefined : chart.periods[active];
  return (
    <figcaption class="legend">
      <p class="legend-when">
        {begin === undefined ? rangeName(chart.range) : periodName(chart.period, begin)}
        <strong>{count(of(chart.totals), 'request')}</strong>
      </p>
      <ul>
        {chart.series
          .filter(({ total }) => total > 0)
          .map(({ name, pattern, counts }) => (
            <li key={name} class="legend-part">
              <svg width="14" height="14" aria-hidden="true">
                <Patterns id={id} />
                <rect width="14" height="14" rx="2" fill={patternFill(id, pattern)} />
              </svg>
              {name} <strong>{whole(of(counts))}</strong>
            </li>
          ))}
      </ul>
    </figcaption>
  );
}

interface DrawingProps {
  readonly chart: Chart;
  readonly active: number | undefined;
  readonly width: number;
  /** Width of a period, in pixels. */
  readonly slot: number;
}

/** Visual only: the picker and the table contain the numbers. */
function Drawing({ chart, active, width, slot }: DrawingProps) {
  const id = useId();
  const lines = ticks(Math.max(...chart.totals));
  const y = (value: number) => margin.top + plotHeight * (1 - value / (lines.at(-1) ?? 1));
  const left = (index: number) => margin.left + index * slot;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Patterns id={id} />
      {lines.map((value) => (
        <g key={value} class="gridline">
          <line x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
          <text x={margin.left - 8} y={y(value)} dy="0.32em">
            {whole(value)}
          </text>
        </g>
      ))}
      {active !== undefined && (
        <rect class="period-shown" x={left(active)} y={margin.top} width={slot} height={plotHeight} />
      )}
      {chart.periods.map((begin, index) => (
        <g key={begin}>
          {partsOf(chart, index).map(({ pattern, from, to }) => (
            <rect
              key={pattern}
              x={left(index + 0.15)}
              y={y(to)}
              width={slot * 0.7}
              height={y(from) - y(to)}
              fill={patternFill(id, pattern)}
            />
          ))}
        </g>
      ))}
      {chart.periods.map((begin, index) => {
        if (!isNamed(chart, index, width, slot)) return null;
        return (
          <text key={begin} class="period" x={Math.min(left(index + 0.5), width - dayWidth / 3.4)} y={height - 6}>
            {axisName(chart.period, begin)}
          </text>
        );
      })}
    </svg>
  );
}

/**
 * Whether the axis has room for the name of a period: round hours of local time, in every time zone; days from the last
 * on.
 */
function isNamed({ period, periods }: Chart, index: number, width: number, slot: number): boolean {
  if (period === 'hour') return new Date(periods[index] ?? 0).getHours() % (width < narrowBelow ? 6 : 3) === 0;
  return (periods.length - 1 - index) % Math.ceil(dayWidth / Math.max(1, slot)) === 0;
}

/** Returns the fill of a part. @param id - as given to {@link Patterns}. @param pattern - from 1. */
function patternFill(id: string, pattern: number): string {
  return `url(#${id}-${((pattern - 1) % patterns) + 1})`;
}

/** A colour with a pattern for each part of the bars, so that colour is not the only difference. */
function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {Array.from({ length: patterns }, (_, index) => index + 1).map((pattern) => (
        <pattern
          key={pattern}
          id={`${id}-${pattern}`}
          class={`pattern pattern-${pattern}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect class="pattern-ground" width="6" height="6" />
          <Strokes pattern={pattern} />
        </pattern>
      ))}
    </defs>
  );
}

function Strokes({ pattern }: { readonly pattern: number }) {
  if (pattern === 2) return <path d="M-1,1L1,-1M0,6L6,0M5,7L7,5" />;
  if (pattern === 3) return <circle cx="3" cy="3" r="1.4" />;
  if (pattern === 4) return <path d="M0,3H6" />;
  if (pattern === 5) return <path d="M0,0L6,6M6,0L0,6" />;
  return null;
}

/** Returns the width of an element in pixels; 0 before it is rendered. */
function useWidth<Target extends HTMLElement>(): [RefObject<Target | null>, number] {
  const target = useRef<Target>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = target;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [target, width];
}
