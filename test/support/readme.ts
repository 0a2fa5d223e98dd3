import { readFileSync } from 'node:fs';
import { benchmarksPart } from '../../bench/readme.js';
import { resultsFolder } from '../../bench/results.js';
import { loadCatalogue } from '../../engine/catalogue.js';
import { settingsTable } from '../../gateway/config.js';
import { byCategory } from '../../gateway/console/categories.js';
import { metricsTable } from '../../gateway/observability/metrics/definitions.js';
import { reliabilityPart } from './reliability-part.js';

/** The README and the parts of it that are made from the program. */

export const readmeFile = new URL('../../README.md', import.meta.url);

export function readReadme(): string {
  return readFileSync(readmeFile, 'utf8');
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
  let renewed = readme;
  for (const [name, content] of [
    ['tools', await toolsTable()],
    ['settings', settingsTable()],
    ['metrics', metricsTable()],
    ['reliability', reliabilityPart()],
    ['benchmarks', benchmarksPart(resultsFolder)],
  ] as const) {
    const [head] = renewed.split(`<!-- ${name} -->`);
    const [, tail] = renewed.split(`<!-- /${name} -->`);
    renewed = `${head}<!-- ${name} -->\n${content}\n<!-- /${name} -->${tail}`;
  }
  return renewed;
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
