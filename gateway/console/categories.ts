import type { Catalogue, CatalogueEntry } from '../../engine/catalogue/catalogue.js';
import { categoryTitles } from '../../engine/catalogue/category-titles.js';

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
  const names = new Set([...Object.keys(categoryTitles), ...all.map(({ category }) => category)]);
  return [...names]
    .map((name) => ({
      name,
      title: categoryTitles[name] ?? name,
      entries: all.filter(({ category }) => category === name),
    }))
    .filter(({ entries }) => entries.length > 0);
}
