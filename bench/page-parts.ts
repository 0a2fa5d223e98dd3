import type { PageParts } from '../gateway/boot/docs/page.js';
import { chartsOf } from './charts.js';
import { newestResults, resultsFolder } from './results.js';
import { markdownTable } from './table.js';

/** Returns the generated part of the benchmarks' page. */
export function pageParts(): PageParts {
  return { 'bench/README.md': { figures: figuresPart(resultsFolder) } };
}

/** Returns the newest results in Markdown: the charts, and a table of all figures. */
export function figuresPart(folder: string): string {
  const results = newestResults(folder);
  if (results === undefined) return 'No figures are kept yet: `npm run bench` measures them.';
  const images = chartsOf(results).map(({ file, title }) => `![${title}](results/${file})`);
  return [...images, markdownTable(results.rows)].join('\n\n');
}
