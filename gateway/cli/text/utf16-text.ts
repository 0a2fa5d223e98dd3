type Order = 'utf-16le' | 'utf-16be';

/** What the units of a text are. Names of scripts are their number of blocks of 128 characters. */
type UnitKind = number | 'common' | 'latin' | 'cjk' | 'hangul' | 'kana' | 'bad' | 'other';

function kindOf(unit: number, next: number): UnitKind {
  if (unit < 0x20) return unit === 9 || unit === 10 || unit === 13 || unit === 12 ? 'common' : 'bad';
  if (unit < 0x7f) return /[A-Za-z]/.test(String.fromCharCode(unit)) ? 'latin' : 'common';
  if (unit < 0xa0) return 'bad';
  if (unit < 0x250) return 'latin';
  if (unit < 0x370) return 'common';
  if (unit < 0x530) return unit < 0x400 ? 0x370 : 0x400;
  if (unit < 0x1200) return unit >> 7;
  if (unit >= 0x1e00 && unit < 0x2000) return unit < 0x1f00 ? 'latin' : 0x370;
  if ((unit >= 0x2010 && unit < 0x2040) || (unit >= 0x20a0 && unit < 0x20c0) || (unit >= 0x2100 && unit < 0x2300))
    return 'common';
  if (unit >= 0x3000 && unit < 0x3040) return 'cjk';
  if (unit >= 0x3040 && unit < 0x3130) return 'kana';
  if (unit >= 0x4e00 && unit < 0xa000) return 'cjk';
  if (unit >= 0xac00 && unit < 0xd7a4) return 'hangul';
  if (unit >= 0xff01 && unit < 0xffa0) return 'cjk';
  if (unit >= 0xd800 && unit < 0xdc00) return next >= 0xdc00 && next < 0xe000 ? 'common' : 'bad';
  return unit >= 0xdc00 && unit < 0xe000 ? 'common' : unit === 0xfeff ? 'common' : 'other';
}

/** How many units of a text have to be in one script or in all of them. */
const leastShare = 0.94;
/** So many Japanese syllables do not occur by chance. */
const leastKana = 0.4;
const fewestUnits = 4;
/** The share of units of which the lower byte is zero, such as 一 and the wide space. */
const mostZeros = 0.1;
/** At most half of the bytes of Latin in UTF-16 are printable ASCII. */
const mostPrintable = 0.7;

interface Reading {
  readonly order: Order;
  /** The share of units that are of one script. */
  readonly share: number;
  readonly kana: number;
}

/**
 * Returns which order of UTF-16 without a byte order mark bytes are in; undefined if they are no plausible text in either:
 * nearly all units are letters of one script, digits, blanks and signs.
 * Text in encodings of bytes has no controls; without any it has to be Japanese.
 *
 * @param isCut - whether the text goes on, so that its last unit may be incomplete.
 */
export function unmarkedUtf16(sample: Uint8Array, isCut: boolean): Order | undefined {
  if (sample.length % 2 === 1 && !isCut) return undefined;
  const [first, second] = [reading(sample, 'utf-16le'), reading(sample, 'utf-16be')];
  const best = first.share >= second.share ? first : second;
  if (best.share < leastShare) return undefined;
  if (hasControlsBeyondLines(sample) && !isAsciiWithControls(sample)) return best.order;
  return sample.length >= 2 * fewestUnits && best.kana >= leastKana ? best.order : undefined;
}

function hasControlsBeyondLines(sample: Uint8Array): boolean {
  return sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}

/** Tests for printable ASCII with controls, as terminals have it, or between zeros, as programs write lists of names. */
function isAsciiWithControls(sample: Uint8Array): boolean {
  let printable = 0;
  let isAscii = true;
  for (const byte of sample) {
    if (byte >= 0x20 && byte < 0x7f) printable++;
    else if (byte >= 0x80) isAscii = false;
  }
  return (isAscii || sample.includes(0)) && printable > mostPrintable * sample.length;
}

function reading(sample: Uint8Array, order: Order): Reading {
  const counts = new Map<UnitKind, number>();
  const units = sample.length >> 1;
  let zeros = 0;
  const high = order === 'utf-16le' ? 1 : 0;
  const unitAt = (i: number) => ((sample[2 * i + high] ?? 0) << 8) | (sample[2 * i + 1 - high] ?? 0);
  for (let i = 0; i < units; i++) {
    const kind = kindOf(unitAt(i), unitAt(i + 1));
    if (unitAt(i) % 0x100 === 0) zeros++;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const of = (kind: UnitKind) => counts.get(kind) ?? 0;
  const blocks = [...counts].filter(([kind]) => typeof kind === 'number').map(([, count]) => count);
  const eastAsian = Math.max(of('cjk') + of('kana'), of('hangul'));
  // Chinese by chance is more likely than any other script, since it has a third of all units.
  const script = Math.max(0, 0.97 * eastAsian, ...blocks);
  const share = units === 0 || of('bad') > 0.02 * units ? 0 : (of('common') + of('latin') + script) / units;
  // Zeros beside letters of ASCII would be Chinese too.
  const isText = zeros <= Math.max(1, mostZeros * units);
  return { order, share: isText ? share : 0, kana: of('kana') / Math.max(1, units) };
}
