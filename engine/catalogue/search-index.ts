import { categoryTitle } from './categories.js';
import { everydayTasks } from './everyday-tasks.js';
import { type Side, spaced, stemOf, stemsAndPhrasesOf, wordsOf } from './search-terms.js';
import { passedOver } from './search-words.js';

// Found by trial. With half or twice of a weight, 4 in 100 of the tests' questions at most win or lose their first place.
/** How much a word counts by where it is found. */
const weights = { slug: 5, title: 3, description: 1.5, tasks: 1, options: 0.5, category: 0.4 };

/** A tool as the search reads it: a document of `GET /v1/tools`. */
export interface SearchedTool {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly config: { readonly properties: Readonly<Record<string, SearchedOption>> };
}

interface SearchedOption {
  readonly enum?: unknown;
  readonly items?: object;
  readonly description?: unknown;
}

/** Where a stem or word is found: the weight by the position of the tool in {@link SearchIndex.tools}. */
export type Places = ReadonlyMap<number, number>;

/** One way in which a word of a query is found. */
export interface Match {
  readonly stem: string;
  readonly places: Places;
  /** How much it counts; 1 for the word itself. */
  readonly counts: number;
}

/** A word as it is written. */
export interface WrittenWord {
  readonly stem: string;
  /** Without options: while a user types, they would add too many tools. */
  readonly places: Map<number, number>;
  /** The part of `places` in slugs and titles. */
  readonly names: Map<number, number>;
}

export interface SearchIndex<Tool> {
  /** In the order of their slugs. */
  readonly tools: readonly Tool[];
  readonly stems: ReadonlyMap<string, Places>;
  readonly words: ReadonlyMap<string, WrittenWord>;
  /** What people need a tool for, in phrases. */
  readonly tasks: readonly Task[];
  /** The tasks that have a stem, by their position. */
  readonly tasksWith: ReadonlyMap<string, readonly number[]>;
  /** By tool, the stems of its slug. */
  readonly slugs: readonly (readonly string[])[];
  /** By tool, the sides of the words of a slug such as csv-to-sql. */
  readonly sides: readonly ReadonlyMap<string, Side>[];
}

/** A phrase of `everyday-tasks.ts`. */
export interface Task {
  /** Position of its tool in {@link SearchIndex.tools}. */
  readonly at: number;
  /** What all of its stems weigh together. */
  readonly weight: number;
}

/** Reads all words of the tools. Takes some milliseconds: made once for each list of tools. */
export function indexOf<Tool extends SearchedTool>(all: Iterable<Tool>): SearchIndex<Tool> {
  const tools = [...all].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const stems = new Map<string, Map<number, number>>();
  const words = new Map<string, WrittenWord>();
  tools.forEach((tool, at) => {
    const unwritten = [
      [weights.options, optionsText(tool)],
      [weights.tasks, tasksText(tool)],
    ] as const;
    for (const [weight, text] of [...textsOf(tool), ...unwritten]) {
      for (const stem of new Set(stemsAndPhrasesOf(text))) add(placesOf(stems, stem), at, weight);
    }
    for (const [weight, text] of textsOf(tool)) {
      for (const word of new Set(writtenWords(text))) {
        const written = words.get(word) ?? { stem: stemOf(word), places: new Map(), names: new Map() };
        words.set(word, written);
        add(written.places, at, weight);
        if (weight >= weights.title) add(written.names, at, weight);
      }
    }
  });
  const slugs = tools.map(({ slug }) => wordsOf(slug));
  const rarity = (stem: string) => rarityOf(tools.length, stems.get(stem)?.size ?? 0);
  const tasks: Task[] = [];
  const tasksWith = new Map<string, number[]>();
  tools.forEach((tool, at) => {
    for (const phrase of tasksText(tool).split(/[,;] /)) {
      const found = new Set(
        wordsOf(phrase)
          .filter((word) => !passedOver.has(word))
          .map(stemOf),
      );
      for (const stem of found) tasksWith.set(stem, [...(tasksWith.get(stem) ?? []), tasks.length]);
      tasks.push({ at, weight: [...found].reduce((sum, stem) => sum + rarity(stem), 0) });
    }
  });
  return {
    tools,
    stems,
    words,
    tasks,
    tasksWith,
    slugs: slugs.map((slug) => slug.map(stemOf)),
    sides: slugs.map(sidesOf),
  };
}

/** The inverse document frequency of BM25 for a word that some of all tools have. */
export function rarityOf(all: number, found: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5));
}

/** The words of a text in lower case, single letters and numbers too. */
export function writtenWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function placesOf(stems: Map<string, Map<number, number>>, stem: string): Map<number, number> {
  const places = stems.get(stem) ?? new Map<number, number>();
  stems.set(stem, places);
  return places;
}

function add(places: Map<number, number>, at: number, weight: number): void {
  places.set(at, (places.get(at) ?? 0) + weight);
}

/** The texts of a tool, without its options, by how much a word in them counts. */
function textsOf({ slug, title, description, category }: SearchedTool): (readonly [weight: number, text: string])[] {
  return [
    [weights.slug, slug],
    [weights.title, `${title} ${spaced(title)}`],
    [weights.description, `${description} ${spaced(description)}`],
    [weights.category, categoryTitle(category)],
  ];
}

/** What people need the tool for. Found by what they mean, not while they type a word of it. */
function tasksText({ slug }: SearchedTool): string {
  return Object.hasOwn(everydayTasks, slug) ? (everydayTasks[slug] ?? '') : '';
}

/** The names of the options, the values that they list, and their descriptions. */
function optionsText({ config }: SearchedTool): string {
  const texts = Object.entries(config.properties).map(([name, schema]) => {
    const { items = {} } = schema;
    const values = [schema.enum, 'enum' in items ? items.enum : undefined].filter(Array.isArray).flat();
    return [spaced(name), ...values, schema.description].join(' ');
  });
  return texts.join(' ');
}

function sidesOf(slugWords: readonly string[]): ReadonlyMap<string, Side> {
  const to = slugWords.indexOf('to');
  if (to < 1) return new Map();
  return new Map(slugWords.map((word, at) => [stemOf(word), at < to ? 'source' : 'target']));
}
