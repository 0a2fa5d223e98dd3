import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';

const catalogue = await loadCatalogue();

interface Option {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

/** Every option of every tool, as `slug.name`. */
const options = [...catalogue.values()].flatMap(({ tool }) =>
  Object.entries(tool.config.properties).map(([name, schema]) => ({ slug: tool.slug, name, option: schema as Option })),
);

/** Names that tools had, or are likely to get, for what has another name. */
const otherNames: Readonly<Record<string, string>> = {
  dedupe: 'unique',
  dropBlank: 'removeBlank',
  dropInvalid: 'invalid',
  ignoreBlank: 'skipBlank',
  ignoreCase: 'caseSensitive',
  keepNewlines: 'keepLineBreaks',
  index: 'pick',
  lineLength: 'wrap',
  lineWise: 'perLine',
  matchCase: 'caseSensitive',
  maxResults: 'limit',
  onError: 'invalid',
  onInvalid: 'invalid',
  onInvalidUtf8: 'invalid',
  onlyNonAscii: 'nonAsciiOnly',
  removeEmpty: 'removeBlank',
  replaceWith: 'replacement',
  skipEmpty: 'skipBlank',
  skipInvalid: 'invalid',
  top: 'limit',
  uniqueOnly: 'unique',
};

/** What an option has to be, wherever it is one. */
const kinds: Readonly<Record<string, (option: Option) => boolean>> = {
  caseSensitive: ({ type }) => type === 'boolean',
  invalid: ({ enum: values = [] }) => isSubset(values, ['error', 'keep', 'drop', 'blank', 'mark', 'replace', 'html']),
  limit: ({ type }) => type === 'integer',
  perLine: ({ type }) => type === 'boolean',
  pick: ({ type }) => type === 'integer',
  removeBlank: ({ type }) => type === 'boolean',
  scope: ({ enum: values = [] }) => isSubset(values, ['lines', 'paragraphs', 'text']),
  separator: (option) => option.type === 'string' || option.enum !== undefined,
  skipBlank: ({ type }) => type === 'boolean',
  unique: ({ type }) => type === 'boolean',
  unknown: ({ enum: values = [] }) => isSubset(values, ['error', 'keep', 'drop', '?', 'escape']),
};

function isSubset(values: readonly unknown[], of: readonly unknown[]): boolean {
  return values.length > 1 && values.every((value) => of.includes(value));
}

describe('options of one meaning have one name in all tools', () => {
  test('no tool has another name for it', () => {
    const found = options.flatMap(({ slug, name }) => {
      const common = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
      return common === undefined ? [] : [`${slug}.${name} is ${common} elsewhere`];
    });
    assert.deepEqual(found, []);
  });

  test('what has the name is of its kind', () => {
    const found = options.filter(({ name, option }) => Object.hasOwn(kinds, name) && kinds[name]?.(option) === false);
    assert.deepEqual(
      found.map(({ slug, name }) => `${slug}.${name}`),
      [],
    );
  });

  test('an option for what is written has its counterpart for what is read', () => {
    const found = options.filter(({ slug, name }) => {
      const input = /^output([A-Z].*)$/.exec(name)?.[1];
      if (input === undefined) return false;
      const names = [`${input.charAt(0).toLowerCase()}${input.slice(1)}`, `input${input}`, `input${input}s`];
      return !options.some((other) => other.slug === slug && names.includes(other.name));
    });
    assert.deepEqual(
      found.map(({ slug, name }) => `${slug}.${name}`),
      [],
    );
  });
});
