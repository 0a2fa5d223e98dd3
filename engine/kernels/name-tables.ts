import { areas, type Kernels, memory, slackBytes } from './kernels.js';

/** The names of parameters that a set of options of `sanitize` removes. In lower case if case does not count. */
export interface NameChoice {
  readonly removed: Iterable<string>;
  /** Names that start with one of these are removed as well. Lower case of ASCII, beginning with a letter. */
  readonly prefixes: readonly string[];
  /** Names that stay although they start with a prefix; none of them is removed. */
  readonly kept: Iterable<string>;
  readonly ignoreCase: boolean;
  /** URLs that have one of these are left to others. In lower case; their case does not count. */
  readonly signing: readonly string[];
}

/** Hosts in lower case, with a key that no other hosts have. */
export interface HostChoice {
  readonly key: string;
  readonly hosts: Iterable<string>;
}

/** How the memory of an area is divided among tables. */
interface Places {
  readonly start: number;
  readonly bytes: number;
}

const namePlaces: Places = { start: areas.names.start, bytes: 16_384 };
const nameOwners: (NameTable | undefined)[] = Array(Math.floor(areas.names.bytes / namePlaces.bytes)).fill(undefined);
const hostPlaces: Places = { start: areas.hosts.start, bytes: 32_768 };
const hostTables = new Map<string, number>();
/** The place of names that is overwritten next. */
let nextPlace = 0;

const [removedKind, keptKind] = [1, 2];

/** Whether UTF-8 has all characters of a text, which it has not of halves of surrogate pairs. */
function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}

/** Names of a set of options, which are in the memory of the kernels while they are used. */
export class NameTable {
  readonly #texts: readonly (readonly [text: string, kind: number])[];
  readonly #prefixes: string;
  readonly #options: number;
  readonly #hosts: HostChoice | undefined;
  readonly #signing: readonly string[];
  #hasRoom = true;
  #place = -1;
  #namesStart = 0;
  #signingStart = 0;

  /** @param hosts - whose URLs are left to others; undefined if there are none. */
  constructor({ removed, prefixes, kept, ignoreCase, signing }: NameChoice, hosts: HostChoice | undefined) {
    // What has half of a pair is no name of a URL that the kernels are given.
    const of = (names: Iterable<string>, kind: number) =>
      [...new Set(names)].filter(isWellFormed).map((name) => [name, kind] as const);
    this.#texts = [...of(removed, removedKind), ...of(prefixes.length > 0 ? kept : [], keptKind)];
    this.#prefixes = prefixes.map((prefix) => String.fromCharCode(prefix.length) + prefix).join('');
    const heedsPlus = this.#texts.some(([name, kind]) => kind === keptKind || name.includes(' '));
    this.#options = (ignoreCase ? 1 : 0) | (heedsPlus ? 2 : 0);
    this.#hosts = hosts;
    this.#signing = signing;
  }

  /** Makes the kernels remove these names. @returns whether there was room for them. */
  use(kernels: Kernels): boolean {
    const hosts = this.#hosts === undefined ? 0 : tableOfHosts(kernels, this.#hosts);
    if (hosts === undefined || !this.#hasRoom) return false;
    if (nameOwners[this.#place] !== this) this.#write(kernels);
    if (!this.#hasRoom) return false;
    const prefixes = this.#prefixes === '' ? 0 : this.#start();
    kernels.useNames(this.#namesStart, prefixes, hosts, this.#signingStart, this.#options, areas.input.start);
    return true;
  }

  #start(): number {
    return namePlaces.start + this.#place * namePlaces.bytes;
  }

  #write(kernels: Kernels): void {
    this.#place = nextPlace;
    nameOwners[nextPlace] = this;
    nextPlace = (nextPlace + 1) % nameOwners.length;
    const start = this.#start();
    memory.write(`${this.#prefixes}\0`, start, 'latin1');
    const end = start + namePlaces.bytes;
    this.#namesStart = aligned(start + this.#prefixes.length + 1);
    const behind = writeTable(kernels, this.#texts, this.#namesStart, end);
    this.#hasRoom = behind !== undefined && this.#writeSigning(kernels, aligned(behind), end);
  }

  #writeSigning(kernels: Kernels, start: number, end: number): boolean {
    this.#signingStart = this.#signing.length > 0 ? start : 0;
    const texts = this.#signing.map((name) => [name, removedKind] as const);
    return this.#signingStart === 0 || writeTable(kernels, texts, start, end) !== undefined;
  }
}

function tableOfHosts(kernels: Kernels, { key, hosts }: HostChoice): number | undefined {
  const known = hostTables.get(key);
  if (known !== undefined) return known;
  const start = hostPlaces.start + hostTables.size * hostPlaces.bytes;
  if (start + hostPlaces.bytes > areas.hosts.start + areas.hosts.bytes) return undefined;
  const texts = Array.from(hosts, (host) => [host, removedKind] as const);
  if (writeTable(kernels, texts, start, start + hostPlaces.bytes) === undefined) return undefined;
  hostTables.set(key, start);
  return start;
}

function aligned(address: number): number {
  return (address + 3) & ~3;
}

/**
 * Writes a table of texts, and behind it the texts.
 *
 * @returns the address behind them; undefined if there is no room.
 */
function writeTable(
  { addText }: Kernels,
  texts: readonly (readonly [text: string, kind: number])[],
  start: number,
  end: number,
): number | undefined {
  // A third of the slots stay empty.
  const slots = 2 ** Math.ceil(Math.log2(1.5 * texts.length + 1));
  let to = start + 4 + 8 * slots;
  if (to > end) return undefined;
  memory.fill(0, start, to);
  memory.writeUInt32LE(slots - 1, start);
  for (const [text, kind] of texts) {
    const length = Buffer.byteLength(text);
    if (to + length + slackBytes > end) return undefined;
    memory.write(text, to);
    addText(start, to, length, kind);
    to += length;
  }
  return to;
}
