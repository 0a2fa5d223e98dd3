import type { PageParts } from '#gateway/build/docs/page.js';
import { chartsOf } from './charts.js';
import { keptResults, resultsFolder } from './results.js';
import { markdownTable, simulationTable } from './table.js';

/** Returns the generated part of bench/README.md. */
export function pageParts(): PageParts {
  return { 'bench/README.md': { figures: figuresPart(resultsFolder) } };
}

const simulationIntroduction =
  'The store of many gateways, simulated with the code of the gateway and the costs that P17 has measured. "By key" says ' +
  'whether the balancer sends all requests of a key to one gateway; otherwise each goes to any. A statement is a round ' +
  'trip. "Event loop" is the part of each event loop that the statements take, and "Waiting" the part of all requests ' +
  'that wait for the store.';

/** Formats the kept results in Markdown: the charts, and a table of all figures. */
export function figuresPart(folder: string): string {
  const results = keptResults(folder);
  if (results === undefined) return 'No figures are kept yet: `npm run bench` measures them.';
  const images = chartsOf(results).map(({ file, title }) => `![${title}](results/${file})`);
  const simulated = results.rows.flatMap(({ simulation }) => simulationTable(simulation) ?? []);
  return [
    ...images,
    markdownTable(results.rows),
    ...simulated.flatMap((table) => [simulationIntroduction, table]),
  ].join('\n\n');
}
