/** Titles of the categories by folder name, in display order. */
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
  own: 'Tools of this gateway',
};

/** The entries of one category. */
export interface Category<Entry> {
  /** The folder's name. */
  readonly name: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Returns the title of a category; its name if it has none. */
export function categoryTitle(name: string): string {
  return categoryTitles[name] ?? name;
}

/** Groups entries by category, in display order; unlisted categories come last. */
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
