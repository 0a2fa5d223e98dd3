/** Returns round values for the lines of a chart, from 0 to the first one that is not below any bar. */
export function ticks(largest: number, most = 4): number[] {
  const least = Math.max(1, largest) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? least);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
