import type { Catalogue, CatalogueEntry } from '../../engine/catalogue.js';

/** Categories by their folder's name, in the order of pages. */
const categories: Readonly<Record<string, string>> = {
  lines: 'Lines and white space',
  case: 'Letter case',
  sort: 'Sort, filter, compare lists',
  replace: 'Find and replace',
  extract: 'Extract',
  convert: 'Convert formats',
  json: 'JSON',
  encode: 'Encode and decode',
  hash: 'Hashes and checksums',
  markup: 'HTML and Markdown',
  unicode: 'Unicode clean-up',
  web: 'Addresses of the web',
  numbers: 'Numbers and dates',
  generate: 'Generate',
  analyze: 'Analyse and compare texts',
  privacy: 'Privacy',
  code: 'Code',
};

/** The tools of one category. */
export interface Category {
  /** The folder's name. */
  readonly name: string;
  readonly title: string;
  readonly entries: readonly CatalogueEntry[];
}

/** The tools by category, in the order of pages; a category that is not listed comes last. */
export function byCategory(catalogue: Catalogue): Category[] {
  const all = [...catalogue.values()];
  const names = new Set([...Object.keys(categories), ...all.map(({ category }) => category)]);
  return [...names]
    .map((name) => ({
      name,
      title: categories[name] ?? name,
      entries: all.filter(({ category }) => category === name),
    }))
    .filter(({ entries }) => entries.length > 0);
}
