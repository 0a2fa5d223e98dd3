import { compiled } from './compiled.js';

/**
 * The kernels: loops over bytes in WebAssembly, 16 bytes at a time. Their source is in the folder assembly. Addresses and
 * lengths are in bytes of {@link memory}. None of them keeps anything from one call to the next, except where it stopped.
 */
export interface Kernels {
  readLatin1(from: number, end: number, target: number): number;
  readUnits(from: number, end: number, target: number): number;
  stopOfReader(): number;
  widen(from: number, end: number): number;
  writeLatin1(from: number, end: number, target: number): number;
  writeUnits(from: number, end: number, target: number): number;
}

const pageBytes = 65_536;
/** 5 MB for each thread. Pages that are never written take no memory. */
const pages = 76;

const wasmMemory = new WebAssembly.Memory({ initial: pages, maximum: pages });

/** The memory of the kernels; it never moves. Whoever uses it may overwrite what was there, see {@link areas}. */
export const memory: Buffer<ArrayBuffer> = Buffer.from(wasmMemory.buffer);

/** Bytes that a kernel may read or write behind what it was asked for. */
export const slackBytes = 64;

/** How the memory is divided. All of it is free between two calls from outside of this folder. */
export const areas = {
  /** A piece of what is read. The kernels' own constants are before it. */
  input: { start: pageBytes / 16, bytes: 2 * pageBytes },
  /** What is written. */
  output: { start: 3 * pageBytes, bytes: (pages - 3) * pageBytes - slackBytes },
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
    return exports as unknown as Kernels;
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}
