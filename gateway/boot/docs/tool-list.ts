import type { Catalogue } from '../../../engine/catalogue/catalogue.js';
import { byCategory } from '../../../engine/catalogue/categories.js';

/** Returns the list of all tools in Markdown: a table for each category. */
export function toolList(catalogue: Catalogue): string {
  return byCategory(catalogue.values())
    .map(({ title, entries }) => {
      const rows = entries.map(({ tool }) => `| \`${tool.slug}\` | ${firstSentence(tool.description)} |`);
      return [`## ${title} (${entries.length})`, '', '| Tool | |', '|---|---|', ...rows, ''].join('\n');
    })
    .join('\n');
}

function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.:;](?=\s|$)/s.exec(text) ?? [];
  return sentence.replace(/[:;]$/, '.').replaceAll('|', '\\|');
}
