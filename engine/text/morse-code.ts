/** The characters of Recommendation ITU-R M.1677-1, and five more that are in common use: ! & ; _ $. */
const signals: ReadonlyMap<string, string> = new Map(
  `A.- B-... C-.-. D-.. E. F..-. G--. H.... I.. J.--- K-.- L.-.. M-- N-. O--- P.--. Q--.- R.-. S... T- U..- V...- W.--
   X-..- Y-.-- Z--.. É..-.. 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. 0-----
   ..-.-.- ,--..-- :---... ?..--.. '.----. --....- /-..-. (-.--. )-.--.- ".-..-. =-...- +.-.-. @.--.-.
   !-.-.-- &.-... ;-.-.-. _..--.- $...-..-`
    .trim()
    .split(/\s+/)
    .map((entry): [string, string] => [entry.charAt(0), entry.slice(1)]),
);

const characters: ReadonlyMap<string, string> = new Map(
  Array.from(signals, ([character, signal]) => [signal, character]),
);

/** The dots and dashes of a character in capitals; undefined if it has none. */
export function morseSignal(character: string): string | undefined {
  // The multiplication sign is sent as the letter X, curly and typewriter quotes alike.
  return signals.get(alike.get(character) ?? character);
}

const alike: ReadonlyMap<string, string> = new Map([
  ['×', 'X'],
  ['’', "'"],
  ['‘', "'"],
  ['“', '"'],
  ['”', '"'],
  ['–', '-'],
  ['—', '-'],
]);

/** The character that dots and dashes stand for; undefined if there is none. */
export function morseCharacter(signal: string): string | undefined {
  return characters.get(signal);
}
