/** The words that a headline leaves in lower case, by style. The sets contain lower case. */
type TitleStyle = 'standard' | 'ap' | 'apa' | 'chicago' | 'every-word';

/** The list that John Gruber's Title Case and its many ports share. */
const standard = ['a an and as at but by en for if in nor of on or per the to v via vs'];

/** Minor words of up to three letters: Publication Manual of the APA, 7th edition, section 6.17; AP agrees. */
const upToThreeLetters = [
  'a an the', // articles
  'and as but for if nor or so yet', // conjunctions
  'as at by for in of off on per to up via', // prepositions
  'v vs',
];

/** The Chicago Manual of Style, 18th edition, on headline-style capitalization: prepositions of up to four letters. */
const upToFourLetters = [
  ...upToThreeLetters,
  'amid atop down from into like near onto over past plus sans than till unto upon with',
];

const smallWords: Readonly<Record<TitleStyle, ReadonlySet<string>>> = {
  standard: wordSet(standard),
  ap: wordSet(upToThreeLetters),
  apa: wordSet(upToThreeLetters),
  chicago: wordSet(upToFourLetters),
  'every-word': new Set(),
};

function wordSet(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

/** Returns the small words of a style, with additional ones in any case. */
export function smallWordsOf(style: TitleStyle, more: readonly string[]): ReadonlySet<string> {
  if (more.length === 0) return smallWords[style];
  return new Set([...smallWords[style], ...more.map((word) => word.trim().toLowerCase())]);
}
