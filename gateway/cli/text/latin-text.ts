/** Letters beyond ASCII in the languages that windows-1252 is for, where they stand in a word. Tested in lower case. */
const letterPlaces: readonly (readonly [letters: string, place: RegExp])[] = [
  ['äöüßáéíóúâîôçå', /./],
  // Polish ę is the same byte, and follows these letters.
  ['ê', /[^ijkwz]ê|iên/],
  // French and Italian at the end of words; è and é also inside of them.
  ['àòìù', /(?:^|[^\p{L}]|[\p{L}])[àòìù](?:$|[^\p{L}])/u],
  ['è', /(?:^|[^\p{L}])è(?:$|[^\p{L}])|\p{L}è(?:[^aeiouyáéíóú]|$)/u],
  ['ëï', /[aeiouyé][ëï]/],
  ['û', /[^yz\W]û[^z]?$/],
  ['ñ', /ñ[aeiouáéíóúü]/],
  ['ãõ', /ã(?:[oes]|$|[^\p{L}])|õe/u],
  ['æ', /./],
  ['ø', /(?:^|[^aou])ø/],
  ['œ', /œ[uidt]/],
  ['ðþ', /[\p{L}]ð|(?:^|[^\p{L}])þ/u],
  ['ý', /[a-zð]ý[a-zð]/],
  ['šž', /./],
];

/** Letters that stand side by side; in other words that looks like another script. */
const neighbours = /^(?:[äöüáéó]ß|ç[ãõáéíóúâê]|éé|þ[áæéíóúý]|ñ[áéíóúü]|[áæéíóúý]ð|ð[áæéíóúý]|öå)$/;

/** Languages whose letters beyond ASCII do not meet those of others in a short text. */
const languages: readonly RegExp[] = [
  /^[äöüßé]*$/, // German
  /^[àâæçèéêëîïôùûüœ]*$/, // French, Catalan in part
  /^[áéíñóúü]*$/, // Spanish
  /^[áâãàçéêíóôõúü]*$/, // Portuguese
  /^[àèéìíòóùú]*$/, // Italian
  /^[åäöéüšž]*$/, // Swedish, Finnish
  /^[æøåéóôü]*$/, // Danish, Norwegian
  /^[áæðéíóöúýþ]*$/, // Icelandic
  /^[éëïóöüáèêç]*$/, // Dutch
];

/** Signs beyond ASCII, and what may be before and behind each; `_` is the edge of the text. */
const signPlaces: readonly (readonly [signs: string, place: RegExp])[] = [
  ['“‘„‚«¿¡', /^[\s_([{"'«“„—–\-/;,:>].[^_]/],
  ['”»', /^[^_].[^\p{L}]/u],
  ['’', /^[\p{L}\p{N}\s_.,!?]../su],
  ['–—', /^(?:[\s_].[\s\d_(“"]|\d.[\d\s]|\p{L}.[\p{L}\s“"])/u],
  ['…', /^.../s],
  ['•', /^[\s_].\s/],
  ['€£¥¢', /^[\s\d_(;,:+\-/"].[\s\d_);,.:/"]/],
  ['°', /^[\s\d].[\sCFNESW_.,;)']/],
  ['§', /^[\s_(§].[\s\d§]/],
  ['©', /^[\s_(>].[\s\d\p{L})]/u],
  ['®™', /^[\p{L}\p{N}\s_)].[^\p{L}]/u],
  ['½¼¾', /^[\s\d_(,;].[^\p{L}]/u],
  ['²³', /^[mx\d)].[^\p{L}]/u],
  ['×±', /^[\s\d_(].[\s\d(]/],
  ['·', /^(?:[\s_].\s|\p{L}.\p{L})/u],
  ['µ', /^[\s\d_(].[a-zA-Z]/],
  ['ªº', /^[\dNn.].[^\p{L}]/u],
  ['´', /^\p{L}.\p{L}/u],
  ['‰', /^[\s\d].[^\p{L}]/u],
  ['\u00a0', /^.../s],
];

/** People try encodings with these. */
const alphabets = /äöüß?|åäö|æøå/gi;

/** Longer texts are not looked at: a detector has enough of them. */
const longestText = 4_000;

/**
 * Returns whether a short text that was decoded as windows-1252 reads like one in a language of Western Europe: its letters
 * belong to one language, and letters and signs are where they usually are.
 */
export function isWesternText(decoded: string): boolean {
  if (decoded.length > longestText) return false;
  const text = decoded.replace(alphabets, 'a');
  const lower = text.toLowerCase();
  const letters = [...new Set(lower.match(/[^\0-\x7fªºµ\P{L}]/gu) ?? [])].join('');
  if (!languages.some((language) => language.test(letters))) return false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character <= '\x7f') continue;
    const isNatural =
      /\p{L}/u.test(character) && !'ªºµ'.includes(character) ? isLetterAt(text, lower, at) : isSignAt(text, at);
    if (!isNatural) return false;
  }
  return true;
}

function isLetterAt(text: string, lower: string, at: number): boolean {
  const [before, letter, after] = [text.charAt(at - 1), lower.charAt(at), text.charAt(at + 1)];
  // A capital inside of a word.
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(text.charAt(at))) return false;
  const place = letterPlaces.find(([letters]) => letters.includes(letter))?.[1];
  // Only what begins at the letter before or at the letter itself says something about it.
  if (place === undefined || !place.test(lower.slice(Math.max(0, at - 1), at + 2))) return false;
  const isOther = after > '\x7f' && /\p{L}/u.test(after);
  return !isOther || neighbours.test(lower.slice(at, at + 2));
}

function isSignAt(text: string, at: number): boolean {
  const sign = text.charAt(at);
  const place = signPlaces.find(([signs]) => signs.includes(sign))?.[1];
  return place?.test(`${text.charAt(at - 1) || '_'}${sign}${text.charAt(at + 1) || '_'}`) === true;
}

/**
 * Returns whether a short text that was decoded as windows-1254 reads like Turkish: it has letters that only Turkish has
 * there, no others than Turkish has, and most of its letters are ASCII.
 */
export function isTurkishText(text: string): boolean {
  if (text.length > longestText || !/[ğışİŞĞ]/.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => letter > '\x7f');
  if (!others.every((letter) => 'çğıöşüâîûÇĞİÖŞÜÂÎÛ'.includes(letter)) || others.length * 3 > letters.length * 2)
    return false;
  if (/[qwx]/i.test(text) || /\p{Ll}[ÇĞİÖŞÜ]|[ĞIİ][ĞŞ]/u.test(text)) return false;
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) > '\x7f' && !/\p{L}/u.test(text.charAt(at)) && !isSignAt(text, at)) return false;
  }
  return true;
}
