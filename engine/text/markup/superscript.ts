const superscripts = new Map(
  [...'0123456789+-\u2212=()n'].map((character, i) => [character, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'.charAt(i)]),
);

/**
 * Writes raised text in one line, so that `10<sup>6</sup>` does not become 106: as superscript characters where Unicode
 * has all of them, otherwise behind `^`. Raised letters of ordinals and marks (1st, TM) and notes in brackets stay.
 *
 * @param before - the text directly before it, or its end.
 */
export function superscript(text: string, before: string): string {
  const raised = text.trim();
  const isBase = /[\p{L}\p{N})\]]$/u.test(before);
  if (raised === '' || !isBase || /^[[*†‡§]/.test(raised)) return text;
  const characters = [...raised].map((character) => superscripts.get(character));
  if (characters.every((character) => character !== undefined)) return text.replace(raised, characters.join(''));
  const letters = /^\p{L}+$/u.test(raised);
  // After a digit one letter is an ordinal: 1e, 2a.
  if (letters && (raised.length > 1 || /\p{N}$/u.test(before))) return text;
  if (!letters && !/[\p{N}+\-\u2212*/=]/u.test(raised)) return text;
  return text.replace(raised, () => (letters || /^[\p{N}.]+$/u.test(raised) ? `^${raised}` : `^(${raised})`));
}
