/** Returns the label of an option: `Has headers` for `hasHeaders`. */
export function labelOf(name: string): string {
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the label of a value such as `camel`, `0` or `blank`. */
export function choiceLabel(value: unknown): string {
  if (value === '') return 'none';
  if (value === ' ') return 'blank';
  return typeof value === 'string' ? value.replace(/^ | $/g, '␣') : JSON.stringify(value);
}
