import { hostilePieces, randomNumbers } from '#bench/engine/hostile-texts.js';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { maxInputCharacters } from '#engine/core/limits.js';
import { configsOf } from './tool-configs.js';

/** A request to `POST /v1/run`. */
export interface HostileJob {
  readonly input: string;
  readonly steps: readonly { readonly toolSlug: string; readonly config: object }[];
}

/** The maximum of the option `times` of repeat-text. */
const mostRepeats = 10_000;

/** Returns steps that make a long text from a piece: at most this many characters, and not many fewer. */
export function repeated(piece: string, characters: number): HostileJob['steps'] {
  const times = Math.max(1, Math.floor(characters / piece.length));
  const first = Math.min(times, mostRepeats);
  const second = Math.floor(times / first);
  return [first, second]
    .filter((count, index) => count > 1 || index === 0)
    .map((count) => ({ toolSlug: 'repeat-text', config: { times: count } }));
}

/** An option with a number or a text as large as it may be. */
function grownConfigs({ tool, validateConfig }: CatalogueEntry): object[] {
  const written = tool.examples.map(({ config = {} }) => config);
  const grown = [{}, ...written].flatMap((base) =>
    Object.entries(tool.config.properties).flatMap(([name, schema]) =>
      largestValues(schema).map((value) => ({ ...base, [name]: value })),
    ),
  );
  return grown
    .map((config) => structuredClone(config) as object)
    .filter((config) => validateConfig(config) === undefined);
}

function largestValues(schema: {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}): readonly unknown[] {
  const { type, minimum, maximum, maxLength } = schema;
  if (type === 'integer' || type === 'number') return [minimum, maximum].filter((bound) => bound !== undefined);
  if (type !== 'string') return [];
  const length = Math.min(maxLength ?? 1_000, 1_000);
  return ['x', 'é', '\n', '👍'].map((piece) => piece.repeat(Math.floor(length / piece.length)));
}

/** Yields jobs of a random mix over all tools, the same for the same seed. */
export class HostileJobs {
  readonly #random: Generator<number, never>;
  readonly #tools: readonly { readonly slug: string; readonly configs: readonly object[]; readonly texts: string[] }[];
  readonly #longest: number;

  /**
   * @param seed - from 1 to 2^31 - 2.
   * @param longest - how many characters a text can have before the tool runs.
   */
  constructor(catalogue: ReadonlyMap<string, CatalogueEntry>, seed: number, longest: number) {
    this.#random = randomNumbers(seed);
    this.#longest = longest;
    this.#tools = [...catalogue.values()].map((entry) => ({
      slug: entry.tool.slug,
      configs: [...configsOf(entry), ...grownConfigs(entry)],
      texts: entry.tool.examples.map(({ input }) => input).filter((input) => input !== ''),
    }));
  }

  /** Returns one job: steps that grow the text, and then one or two tools. */
  next(): HostileJob {
    const first = this.#pick(this.#tools);
    const pieces = this.#below(2) === 0 ? first.texts : hostilePieces;
    const input = this.#pick(pieces.length === 0 ? hostilePieces : pieces);
    const steps = [...repeated(input, this.#length()), this.#step(first)];
    if (this.#below(4) === 0) steps.push(this.#step(this.#pick(this.#tools)));
    return { input: input.slice(0, maxInputCharacters), steps };
  }

  /** Most texts are short, so that many jobs fit into the time; one in fifty has the maximum length. */
  #length(): number {
    const lot = this.#below(50);
    if (lot === 0) return this.#longest;
    return 2 ** (4 + this.#below(lot < 10 ? 14 : 8));
  }

  #step({ slug, configs }: { readonly slug: string; readonly configs: readonly object[] }) {
    return { toolSlug: slug, config: this.#pick(configs) };
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  #below(limit: number): number {
    return (this.#random.next().value >>> 7) % limit;
  }
}
