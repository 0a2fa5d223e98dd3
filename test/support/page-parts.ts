import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolDocument } from '#engine/catalogue/tool-documents.js';
import type { PageParts } from '#gateway/build/docs/page.js';
import { type KeptFigure, keptFigures, promises } from './reliability-rows.js';
import { searchTable } from './search-questions.js';
import { keptToolHeaps, toolHeapTable } from './tool-heap.js';

/** Returns the parts of pages that are generated from what the tests count. */
export async function pageParts(): Promise<PageParts> {
  const catalogue = await loadCatalogue();
  return {
    'engine/README.md': {
      heap: toolHeapTable(catalogue, keptToolHeaps()),
      search: searchTable([...catalogue.values()].map(toolDocument)),
    },
    'test/RELIABILITY.md': { reliability: reliabilityPart() },
  };
}

/** Returns the table of promises, each with one of its latest stored figures. */
function reliabilityPart(): string {
  const figures = keptFigures();
  const rows = Object.entries(promises).map(([row, promise]) => `| ${row} | ${promise} | ${foundOf(figures, row)} |`);
  return ['| | Promise | Found |', '|---|---|---|', ...rows, '', circumstances(figures)].join('\n');
}

/** The words after which the rest of a figure is left to `test/results`. */
const enoughWords = 7;

/** Returns the figure of the last of a promise's tests, over the default server. */
function foundOf(figures: readonly KeptFigure[], row: string): string {
  const last = figures.findLast((figure) => figure.row === row && !figure.part.endsWith('over node'));
  if (last === undefined) return '';
  const part = last.part.replace(/,? ?over uws$/, '');
  let found = '';
  for (const piece of last.found.replace(/^seed \d+: /, '').split(/(?<=[,;]) (?![^(]*\))/)) {
    if (found.split(' ').length < enoughWords) found += `${found && ' '}${piece}`;
  }
  return (part === '' ? found : `${part}: ${found}`).replace(/[,;]$/, '').replaceAll('|', '\\|');
}

/** Returns when and where the figures were measured. */
function circumstances(figures: readonly KeptFigure[]): string {
  const days = figures.map(({ when }) => when.slice(0, 10)).toSorted();
  const machines = new Set(figures.map(({ machine }) => machine.replace(/, Linux.*/, '')));
  return `Measured from ${days[0]} to ${days.at(-1)}: ${[...machines].join('; ')}.`;
}
