import { diceCoefficient } from '#engine/text/words/similarity.js';
import type { Tool } from './tool.js';

/** Returns the tools whose slugs are most like a slug that does not exist, best first. */
export function nearestTools(tools: Iterable<Tool>, slug: string, count: number): Tool[] {
  const wanted = [...slug.toLowerCase()];
  return Array.from(tools, (tool) => ({ tool, likeness: diceCoefficient(wanted, [...tool.slug]) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ tool }) => tool);
}

/** Returns the places where words of a text begin with a word of the query: `[start, end)` each, in order. */
export function foundIn(text: string, query: string): [start: number, end: number][] {
  const wanted = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found: [number, number][] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const lengths = wanted.filter((each) => word.toLowerCase().startsWith(each)).map(({ length }) => length);
    if (lengths.length > 0) found.push([index, index + Math.min(word.length, Math.max(...lengths))]);
  }
  return found;
}
