/** Inputs of the benchmark, the same on every machine: made from a seed, not from a clock. */

/** A linear congruential generator (Numerical Recipes): reproducible, and random enough to shuffle words. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const alphabets = {
  ascii: ['invoice', 'Total', 'due', 'within', 'thirty', 'days', 'e-mail', '2026', 'net', 'amount'],
  latin1: ['café', 'Größe', 'naïve', 'señor', 'été', 'façade', 'Übung', 'smörgås', 'œuvre', 'rôle'],
  cjk: ['日本語', '文字列', '処理', '速度', '中文', '测试', '한국어', '문장', '変換', '整列'],
  emoji: ['🚀 go', '😀', 'ok 👍🏽', '🎉 party', 'mail 📧', '🏁', 'a👩‍💻b', '⏱️', '🧪', '✅ done'],
} as const;

export type CorpusName = keyof typeof alphabets;
export const corpusNames = Object.keys(alphabets) as CorpusName[];

/** Words of one kind, blanks and a line feed now and then; exactly so many UTF-16 code units. */
export function text(name: CorpusName, characters: number): string {
  const random = generator(7);
  const words = alphabets[name];
  const parts: string[] = [];
  for (let length = 0; length < characters; ) {
    const part = `${words[Math.floor(random() * words.length)]}${random() < 0.1 ? '\n' : ' '}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, characters);
}

/** Lines of two to six words of one kind, some of them twice. */
export function lines(name: CorpusName, count: number): string[] {
  const random = generator(11);
  const words = alphabets[name];
  const line = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 5) }, () => words[Math.floor(random() * words.length)]).join(' ');
  return Array.from({ length: count }, (_, i) => (random() < 0.9 ? `${line()} ${i}` : line()));
}

/** URLs as they stand in mails and logs: half of them with parameters that go. */
export function urls(count: number): string[] {
  const random = generator(13);
  const tracking = ['utm_source=mail&utm_medium=email', 'fbclid=IwAR0x', 'gclid=Cj0K', 'ref=home'];
  return Array.from({ length: count }, (_, i) => {
    const tracked = random() < 0.5 ? `&${tracking[Math.floor(random() * tracking.length)]}` : '';
    return `https://www.example.com/products/${i}?id=${i}&q=a%20b${tracked}${random() < 0.2 ? '#top' : ''}`;
  });
}
