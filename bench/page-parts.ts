import type { PageParts } from '#gateway/build/docs/page.js';
import { chartsOf } from './charts.js';
import { keptResults, resultsFolder } from './results.js';
import { markdownTable } from './table.js';

/** Returns the generated part of bench/README.md. */
export function pageParts(): PageParts {
  return { 'bench/README.md': { figures: figuresPart(resultsFolder) } };
}

/** Formats the kept results in Markdown: the charts, and a table of figures. */
export function figuresPart(folder: string): string {
  const results = keptResults(folder);
  if (results === undefined) return 'No figures are kept yet: `npm run bench` measures them.';
  const images = chartsOf(results).map(({ file, title }) => `![${title}](results/${file})`);
  return [...images, markdownTable(results.rows)].join('\n\n');
}
