import { categoryTitle } from '../../../../engine/catalogue/categories.js';
import { diceCoefficient } from '../../../../engine/text/words/similarity.js';
import type { Tool } from './tool.js';

/** How much a word counts where it is found, by how it is found. */
const weights = {
  name: { whole: 12, start: 9, within: 5, alike: 3 },
  category: { whole: 3, start: 2, within: 0, alike: 0 },
  description: { whole: 2, start: 1.5, within: 0.5, alike: 0 },
} as const;

type Weights = (typeof weights)[keyof typeof weights];

/**
 * The tools in which all words of a query are found, best first: those with the words in their slug or title, then in
 * the description or the category. A wrong, missing, added or swapped letter in a longer word of the name is forgiven.
 */
export function searchTools(tools: Iterable<Tool>, query: string): Tool[] {
  const wanted = wordsOf(query);
  const all = [...tools];
  if (wanted.length === 0) return query.trim() === '' ? all : [];
  return all
    .map((tool) => ({ tool, score: scoreOf(tool, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

/** The tools whose slugs have most in common with one that there is not, best first. */
export function nearestTools(tools: Iterable<Tool>, slug: string, count: number): Tool[] {
  const wanted = [...slug.toLowerCase()];
  return Array.from(tools, (tool) => ({ tool, likeness: diceCoefficient(wanted, [...tool.slug]) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ tool }) => tool);
}

/** Where words of a query begin words of a text: `[start, end)` each, in order and apart. */
export function foundIn(text: string, query: string): [start: number, end: number][] {
  const wanted = wordsOf(query);
  const found: [number, number][] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const lengths = wanted.filter((each) => word.toLowerCase().startsWith(each)).map(({ length }) => length);
    if (lengths.length > 0) found.push([index, index + Math.min(word.length, Math.max(...lengths))]);
  }
  return found;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

interface ToolWords {
  readonly slug: readonly string[];
  /** Of the slug and the title. */
  readonly name: readonly string[];
  readonly category: readonly string[];
  readonly description: readonly string[];
}

const index = new WeakMap<Tool, ToolWords>();

/** The words of a tool, taken from its texts once. */
function indexed(tool: Tool): ToolWords {
  const known = index.get(tool);
  if (known !== undefined) return known;
  const slug = wordsOf(tool.slug);
  const words: ToolWords = {
    slug,
    name: [...slug, ...wordsOf(tool.title)],
    category: wordsOf(categoryTitle(tool.category)),
    description: wordsOf(tool.description),
  };
  index.set(tool, words);
  return words;
}

/** 0 if one of the words is nowhere. */
function scoreOf(tool: Tool, wanted: readonly string[]): number {
  const words = indexed(tool);
  let score = 0;
  for (const word of wanted) {
    const best = Math.max(
      worthOf(word, words.name, weights.name),
      worthOf(word, words.category, weights.category),
      worthOf(word, words.description, weights.description),
    );
    if (best === 0) return 0;
    score += best;
  }
  // Of names that have the words, the one that begins with them, and then the one with the fewest others.
  if (words.slug.join(' ').startsWith(wanted.join(' '))) score += weights.name.start;
  return score + 1 / (1 + words.slug.length);
}

function worthOf(wanted: string, words: readonly string[], { whole, start, within, alike }: Weights): number {
  if (words.includes(wanted)) return whole;
  if (words.some((word) => word.startsWith(wanted))) return start;
  if (wanted.length > 1 && words.some((word) => word.includes(wanted))) return within;
  return alike > 0 && words.some((word) => isAlike(wanted, word)) ? alike : 0;
}

/** Shorter words have too many others one letter away. */
const shortestTypo = 4;

/** Whether one letter is wrong, missing, too much, or has changed places with the next. */
function isAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < shortestTypo || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
