import type { OptionSchema } from '../session/tool.js';

/** Returns the label of an option; for one that has none, `Has headers` for `hasHeaders`. */
export function labelOf(name: string, { title }: OptionSchema = {}): string {
  if (title !== undefined) return title;
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the label of a value such as `camel`, `0` or `blank`. */
export function choiceLabel(value: unknown, { words = {} }: OptionSchema = {}): string {
  const key = String(value);
  if (Object.hasOwn(words, key)) return words[key] ?? key;
  if (value === '') return 'none';
  if (value === ' ') return 'blank';
  return typeof value === 'string' ? value.replace(/^ | $/g, '␣') : JSON.stringify(value);
}
