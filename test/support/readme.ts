import { readFileSync } from 'node:fs';
import { benchmarksPart } from '../../bench/readme.js';
import { resultsFolder } from '../../bench/results.js';
import { loadCatalogue } from '../../engine/catalogue/catalogue.js';
import { settingsTable } from '../../gateway/config/config.js';
import { byCategory } from '../../gateway/console/categories.js';
import { metricsTable } from '../../gateway/observability/metrics/definitions.js';
import { reliabilityPart } from './reliability-part.js';
import { keptToolHeaps, toolHeapTable } from './tool-heap.js';

/** The README and the parts of it that are made from the program. */

export const readmeFile = new URL('../../README.md', import.meta.url);
export const engineReadmeFile = new URL('../../engine/README.md', import.meta.url);

export function readReadme(file = readmeFile): string {
  return readFileSync(file, 'utf8');
}

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
export function readmePart(readme: string, name: string): string {
  const [, rest = ''] = readme.split(`<!-- ${name} -->\n`);
  const [part, end] = rest.split(`<!-- /${name} -->`);
  if (part === undefined || end === undefined) throw new Error(`README.md has no part ${name}`);
  return part;
}

/** The README with its generated parts as the program has them now. */
export async function renewedReadme(readme: string): Promise<string> {
  return withParts(readme, [
    ['contents', contentsOf(readme)],
    ['tools', await toolsTable()],
    ['settings', settingsTable()],
    ['metrics', metricsTable()],
    ['reliability', reliabilityPart()],
    ['benchmarks', benchmarksPart(resultsFolder)],
  ]);
}

/** The README of the engine, with the figures of the last long test. */
export async function renewedEngineReadme(page: string): Promise<string> {
  return withParts(page, [['heap', toolHeapTable(await loadCatalogue(), keptToolHeaps())]]);
}

type Part = readonly [name: string, content: string];

function withParts(page: string, parts: readonly Part[]): string {
  let renewed = page;
  for (const [name, content] of parts) {
    const [head] = renewed.split(`<!-- ${name} -->`);
    const [, tail] = renewed.split(`<!-- /${name} -->`);
    renewed = `${head}<!-- ${name} -->\n${content}\n<!-- /${name} -->${tail}`;
  }
  return renewed;
}

/** Links to the chapters of a page, by the anchors that GitHub gives to their headings. */
function contentsOf(page: string): string {
  const text = page.replace(/^```.*?^```$/gms, '');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const anchor = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  return headings.map((heading) => `[${heading}](#${anchor(heading)})`).join(' ·\n');
}

async function toolsTable(): Promise<string> {
  return byCategory(await loadCatalogue())
    .map(({ title, entries }) => {
      const rows = entries.map(({ tool }) => `| \`${tool.slug}\` | ${firstSentence(tool.description)} |`);
      const table = ['| Tool | |', '|---|---|', ...rows].join('\n');
      return `<details>\n<summary>${title} (${entries.length})</summary>\n\n${table}\n\n</details>`;
    })
    .join('\n');
}

function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.:;](?=\s|$)/s.exec(text) ?? [];
  return sentence.replace(/[:;]$/, '.').replaceAll('|', '\\|');
}
