import type { ComponentChildren } from 'preact';
import { keptMs } from './readings.js';

export interface GaugeProps {
  readonly title: string;
  /** Undefined while it is being measured, null if there was nothing to measure. */
  readonly value: string | undefined | null;
  /** Smaller, after the value. */
  readonly unit?: string;
  /** Why there is no value. */
  readonly nothing?: string;
  readonly points?: readonly Point[] | undefined;
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

export interface Point {
  readonly atMs: number;
  /** Undefined if there was nothing to measure. */
  readonly value: number | undefined;
}

/** One number of the gateway, its course over two minutes, and details. */
export function Gauge({ title, value, unit = '', nothing = '', points, facts }: GaugeProps) {
  return (
    <div class="panel gauge">
      <h3>{title}</h3>
      <p class="gauge-value">
        <Value value={value} unit={unit} nothing={nothing} />
      </p>
      {points === undefined ? <div class="sparkline" /> : <Sparkline points={points} />}
      <dl class="gauge-facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Value({ value, unit, nothing }: Required<Pick<GaugeProps, 'value' | 'unit' | 'nothing'>>) {
  if (value === undefined) return <small>Measuring…</small>;
  if (value === null) {
    return (
      <>
        – <small>{nothing}</small>
      </>
    );
  }
  return (
    <>
      {value} <small>{unit}</small>
    </>
  );
}

/** In units of the drawing, which is stretched. */
const width = 240;
const height = 40;

/** The course of a number, from two minutes ago on the left to now on the right; 0 is at the bottom. */
function Sparkline({ points }: { readonly points: readonly Point[] }) {
  const now = points.at(-1)?.atMs ?? 0;
  const top = Math.max(...points.map(({ value = 0 }) => value), Number.MIN_VALUE);
  const place = ({ atMs, value = 0 }: Point) =>
    `${(width * (1 - (now - atMs) / keptMs)).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`;
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0,${height - 0.5}H${width}`} />
      {points.length > 1 && <polyline points={points.map(place).join(' ')} />}
    </svg>
  );
}
