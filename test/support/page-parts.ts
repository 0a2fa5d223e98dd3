import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolDocument } from '#engine/catalogue/tool-documents.js';
import type { PageParts } from '#gateway/build/docs/page.js';
import { type KeptFigure, keptFigures, promises, type RowId } from './reliability-rows.js';
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

/** Returns the table of promises, with the latest stored figures. */
function reliabilityPart(): string {
  const figures = keptFigures();
  const rows = Object.entries(promises).map(([row, promise]) => `| ${row} | ${promise} | ${foundOf(figures, row)} |`);
  return ['| | Promise | Found |', '|---|---|---|', ...rows, '', ...circumstances(figures)].join('\n');
}

function foundOf(figures: readonly KeptFigure[], row: string): string {
  return figures
    .filter((figure) => figure.row === row)
    .map(({ part, found }) => (part === '' ? found : `${part}: ${found}`).replaceAll('|', '\\|'))
    .join('<br>');
}

/** Returns one line for each machine, version of Node, commit and day, with the rows measured there. */
function circumstances(figures: readonly KeptFigure[]): string[] {
  const rows = new Map<string, Set<RowId>>();
  for (const { row, machine, node, commit, when } of figures) {
    const line = `${machine}; Node ${node}; commit ${commit}; ${when.slice(0, 10)}`;
    rows.set(line, (rows.get(line) ?? new Set()).add(row));
  }
  return [...rows].map(([line, found]) => `${line}: ${[...found].join(', ')}.\n`);
}
