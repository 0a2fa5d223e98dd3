import { sampleOf } from '../row.js';

/** Curves of one unit over one axis, which help to choose a setting. They have no targets. */
export interface Chart {
  readonly title: string;
  /** The label of the x axis, with the unit. */
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Collects values of several rounds by series and x. A chart shows the medians. */
export class Readings {
  readonly #values = new Map<string, Map<number, number[]>>();

  add(series: string, x: number, value: number): void {
    const points = this.#values.get(series) ?? new Map<number, number[]>();
    this.#values.set(series, points);
    points.set(x, [...(points.get(x) ?? []), value]);
  }

  /** Returns the series whose names start with the prefix, without the prefix. */
  series(prefix: string): Series[] {
    return [...this.#values]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, points]) => ({
        name: name.slice(prefix.length),
        points: [...points].map(([x, values]) => ({ x, y: sampleOf(values).median })),
      }));
  }
}
