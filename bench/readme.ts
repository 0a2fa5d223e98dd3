import { chartsOf } from './charts.js';
import { newestResults } from './results.js';
import { markdownTable } from './table.js';

/** The README's part on the newest results: the charts, and a table of all figures. */
export function benchmarksPart(folder: string): string {
  const results = newestResults(folder);
  if (results === undefined) return 'No figures are kept yet: `npm run bench` measures them.';
  const images = chartsOf(results).map(({ file, title }) => `![${title}](bench/results/${file})`);
  return [...images, markdownTable(results.rows)].join('\n\n');
}
