import { sentenceEnd, sentenceWords } from '../../../text/words/sentences.js';

/** What ends before a word: only the previous word, its line, its sentence or its paragraph. */
export const breakRank = { word: 1, line: 2, sentence: 3, paragraph: 4 } as const;

/**
 * Ranks the places where a text can be broken: for the offset of each word, the highest {@link breakRank} that ends
 * before it. 0 elsewhere.
 *
 * White space separates words. A blank line ends a paragraph. Sentences are found by rules of thumb; see sentences.ts.
 */
export function breakRanks(text: string): Uint8Array {
  const ranks = new Uint8Array(text.length);
  let before = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(sentenceWords)) {
    ranks[index] = rankOf(text.slice(end, index), before, word);
    before = word;
    end = index + word.length;
  }
  return ranks;
}

function rankOf(gap: string, before: string, after: string): number {
  const lineEnds = gap === ' ' ? 0 : (gap.match(/\r\n|\n|\r/g)?.length ?? 0);
  if (lineEnds > 1) return breakRank.paragraph;
  if (endsSentence(before, after)) return breakRank.sentence;
  return lineEnds === 1 ? breakRank.line : breakRank.word;
}

function endsSentence(before: string, after: string): boolean {
  const end = sentenceEnd(before);
  return end === 'stop' || (end === 'pause' && !/^\P{L}*\p{Ll}/u.test(after));
}
