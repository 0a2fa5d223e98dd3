import type { Config, ConfigSchema, OptionSchema } from '../session/tool.js';
import { visible } from './escapes.js';
import { choiceLabel, labelOf } from './label.js';

/** A value longer than this is cut, and a list with more items than this. */
const longest = { value: 24, list: 3 };
/** What is written without quotes: names, numbers, formats of dates. */
const plain = /^[\p{L}\p{N}$][\p{L}\p{N} _.:/@$[\]*'-]*$/u;

/**
 * Says what a step does with its options: `Keep rows where amount is more than 10, ignore upper and lower case`. Options
 * with their defaults are left out; '' if all have them.
 */
export function sentenceOf({ properties, says = [] }: ConfigSchema, config: Config): string {
  const set = Object.keys(config);
  if (set.length === 0) return '';
  const said = says.map((template) => filled(template, properties, config)).find((found) => found !== undefined);
  const rest = set.filter((name) => !said?.used.has(name));
  const phrases = rest.map((name) => phraseOf(name, properties[name] ?? {}, config[name]));
  const sentence = [...(said === undefined ? [] : [said.text]), ...phrases].join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/**
 * Fills the options into a template: `{name}` is a value, `{name:this|that}` depends on a switch.
 *
 * @returns undefined if an option has no value.
 */
function filled(template: string, properties: ConfigSchema['properties'], config: Config) {
  const used = new Set<string>();
  let isWhole = true;
  const text = template.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, on?: string, off?: string) => {
    const schema = properties[name] ?? {};
    const value = Object.hasOwn(config, name) ? config[name] : schema.default;
    used.add(name);
    if (on !== undefined) return (value === true ? on : off) ?? '';
    const isUnset = value === undefined || value === '' || value === 0;
    const isMissing = Object.hasOwn(config, name) ? value === '' || isEmpty(value) : isUnset || isEmpty(value);
    if (isMissing) isWhole = false;
    return isMissing ? '' : valueWords(schema, value);
  });
  return isWhole ? { text, used } : undefined;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function phraseOf(name: string, schema: OptionSchema, value: unknown): string {
  const label = inSentence(withoutNote(labelOf(name, schema)));
  const { title, words = {} } = schema;
  // An option of the operator's own tools has only its name.
  if (typeof value === 'boolean' && title === undefined) return `${label} ${value ? 'on' : 'off'}`;
  if (typeof value === 'boolean') return value ? label : (words['-'] ?? `do not ${label}`);
  const phrase = schema.enum?.includes('+') ? undefined : words['+'];
  return (phrase ?? `${label} {}`)
    .replace('{}', () => valueWords(schema, value))
    .replace(/\b1 (\p{Ll}{3,})s\b/u, '1 $1');
}

function valueWords(schema: OptionSchema, value: unknown): string {
  if (Array.isArray(value)) return listed(value.map((item) => itemWords(schema, item)));
  if (typeof value !== 'object' || value === null) return itemWords(schema, value);
  return listed(Object.entries(value).map(([name, item]) => `${shown(name)} to ${shown(item)}`));
}

function itemWords(schema: OptionSchema, value: unknown): string {
  const isNamed = Object.hasOwn(schema.words ?? {}, String(value)) && value !== '-' && value !== '+';
  if (isNamed || schema.enum?.includes(value)) return inSentence(withoutNote(choiceLabel(value, schema)));
  // A text and what replaces it.
  return Array.isArray(value) && value.length === 2 ? value.map(shown).join(' with ') : shown(value);
}

/** Drops what a label adds in brackets at its end. */
function withoutNote(label: string): string {
  return label.replace(/ \([^()]*\)$/, '');
}

/** `a, b and c`. */
function listed(items: readonly string[]): string {
  if (items.length === 0) return 'nothing';
  const more = items.length - longest.list;
  const all = more > 0 ? [...items.slice(0, longest.list), `${more} more`] : items;
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

function shown(value: unknown): string {
  if (value === '') return 'nothing';
  const text = typeof value === 'string' ? visible(value) : JSON.stringify(value);
  const cut = text.length <= longest.value ? text : `${text.slice(0, longest.value).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return typeof value !== 'string' || plain.test(text) ? cut : `“${cut}”`;
}

/** Names that begin with a capital everywhere; JSON and MySQL are recognized by their other capitals. */
const proper = new RegExp(
  '^(?:Apache|Azeri|Chicago|Coleman|Crockford|Damerau|Dice|Dutch|English|Flesch|German|Gunning|Hamming|Jaccard|Jaro|' +
    'Java|Latin|Levenshtein|Lithuanian|Lorem|Mac|Markdown|Python|Roman|Swedish|Turkish|Unix|Windows)\\b',
);

/** Returns words as they are within a sentence. */
function inSentence(words: string): string {
  const isName = proper.test(words) || !/^\p{Lu}(?:\p{Ll}+(?!\p{Lu})\b| )/u.test(words);
  return isName ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
