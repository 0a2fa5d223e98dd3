/** Letters that only some languages use. A text that contains them is in one of these languages. */
const ownLetters: readonly (readonly [letters: RegExp, languages: readonly string[]])[] = [
  [/[ѓќѕ]/i, ['mkd']],
  [/[әғқңөұүһҳҷӣӯ]/i, ['kaz', 'kir', 'tat', 'bak', 'khk', 'tgk', 'uzn', 'uig']],
  [/[ĉĝĥĵŝŭ]/i, ['epo']],
  [/ħ/i, ['mlt']],
];

/** Scripts of one everyday language each, with the letters that a short text in it needs. */
const ownScripts: readonly (readonly [script: RegExp, language: string])[] = [
  [/^\p{sc=Hangul}{2,}$/u, 'kor'],
  [/^(?=.*[\p{sc=Hira}\p{sc=Kana}]{2})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+$/u, 'jpn'],
  [/^\p{sc=Greek}{4,}$/u, 'ell'],
  [/^\p{sc=Thai}{4,}$/u, 'tha'],
  [/^\p{sc=Lao}{4,}$/u, 'lao'],
  [/^\p{sc=Khmer}{4,}$/u, 'khm'],
  [/^\p{sc=Myanmar}{4,}$/u, 'mya'],
  [/^\p{sc=Georgian}{4,}$/u, 'kat'],
  [/^\p{sc=Armenian}{4,}$/u, 'hye'],
  [/^\p{sc=Tamil}{4,}$/u, 'tam'],
  [/^\p{sc=Telugu}{4,}$/u, 'tel'],
  [/^\p{sc=Kannada}{4,}$/u, 'kan'],
  [/^\p{sc=Malayalam}{4,}$/u, 'mal'],
  [/^\p{sc=Gujarati}{4,}$/u, 'guj'],
  [/^\p{sc=Gurmukhi}{4,}$/u, 'pan'],
  [/^\p{sc=Sinhala}{4,}$/u, 'sin'],
];

/** Returns the language of the letters of a short text, if their script belongs to one language. */
export function languageByScript(letters: string): string | undefined {
  return ownScripts.find(([script]) => script.test(letters))?.[1];
}

/** A language that the model mistakes for its relative, with frequent words that only one of the two has. */
interface Relative {
  readonly language: string;
  readonly takenFor: string;
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

const relatives: readonly Relative[] = [
  // In Latin letters; the vowel of the old yat (lepo, lijepo) divides them in most sentences.
  relative(
    'srp',
    'hrv',
    'ko šta lepo lep lepa vreme gde uvek nigde negde juče ovde posle pre svet svetu sveta mesto mestu mleko dete deca decu decom dece reč reči čovek pesma pesmu belo bela hleb vazduh voz nedelja nedelje hiljada hiljade takođe uopšte bioskop opština sreda sredu leto letos reka reku videti voleo volela želeo želela hteo htela živeo živela posle verovatno cela celo ceo telo telu delo delu vera primer razumem fabrika evropa napolju napolje',
    'tko što lijepo lijep lijepa vrijeme gdje uvijek nigdje negdje jučer ovdje poslije prije svijet svijetu svijeta mjesto mjestu mlijeko dijete djeca djecu djecom djece riječ riječi čovjek pjesma pjesmu bijelo bijela kruh zrak vlak tjedan tjedna tisuća tisuće također uopće kino općina srijeda srijedu ljeto ljetos rijeka rijeku vidjeti volio voljela želio željela htio htjela živio živjela vjerojatno cijela cijelo cijel tijelo tijelu djelo djelu vjera primjer razumijem tvornica europa vani',
  ),
  relative(
    'mkd',
    'rus',
    'е во се да од за ќе денес утре со дека не сум сме многу што кај убаво добро ние вие тие',
    'в и не на что с как это он она мы вы они был была будет сегодня завтра очень для из',
  ),
  relative(
    'afr',
    'nld',
    'nie baie vir hulle ’n sy ek jy hierdie vandag ons kinders',
    'de een ik je niet voor zijn deze vandaag kinderen',
  ),
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
