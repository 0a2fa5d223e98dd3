/// <reference path="./webassembly.d.ts" />
import { randomBytes } from 'node:crypto';
import { compiled } from './compiled.js';

/**
 * The kernels: loops over bytes in WebAssembly, 16 bytes at a time. Their source is in the folder assembly. Addresses and
 * lengths are in bytes of {@link memory}. None of them keeps anything from one call to the next, except where it stopped.
 */
export interface Kernels {
  addText(table: number, from: number, length: number, kind: number): void;
  bytesToOrder(count: number): number;
  changeCase(from: number, end: number, cases: number, isUpper: boolean): number;
  cleanUrls(table: number, first: number, count: number, target: number, escapes: boolean): number;
  countComplex(): number;
  countUnits(table: number, count: number): number;
  countWritten(): number;
  distinctLines(table: number, compared: number, count: number, slots: number, slotCount: number): number;
  endOfLines(): number;
  endOfList(): number;
  endOfTextLines(): number;
  foundText(): number;
  jsonUnits(from: number, end: number): number;
  listFeatures(): number;
  listUnits(): number;
  lowerLines(table: number, count: number, cases: number, target: number, written: number): number;
  orderLines(
    table: number,
    count: number,
    ranks: number,
    highest: number,
    memory: number,
    open: number,
    unknown: number,
    mostOpen: number,
  ): number;
  readLatin1(from: number, end: number, target: number): number;
  readList(from: number, table: number, most: number): number;
  readTextLines(from: number, target: number, table: number, most: number): number;
  readUnits(from: number, end: number, target: number): number;
  reverseLines(table: number, count: number): void;
  splitLines(table: number, count: number, target: number, most: number): number;
  stopOfCleaner(): number;
  stopOfReader(): number;
  useNames(names: number, prefixes: number, hosts: number, signing: number, options: number, freeMemory: number): void;
  textFeatures(): number;
  textUnits(): number;
  trimLines(table: number, count: number, sides: number, drops: boolean): number;
  useSecret(high: number, low: number): void;
  widen(from: number, end: number): number;
  writeLatin1(from: number, end: number, target: number): number;
  writeLines(
    table: number,
    count: number,
    reverses: boolean,
    dedupes: boolean,
    lineEnd: number,
    target: number,
    limit: number,
  ): number;
  writeUnits(from: number, end: number, target: number): number;
}

const pageBytes = 65_536;
/** 5 MB for each thread. Pages that are never written take no memory. */
const pages = 76;
/** Pages whose content stays. */
const keptPages = 7;
/** Those of them that the ranks of characters take. */
const rankPages = 3;

const wasmMemory = new WebAssembly.Memory({ initial: pages, maximum: pages });

/** The memory of the kernels; it never moves. Whoever uses it may overwrite what was there, see {@link areas}. */
export const memory: Buffer<ArrayBuffer> = Buffer.from(wasmMemory.buffer);

/** Bytes that a kernel may read or write behind what it was asked for. */
export const slackBytes = 64;

/** Pages of the lists: a table of up to 5,001 pairs of addresses, what was read, and what is made of it. */
const listPages = 34;

/** Pages of a text: a table of its lines, and its bytes. No text that a request may have is longer. */
const textTablePages = 16;
const textPages = 24;

/**
 * How the memory is divided. All of it but `cases`, `names`, `hosts` and `ranks` is free between two calls from outside of
 * this folder: strings, lists and texts have the same place.
 */
export const areas = {
  /** A piece of what is read. The kernels' own constants are before it. */
  input: { start: pageBytes / 16, bytes: 2 * pageBytes },
  /** For lower and for upper case, what becomes of characters of two bytes. */
  cases: { start: 2.5 * pageBytes, bytes: pageBytes / 8 },
  /** What is written. */
  output: { start: 3 * pageBytes, bytes: (pages - keptPages - 3) * pageBytes - slackBytes },
  /** Pairs of an address and an end, for the strings of a list. */
  table: { start: 3 * pageBytes, bytes: pageBytes },
  /** The strings of a list. */
  list: { start: 4 * pageBytes, bytes: listPages * pageBytes - slackBytes },
  /** What is made of a list. */
  made: {
    start: (4 + listPages) * pageBytes,
    bytes: (pages - keptPages - listPages - 4) * pageBytes - slackBytes,
  },
  /** As `table`, for the lines of one long text. */
  textTable: { start: 3 * pageBytes, bytes: textTablePages * pageBytes },
  /** The lines of the text. */
  text: { start: (3 + textTablePages) * pageBytes, bytes: textPages * pageBytes - slackBytes },
  /** What is made of the text. */
  textMade: {
    start: (3 + textTablePages + textPages) * pageBytes,
    bytes: (pages - keptPages - textTablePages - textPages - 3) * pageBytes - slackBytes,
  },
  /** Tables of the names of parameters, each for some options of `sanitize`, from one call to the next. */
  names: { start: (pages - keptPages) * pageBytes, bytes: 2.5 * pageBytes },
  /** Tables of hosts that have rules, in the same way. */
  hosts: { start: (pages - rankPages - 1.5) * pageBytes, bytes: 1.5 * pageBytes },
  /** What the engine has learned of the alphabetical order, see `writeRanks` in engine/text/order. */
  ranks: { start: (pages - rankPages) * pageBytes, bytes: rankPages * pageBytes },
} as const;

let loaded: { readonly kernels: Kernels | undefined } | undefined;

/** Returns the kernels; undefined if the processor or the program that runs this has no SIMD. */
export function loadKernels(): Kernels | undefined {
  loaded ??= { kernels: instance() };
  return loaded.kernels;
}

function instance(): Kernels | undefined {
  try {
    const module = new WebAssembly.Module(Buffer.from(compiled, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: wasmMemory } });
    const kernels = exports as unknown as Kernels;
    const secret = randomBytes(8);
    kernels.useSecret(secret.readUInt32LE(0), secret.readUInt32LE(4));
    return kernels;
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}
