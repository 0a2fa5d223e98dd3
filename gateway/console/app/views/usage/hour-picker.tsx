import { count } from '../../parts/text-pane/text-pane.js';
import type { Chart } from './history.js';
import { hourName } from './hour-name.js';
import { whole } from './units.js';

export interface HourPickerProps {
  readonly chart: Chart;
  readonly active: number | undefined;
  /** Undefined when no hour is selected any more. */
  readonly onPick: (index: number | undefined) => void;
  /** Its position over the bars, in pixels. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/**
 * An invisible slider over the bars: the control for one of several values in a row. It moves with arrow keys,
 * announces the numbers of its hour, and follows the pointer.
 */
export function HourPicker({ chart, active, onPick, box }: HourPickerProps) {
  const last = chart.hours.length - 1;
  const value = active ?? last;
  const point = ({ offsetX }: MouseEvent) =>
    onPick(Math.min(last, Math.max(0, Math.floor((offsetX / Math.max(1, box.width)) * chart.hours.length))));
  return (
    <input
      type="range"
      class="hour-picker"
      aria-label="Hour"
      aria-valuetext={hourSentence(chart, value)}
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

function hourSentence({ hours, series, totals }: Chart, index: number): string {
  const named = series.filter(({ counts }) => (counts[index] ?? 0) > 0);
  const details = named.map(({ name, counts }) => `${name} ${whole(counts[index] ?? 0)}`);
  const all = totals[index] ?? 0;
  return [`${hourName(hours[index] ?? 0)}: ${all === 0 ? 'no requests' : count(all, 'request')}`, ...details].join(
    ', ',
  );
}
