import { byCategory } from '#engine/catalogue/categories.js';
import type { Tool } from '../../session/tool.js';
import { foundFor } from '../../session/tool-search.js';

/** Tools under one heading. */
export interface ToolGroup {
  /** '' for search results, which come best first. */
  readonly title: string;
  readonly tools: readonly Tool[];
}

/**
 * Returns the tools for a query: without one the favourites, then all by category; empty groups are left out.
 *
 * @param favourites - the slugs of starred tools.
 */
export function offeredTools(tools: readonly Tool[], query: string, favourites: readonly string[] = []): ToolGroup[] {
  if (query.trim() === '') {
    const starred = tools.filter(({ slug }) => favourites.includes(slug));
    const all = byCategory(tools).map(({ title, entries }) => ({ title, tools: entries }));
    return starred.length === 0 ? all : [{ title: 'Favourites', tools: starred }, ...all];
  }
  const found = foundFor(tools, query);
  return found.length === 0 ? [] : [{ title: '', tools: found }];
}

/** Returns the next active option after an arrow key, cyclically. @param active - -1 if none is. */
export function nextActive(active: number, count: number, by: 1 | -1): number {
  if (count === 0) return -1;
  if (active === -1) return by === 1 ? 0 : count - 1;
  return (active + by + count) % count;
}
