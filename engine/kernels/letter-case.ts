import { areas, memory } from './kernels.js';

/** Code points that have one or two bytes in UTF-8. */
const codePoints = 0x800;

/** For each code point the two bytes that it becomes; 0 for what is left to the built-in conversion. */
const tables = {
  lower: new Uint16Array(memory.buffer, areas.cases.start, codePoints),
  upper: new Uint16Array(memory.buffer, areas.cases.start + 2 * codePoints, codePoints),
} as const;

/** Returns the address of the table for `changeCase`. */
export function casesOf(which: keyof typeof tables): number {
  const table = tables[which];
  // That of é.
  if (table[0xe9] === 0) learn(which);
  return table.byteOffset;
}

function learn(which: keyof typeof tables): void {
  const table = tables[which];
  for (let codePoint = 0x80; codePoint < codePoints; codePoint++) {
    const character = String.fromCharCode(codePoint);
    const bytes = Buffer.from(which === 'lower' ? character.toLowerCase() : character.toUpperCase());
    // At the end of a word, Σ is written ς; I with a dot above becomes a plain i.
    const hasContext = which === 'lower' && (codePoint === 0x3a3 || codePoint === 0x307);
    table[codePoint] = bytes.byteLength === 2 && !hasContext ? bytes.readUInt16LE() : 0;
  }
}
