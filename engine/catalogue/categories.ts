/** Titles of the categories by their folders' names, in the order of pages. */
const categoryTitles: Readonly<Record<string, string>> = {
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

/** What belongs to one category. */
export interface Category<Entry> {
  /** The folder's name. */
  readonly name: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The title of a category; its name if it has none. */
export function categoryTitle(name: string): string {
  return categoryTitles[name] ?? name;
}

/** The entries by category, in the order of pages; a category that is not listed comes last. */
export function byCategory<Entry extends { readonly category: string }>(entries: Iterable<Entry>): Category<Entry>[] {
  const all = [...entries];
  const names = new Set([...Object.keys(categoryTitles), ...all.map(({ category }) => category)]);
  return [...names]
    .map((name) => ({
      name,
      title: categoryTitle(name),
      entries: all.filter(({ category }) => category === name),
    }))
    .filter((category) => category.entries.length > 0);
}
