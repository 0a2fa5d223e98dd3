import { type ByteOf, byteReader, type EncodingName, windowsCharacter } from './misread-encodings.js';
import { plausibleSequences } from './plausibility.js';
import { type Utf8Sequence, utf8Sequences } from './utf8-sequences.js';

type Reading = EncodingName | 'western';

/** From the likeliest on: of those that explain equally much, the first counts. */
const readings: readonly Reading[] = ['western', 'cp1250', 'latin2', 'cp1251', 'macroman', 'cp437'];

const byteReaders: Record<Reading, ByteOf> = {
  western: byteReader('western'),
  cp1252: byteReader('cp1252'),
  latin1: byteReader('latin1'),
  cp1250: byteReader('cp1250'),
  latin2: byteReader('latin2'),
  cp1251: byteReader('cp1251'),
  macroman: byteReader('macroman'),
  cp437: byteReader('cp437'),
};

/**
 * Repairs a line once, if that makes it more plausible.
 *
 * @returns the line itself if there is nothing to repair.
 */
export function repairLine(line: string, from: EncodingName | 'auto'): string {
  const nonAscii = line.replace(/[\0-\x7f]+/g, '').length;
  if (nonAscii === 0) return line;
  let best: readonly Utf8Sequence[] = [];
  let bestReading: Reading | undefined;
  let most = 0;
  for (const reading of from === 'auto' ? readings : [from]) {
    const found = sequencesToRepair(line, reading);
    const explained = found.reduce((sum, { start, end }) => sum + end - start, 0);
    if (explained <= most) continue;
    best = found;
    bestReading = reading;
    most = explained;
    if (explained === nonAscii) break;
  }
  const repaired = replaced(line, best);
  const isWestern = from === 'cp1252' || (from === 'auto' && (bestReading ?? 'western') === 'western');
  return isWestern ? withLostBlanks(repaired, best.length > 0) : repaired;
}

function sequencesToRepair(line: string, reading: Reading): readonly Utf8Sequence[] {
  const byteOf = byteReaders[reading];
  return plausibleSequences(line, utf8Sequences(line, byteOf), reading);
}

function replaced(line: string, sequences: readonly Utf8Sequence[]): string {
  if (sequences.length === 0) return line;
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, decoded } of sequences) {
    parts.push(line.slice(copied, start), decoded);
    copied = end;
  }
  parts.push(line.slice(copied));
  return parts.join('');
}

/**
 * Repairs `à` whose second byte, a no-break space, became a blank. In a line with other damage `Ã` can be a word; after
 * a small letter it is always damage, as no word continues with a capital.
 */
function withLostBlanks(line: string, isDamaged: boolean): string {
  if (!line.includes('Ã ')) return line;
  const inWords = line.replace(/(?<=\p{Ll})Ã(?: (?= )|(?= ))/gu, 'à');
  return isDamaged ? inWords.replace(/(?<!\p{L})Ã s(?= )/gu, 'às').replace(/(?<!\p{L})Ã(?= )/gu, 'à') : inWords;
}

/** Replaces the control characters that are quotes and dashes in Windows-1252: no text contains those controls. */
export function withoutControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => windowsCharacter(control) ?? control);
}
