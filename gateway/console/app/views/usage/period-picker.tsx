import { count } from '../../parts/text-pane/text-pane.js';
import type { Chart } from './history.js';
import { periodName } from './period-name.js';
import { whole } from './units.js';

export interface PeriodPickerProps {
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
export function PeriodPicker({ chart, active, onPick, box }: PeriodPickerProps) {
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
