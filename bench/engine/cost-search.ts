import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { costName, optionCharacters } from '#engine/catalogue/tool-costs.js';
import { ToolError } from '#engine/core/errors.js';
import { librariesLoaded } from '#engine/core/lazy-library.js';
import { OutputLimit } from '#engine/core/tool.js';
import { inlineCharacters } from '#engine/core/work-budget.js';
import { type CostFinding, type CostFindings, costLengths, hardestTimes, shortCharacters } from './cost-timing.js';
import { leastMicroseconds, quickMs } from './exact-clock.js';
import { hostileTexts } from './hostile-texts.js';
import { choicesAndBounds, configVariants } from './option-variants.js';
import { toolInput } from './tool-inputs.js';

const limit = new OutputLimit(inlineCharacters);
const longestShown = 120;

/** The last output: a call whose result nobody wants may be compiled away. */
let output = '';

/** A text that can be made in several lengths, with options. */
interface Subject {
  readonly name: string;
  readonly isEveryday: boolean;
  /** Returns the text and the options for it. */
  work(characters: number): Work;
}

interface Work {
  readonly text: string;
  readonly config: object;
}

/** How many of the texts that look hardest are measured exactly, of each kind. */
const candidates = 3;

/** Finds the hardest texts of a tool for each of its classes of cost, and measures what they cost. */
export function costsOf(entry: CatalogueEntry, category: string): CostFindings {
  const byName = new Map<string, object[]>();
  const [given = {}] = [shortCharacters, 1_000]
    .map((characters) => toolInput(category, entry.tool.slug, characters)?.config ?? {})
    .filter((config) => validConfig(entry, config) !== undefined);
  for (const config of configVariants(entry, given, choicesAndBounds)) {
    const name = costName(entry.tool, config);
    byName.set(name, [...(byName.get(name) ?? []), config]);
  }
  // First those without a library: once it is loaded, nobody can tell who else would load it.
  const names = [...byName.keys()].sort((a, b) => a.length - b.length);
  return Object.fromEntries(names.map((name) => [name, costOf(entry, category, byName.get(name) ?? [])]));
}

interface Timed extends Work {
  readonly subject: Subject;
  /** What the text should cost at least: all of an everyday text, a part of a hard one. */
  readonly microseconds: number;
}

function costOf(entry: CatalogueEntry, category: string, configs: readonly object[]): CostFinding {
  const subjects = subjectsOf(entry, category, configs);
  const before = librariesLoaded();
  for (const { name, config, text } of triedTexts(entry, subjects, configs)) {
    call(entry, { text, config });
    if (librariesLoaded() > before) return { kind: 'library', options: name };
  }
  const measured = (subject: Subject, characters: number): Timed => {
    const work = subject.work(characters);
    const microseconds = leastMicroseconds(() => call(entry, work));
    return { ...work, subject, microseconds: subject.isEveryday ? microseconds : microseconds / hardestTimes };
  };
  const hardest = (characters: number) => {
    const timed = subjects.map((subject) => {
      const work = subject.work(characters);
      return { subject, ms: quickMs(() => call(entry, work)) };
    });
    const sorted = timed.toSorted((a, b) => b.ms - a.ms).map(({ subject }) => subject);
    return [true, false].flatMap((isEveryday) =>
      sorted.filter((subject) => subject.isEveryday === isEveryday).slice(0, candidates),
    );
  };
  const long = hardest(1_000).flatMap((subject) => costLengths.map((length) => measured(subject, length)));
  if (librariesLoaded() > before) return { kind: 'library', options: 'with a long text' };
  const examples = exampleSubjects(entry, configs).map((subject) => measured(subject, Number.POSITIVE_INFINITY));
  const all = [...hardest(shortCharacters).map((subject) => measured(subject, shortCharacters)), ...long, ...examples];
  const fewest = Math.min(...configs.map((config) => optionCharacters(entry.tool, config)));
  const isShort = (each: Timed) =>
    each.text.length <= shortCharacters && charactersIn(entry, each) <= 2 * fewest + 4 * shortCharacters;
  const [short, others] = [all.filter(isShort), all.filter((each) => !isShort(each))];
  const [slowest] = short.toSorted((a, b) => b.microseconds - a.microseconds);
  const fixed = slowest?.microseconds ?? 0;
  const rates = others.map((each) => ({
    each,
    rate: (1_000 * (each.microseconds - fixed)) / charactersIn(entry, each),
  }));
  const [worst] = rates.toSorted((a, b) => b.rate - a.rate);
  const decisive = `${slowest?.subject.name} · ${worst?.each.subject.name}`;
  return { kind: 'cost', fixed, perThousand: Math.max(worst?.rate ?? 0, 0), decisive };
}

/** Texts that some tools load a library for, which the hostile ones are too short or too odd for. */
const tellingTexts = [
  'see bit.ly/3xYz, example.com',
  '| 漢字 | é |\n|:-:|-|\n| 👩‍👩‍👧 |\n',
  'http://xn--a.example/ ::1 2026-11-21',
];

/** Yields all that the tool is tried with, in short. */
function* triedTexts(entry: CatalogueEntry, subjects: readonly Subject[], configs: readonly object[]) {
  for (const subject of subjects) yield { name: subject.name, ...subject.work(shortCharacters) };
  const inputs = entry.tool.examples.map(({ input }) => input);
  for (const config of configs) {
    for (const text of [...inputs, ...tellingTexts]) yield { name: JSON.stringify(text), config, text };
  }
}

function charactersIn({ tool }: CatalogueEntry, { text, config }: Work): number {
  return text.length + optionCharacters(tool, config);
}

function call({ tool }: CatalogueEntry, { text, config }: Work): void {
  try {
    output = tool.run(text, config, limit);
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof RangeError)) throw error;
  }
}

const textsOfLength = new Map<number, ReadonlyMap<string, string>>();

function hostileText(characters: number, name: string): string {
  let texts = textsOfLength.get(characters);
  if (texts === undefined) {
    texts = new Map(Array.from(hostileTexts(characters), (each) => [each.name, each.text]));
    textsOfLength.set(characters, texts);
  }
  return texts.get(name) ?? '';
}

/** The texts of a tool with all of the options. */
function subjectsOf(entry: CatalogueEntry, category: string, configs: readonly object[]): readonly Subject[] {
  const { slug } = entry.tool;
  const everyday = (characters: number) => toolInput(category, slug, characters)?.input ?? '';
  const names = Array.from(hostileTexts(shortCharacters), ({ name }) => name);
  const withOptions = configs.flatMap((config): Subject[] => {
    const options = JSON.stringify(config).slice(0, longestShown);
    const hostile = names.map((name) => ({
      name: `${name} ${options}`,
      isEveryday: false,
      work: (characters: number) => ({ text: hostileText(characters, name), config }),
    }));
    const work = (characters: number) => ({ text: everyday(characters), config });
    return [{ name: `everyday text ${options}`, isEveryday: true, work }, ...hostile];
  });
  const own = validConfig(entry, toolInput(category, slug, shortCharacters)?.config ?? {});
  if (own === undefined || !isOneOf(configs, own)) return withOptions;
  const suitable = (characters: number): Work => {
    const { input = '', config = {} } = toolInput(category, slug, characters) ?? {};
    return { text: input, config: validConfig(entry, config) ?? own };
  };
  return [{ name: 'everyday text with its options', isEveryday: true, work: suitable }, ...withOptions];
}

/** The examples that have one of the configs. */
function exampleSubjects(entry: CatalogueEntry, configs: readonly object[]): readonly Subject[] {
  return entry.tool.examples.flatMap(({ input, config: given = {} }, index) => {
    const config = validConfig(entry, given);
    if (config === undefined || !isOneOf(configs, config)) return [];
    return [{ name: `example ${index + 1}`, isEveryday: true, work: () => ({ text: input, config }) }];
  });
}

function validConfig({ validateConfig }: CatalogueEntry, given: object): object | undefined {
  const config = structuredClone(given);
  return validateConfig(config) === undefined ? config : undefined;
}

function isOneOf(configs: readonly object[], config: object): boolean {
  const json = JSON.stringify(config);
  return configs.some((each) => JSON.stringify(each) === json);
}

/** So that no call is compiled away. */
export function lastOutput(): string {
  return output;
}
