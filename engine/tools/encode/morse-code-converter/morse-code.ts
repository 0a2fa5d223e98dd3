/** The letters, figures and signs of the code, each with its signal. @see ITU-R M.1677-1, annex 1, part I */
const international = `
A .-     B -...   C -.-.   D -..    E .      F ..-.   G --.    H ....   I ..     J .---
K -.-    L .-..   M --     N -.     O ---    P .--.   Q --.-   R .-.    S ...    T -
U ..-    V ...-   W .--    X -..-   Y -.--   Z --..   É ..-..
1 .----  2 ..---  3 ...--  4 ....-  5 .....  6 -....  7 --...  8 ---..  9 ----.  0 -----
. .-.-.- , --..-- : ---... ? ..--.. ' .----. - -....- / -..-.  ( -.--.  ) -.--.- " .-..-.
= -...-  + .-.-.  @ .--.-.`;

/** Not in the recommendation, but sent like this nearly everywhere. */
const customary = '! -.-.-- & .-... ; -.-.-. _ ..--.- $ ...-..-';

function codesOf(table: string): [character: string, code: string][] {
  return Array.from(table.matchAll(/(\S) ([.-]+)/g), ([, character = '', code = '']) => [character, code]);
}

const codes = [...codesOf(international), ...codesOf(customary)];

/** Codes by character (capitals). The multiplication sign is sent as X. */
export const morseCodes: ReadonlyMap<string, string> = new Map([...codes, ['×', '-..-']]);

/** Characters by code. */
export const morseCharacters: ReadonlyMap<string, string> = new Map(
  codes.map(([character, code]) => [code, character]),
);

/** Replaces the dots and dashes that people use with full stops and hyphens; the length may change. */
export function plainMorse(token: string): string {
  return token
    .replace(/[·•∙⋅]/g, '.')
    .replace(/[−‐‑–—_]/g, '-')
    .replaceAll('…', '...');
}

/** Tests whether a text contains only dots, dashes, blanks and word separators, with at least one dot or dash. */
export function looksLikeMorse(text: string): boolean {
  return /[.…·•∙⋅−‐‑–—_-]/.test(text) && /^[\s/|.…·•∙⋅−‐‑–—_-]*$/.test(text);
}
