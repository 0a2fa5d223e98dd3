/** Letters that only some languages use. A text that contains them is in one of these languages. */
const ownLetters: readonly (readonly [letters: RegExp, languages: readonly string[]])[] = [
  [/[ѓќѕ]/i, ['mkd']],
  [/[әғқңөұүһҳҷӣӯ]/i, ['kaz', 'kir', 'tat', 'bak', 'khk', 'tgk', 'uzn', 'uig']],
  [/[ĉĝĥĵŝŭ]/i, ['epo']],
  [/ħ/i, ['mlt']],
];

/** A language that the model mistakes for its relative, with frequent words that only one of the two has. */
interface Relative {
  readonly language: string;
  readonly takenFor: string;
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

const relatives: readonly Relative[] = [
  relative('afr', 'nld', 'die nie baie vir hulle ’n sy het’n ek jy', 'de het een ik je niet voor en zijn'),
  relative('ltz', 'deu', 'ass dat mat mir net ech eis vun op fir', 'ist und nicht der das ich mit von auf für'),
  relative('glg', 'por', 'unha coa moi hai non xa máis nosa os ó', 'não com uma muito há sim em são'),
  relative(
    'ind',
    'zlm',
    'karena bisa kalau bahwa uang mobil kantor sepeda sekolahnya cuacanya taman mereka bagus kapan butuh',
    'kerana boleh ialah daripada sahaja wang kereta pejabat basikal kedai ahad isnin hendak',
  ),
];

function relative(language: string, takenFor: string, own: string, others: string): Relative {
  return { language, takenFor, own: new Set(own.split(' ')), others: new Set(others.split(' ')) };
}

/** Returns the languages that use the special letters of a text, unless the detected language is one of them. */
export function languagesByLetters(text: string, language: string): readonly string[] | undefined {
  if (language === 'bul' && /[јљњџ]/i.test(text)) return ['mkd'];
  const usual = usualLetters.get(language);
  return ownLetters.find(([letters]) => letters.test(text) && !usual?.test(text))?.[1];
}

/** Languages that the model knows and that use some of those letters as well. */
const usualLetters: ReadonlyMap<string, RegExp> = new Map([['azj', /[әғөү]/i]]);

/** Returns the relative in which a text is written rather than in the detected language. */
export function relativeByWords(text: string, language: string): string | undefined {
  const found = relatives.find(({ takenFor }) => takenFor === language);
  if (found === undefined) return undefined;
  const words =
    text
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/’?\p{L}+/gu) ?? [];
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  return count(found.own) > count(found.others) ? found.language : undefined;
}
