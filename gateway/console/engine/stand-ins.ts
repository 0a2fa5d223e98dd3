import trackingParameters from '../../../data/tracking-parameters.json' with { type: 'json' };

/** Stand for modules of the engine, and for what it uses of small modules of Node.js. */

/** engine/core/json.ts: here JSON is no bytes. */
export const encodeJson = undefined;

/** engine/core/time-limit.ts: a person stops what takes too long. */
export class TimeLimitExceeded extends Error {}

export function withTimeLimit<Result>(_limitMs: number, execute: () => Result): Result {
  return execute();
}

/** engine/core/program-folder.ts and `node:fs`: there is one file. */
export function programFile(path: string): string {
  return path;
}

export function readFileSync(): string {
  return JSON.stringify(trackingParameters);
}

/** engine/kernels/compiled.ts: without kernels. */
export const compiled = '';

/** `node:perf_hooks` */
export const performance = globalThis.performance;

/** `node:os` */
export function endianness(): 'LE' {
  return 'LE';
}

/** `node:url`, of which the catalogue uses what a bundle does not reach. */
export function pathToFileURL(path: string): { readonly href: string } {
  return { href: path };
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (0xedb88320 & -(rest & 1));
  return rest >>> 0;
});

/** `node:zlib` */
export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number);
  return ~crc >>> 0;
}
