/** Inputs of the benchmark. They are generated from fixed seeds, so they are the same on every machine. */

/** A linear congruential generator (Numerical Recipes): reproducible, and good enough to shuffle words. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** Returns an integer from `from` to `to`, both inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  /** Returns a random item. @throws {RangeError} if the list is empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('The list is empty');
    return item;
  }
}

const textWords = {
  ascii: ['invoice', 'Total', 'due', 'within', 'thirty', 'days', 'e-mail', '2026', 'net', 'amount'],
  latin1: ['café', 'Größe', 'naïve', 'señor', 'été', 'façade', 'Übung', 'smörgås', 'æble', 'rôle'],
  cjk: ['日本語', '文字列', '処理', '速度', '中文', '测试', '한국어', '문장', '変換', '整列'],
  emoji: ['🚀 go', '😀', 'ok 👍🏽', '🎉 party', 'mail 📧', '🏁', 'a👩‍💻b', '⏱️', '🧪', '✅ done'],
} as const;

export type CorpusName = keyof typeof textWords;
export const corpusNames = Object.keys(textWords) as CorpusName[];

/** Returns words of one script with spaces and some line feeds, of exactly this length in UTF-16 code units. */
export function text(name: CorpusName, characters: number): string {
  const random = new Random(7);
  const words = textWords[name];
  const parts: string[] = [];
  for (let length = 0; length < characters; ) {
    const part = `${random.pick(words)}${random.fraction() < 0.1 ? '\n' : ' '}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, characters);
}

const syllables = [
  'ba',
  'ce',
  'di',
  'for',
  'gu',
  'han',
  'in',
  'kel',
  'lo',
  'mer',
  'nis',
  'or',
  'pla',
  'ra',
  'sto',
  'tun',
];
const accented = [
  'ba',
  'cé',
  'dì',
  'för',
  'gü',
  'hån',
  'în',
  'kel',
  'lø',
  'mèr',
  'ñis',
  'or',
  'plá',
  'rã',
  'ßt',
  'çun',
];
const scripts = [
  ['apple', 'Banana', 'cherry', 'date-palm'],
  ['Äpfel', 'éclair', 'smörgås', 'œuvre'],
  ['αλφάβητο', 'Ωμέγα', 'λόγος'],
  ['привет', 'Яблоко', 'ёлка'],
  ['日本語', '文字列', 'カタカナ', 'ひらがな'],
  ['한국어', '문장'],
  ['مرحبا', 'نص'],
  ['שלום', 'טקסט'],
  ['สวัสดี', 'ข้อความ'],
  ['🚀', '👍🏽', '(no name)', '№ 5', '½'],
];

const lineMakers = {
  words: (random: Random) => word(random, syllables),
  logs: (random: Random) =>
    `2026-03-14T09:${twoDigits(random)}:${twoDigits(random)}.${random.integer(100, 999)}Z INFO  [gateway] request from ` +
    `10.0.${random.integer(0, 9)}.${random.integer(1, 254)} answered in ${random.integer(1, 90)} ms`,
  mixed: (random: Random) =>
    `${random.pick(random.pick(scripts))} ${random.pick(random.pick(scripts))} ${random.integer(1, 999)}`,
  accents: (random: Random) => `${word(random, accented)} ${word(random, accented)}`,
} as const;

/**
 * The kinds of lines that the benchmark sorts: log lines share a long prefix, `accents` has words of European
 * languages.
 */
export type LinesName = keyof typeof lineMakers;
export const linesNames = Object.keys(lineMakers) as LinesName[];

/** Returns unsorted lines of one kind. A tenth of them are duplicates. */
export function lines(name: LinesName, count: number): string[] {
  const random = new Random(11);
  const made: string[] = [];
  for (let index = 0; index < count; index++) {
    made.push(index > 0 && random.fraction() < 0.1 ? random.pick(made) : lineMakers[name](random));
  }
  return made;
}

function word(random: Random, parts: readonly string[]): string {
  const made = Array.from({ length: random.integer(2, 5) }, () => random.pick(parts)).join('');
  return random.fraction() < 0.3 ? `${made.charAt(0).toUpperCase()}${made.slice(1)}` : made;
}

function twoDigits(random: Random): string {
  return String(random.integer(0, 59)).padStart(2, '0');
}
