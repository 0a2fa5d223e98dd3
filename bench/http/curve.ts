import { type Context, sampleOf } from '../row.js';

/** Curves of one unit over one axis: figures that show where a setting should be, without a target of their own. */
export interface Chart {
  readonly title: string;
  /** What x is, with its unit. */
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** What is measured as curves. */
export interface CurveMeasurement {
  readonly name: string;
  run(context: Context): Promise<Chart[]>;
}

/** Values of several rounds by series and x, of which a chart shows the medians. */
export class Readings {
  readonly #values = new Map<string, Map<number, number[]>>();

  add(series: string, x: number, value: number): void {
    const points = this.#values.get(series) ?? new Map<number, number[]>();
    this.#values.set(series, points);
    points.set(x, [...(points.get(x) ?? []), value]);
  }

  /** The series whose names begin so, without that beginning. */
  series(prefix: string): Series[] {
    return [...this.#values]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, points]) => ({
        name: name.slice(prefix.length),
        points: [...points].map(([x, values]) => ({ x, y: sampleOf(values).median })),
      }));
  }
}
