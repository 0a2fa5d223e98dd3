import { byCategory } from '../../../../../engine/catalogue/categories.js';
import { searchWhileTyping } from '../../../../../engine/catalogue/tool-search.js';
import type { Tool } from '../../session/tool.js';

/** Tools under one heading. */
export interface ToolGroup {
  /** '' for search results, which come best first. */
  readonly title: string;
  readonly tools: readonly Tool[];
}

/** Returns the tools for a query: without one, all by category; empty groups are left out. */
export function offeredTools(tools: readonly Tool[], query: string): ToolGroup[] {
  if (query.trim() === '') return byCategory(tools).map(({ title, entries }) => ({ title, tools: entries }));
  const found = searchWhileTyping(tools, query);
  return found.length === 0 ? [] : [{ title: '', tools: found }];
}

/** Returns the next active option after an arrow key, cyclically. @param active - -1 if none is. */
export function nextActive(active: number, count: number, by: 1 | -1): number {
  if (count === 0) return -1;
  if (active === -1) return by === 1 ? 0 : count - 1;
  return (active + by + count) % count;
}
