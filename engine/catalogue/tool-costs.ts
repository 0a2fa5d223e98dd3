import type { Tool } from '../core/tool.js';
import { measuredCosts } from './measured-costs.js';

/** What work costs, in microseconds of processor time. The hardest text may cost four times as much. */
export interface Cost {
  /** For a text of some characters. */
  readonly fixed: number;
  /** For each 1,000 characters of the text, in UTF-16 code units. */
  readonly perThousand: number;
}

/** What the cost of a tool depends on. */
type ToolFacts = Pick<Tool, 'slug' | 'costClasses' | 'charactersFromOptions' | 'inner'>;

/** The cost of what was not measured, or must not run on the event loop. */
const unbounded: Cost = { fixed: Number.POSITIVE_INFINITY, perThousand: 0 };

/** Returns the name under which the cost of a tool was measured, with a config that was validated. */
export function costName({ slug, costClasses = {} }: ToolFacts, config: unknown): string {
  for (const [name, applies] of Object.entries(costClasses)) if (applies(config)) return `${slug}:${name}`;
  return slug;
}

/**
 * Returns what a tool costs, with a config that was validated, whose texts it reads too: what its steps cost together if
 * it runs other tools; infinitely much if it was not measured, if it loads a library (the event loop would wait for it,
 * and keep it in memory), or if a user's pattern decides how long it takes.
 */
export function costOfTool(tool: ToolFacts, config: unknown): Cost {
  const { fixed, perThousand } = tool.inner?.costWith(config) ?? measuredCost(costName(tool, config));
  return { fixed: fixed + (perThousand * optionCharacters(tool, config)) / 1_000, perThousand };
}

/** Returns what something else than a tool costs: `run`, for instance, is all of a request but its steps. */
export function measuredCost(name: string): Cost {
  const measured = Object.hasOwn(measuredCosts, name) ? measuredCosts[name] : undefined;
  if (typeof measured !== 'object') return unbounded;
  const [fixed, perThousand] = measured;
  return { fixed, perThousand };
}

/** Returns what a text costs, in microseconds. @param characters - in UTF-16 code units. @param texts - how many it is. */
export function microsecondsOf({ fixed, perThousand }: Cost, characters: number, texts = 1): number {
  return fixed * texts + (perThousand * characters) / 1_000;
}

/** Returns how many characters a tool has to read and write because of its options. */
export function optionCharacters({ charactersFromOptions }: ToolFacts, config: unknown): number {
  return charactersOf(config) + (charactersFromOptions?.(config) ?? 0);
}

/** Returns the length of all texts and names in a JSON value; other values count as one character. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + charactersOf(member), 0);
}
