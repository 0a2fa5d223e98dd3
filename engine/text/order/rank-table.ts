import { areas, memory } from '../../kernels/kernels.js';
import type { PrimaryRanks } from './primary-ranks.js';
import { emoji } from './repertoire.js';

/** The parts of the area `ranks`, as engine/kernels/assembly/ranks.ts reads them: entries of 16 bits. */
const units = new Uint16Array(memory.buffer, areas.ranks.start, 0x10000);
const pairs = new Uint16Array(memory.buffer, units.byteOffset + units.byteLength, emoji.last - emoji.first + 1);
const prevowels = new Uint16Array(memory.buffer, pairs.byteOffset + pairs.byteLength, 8);
/** Four entries for each expansion, filled up with zeros. */
const expansions = new Uint16Array(
  memory.buffer,
  prevowels.byteOffset + prevowels.byteLength,
  Math.floor((areas.ranks.start + areas.ranks.bytes - prevowels.byteOffset - prevowels.byteLength) / 8) * 4,
);
const ranksPerExpansion = 4;

/** Ranks are less. The entry of a character that expands is this number and an index. */
const firstExpansion = 0xc000;
const complex = 0xfffe;

/** The version of the ranks that the kernels have. */
let written: number | undefined;

/**
 * Gives the kernels what is known of the alphabetical order.
 *
 * @returns whether there was room for all of it.
 */
export function writeRanks(primary: PrimaryRanks): boolean {
  if (written === primary.version) return true;
  written = undefined;
  const known = [...primary.expansions].filter(([unit]) => unit < 0x10000);
  if (primary.count >= firstExpansion || (known.length + 1) * ranksPerExpansion > expansions.length) return false;
  units.set(primary.units);
  // A surrogate is no character.
  units.fill(complex, 0xd800, 0xe000);
  pairs.set(primary.pairs.subarray(emoji.first - 0x10000, emoji.last + 1 - 0x10000));
  prevowels.fill(0);
  prevowels.set(primary.prevowels);
  expansions.fill(0);
  for (const [index, [unit, expansion]] of known.entries()) {
    units[unit] = firstExpansion + index + 1;
    for (let at = 0; at < expansion.length; at++) {
      expansions[(index + 1) * ranksPerExpansion + at] = primary.units[expansion.charCodeAt(at)] ?? 0;
    }
  }
  written = primary.version;
  return true;
}

/** Says that the kernels have changed the table. */
export function forgetRanks(): void {
  written = undefined;
}
