import { useId, useState } from 'preact/hooks';
import { count } from '../../parts/text-pane/text-pane.js';
import { ticks } from './axis.js';
import { type Chart, partsOf, sumOf } from './history.js';
import { Patterns, patternFill } from './patterns.js';
import { axisName, periodName } from './period-name.js';
import { PeriodPicker } from './period-picker.js';
import { rangeName } from './range-choice.js';
import { whole } from './units.js';
import { useWidth } from './width.js';

/** In pixels. */
const height = 240;
const margin = { top: 8, right: 4, bottom: 24, left: 44 };
const plotHeight = height - margin.top - margin.bottom;
/** A narrow chart names every sixth hour, others every third. */
const narrowBelow = 560;
/** The width of the name of a day on the axis, with the space after it. */
const dayWidth = 72;

/** Requests by hour or day as stacked bars. The legend shows the selected one, or all of them. */
export function UsageChart({ chart }: { readonly chart: Chart }) {
  const [active, setActive] = useState<number | undefined>(undefined);
  const [place, width] = useWidth<HTMLDivElement>();
  const plotWidth = Math.max(0, width - margin.left - margin.right);
  return (
    <figure class="chart">
      <Legend chart={chart} active={active} />
      <div ref={place} class="chart-place">
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

/** Whether the axis has room for the name of a period: round hours of local time, in every time zone; days from the last on. */
function isNamed({ period, periods }: Chart, index: number, width: number, slot: number): boolean {
  if (period === 'hour') return new Date(periods[index] ?? 0).getHours() % (width < narrowBelow ? 6 : 3) === 0;
  return (periods.length - 1 - index) % Math.ceil(dayWidth / Math.max(1, slot)) === 0;
}
