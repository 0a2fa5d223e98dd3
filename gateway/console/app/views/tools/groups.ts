import { categoryTitles } from '../../../../../engine/catalogue/category-titles.js';
import type { Tool } from '../../session/tool.js';

/** The tools of one category. */
export interface ToolGroup {
  readonly name: string;
  readonly title: string;
  readonly tools: readonly Tool[];
}

/** The tools by category, in the order of pages; a category without a title comes last. */
export function grouped(tools: Iterable<Tool>): ToolGroup[] {
  const all = [...tools];
  const names = new Set([...Object.keys(categoryTitles), ...all.map(({ category }) => category)]);
  return [...names]
    .map((name) => ({ name, title: titleOf(name), tools: all.filter(({ category }) => category === name) }))
    .filter((group) => group.tools.length > 0);
}

/** The title of a category. */
export function titleOf(category: string): string {
  return categoryTitles[category] ?? category;
}
