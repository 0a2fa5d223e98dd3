import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { readClientTypes, renewedClientTypes } from '#gateway/build/docs/client-types.js';
import type { BareSlug, SanitizeOptions, SortDedupeOptions, Step, ToolStep } from '#gateway/client/index.js';

test("the client's types match the engine's schemas (npm run docs)", async () => {
  // Not assert.equal: this sentence says more than the difference of two files.
  assert.ok(
    readClientTypes() === renewedClientTypes(await loadCatalogue()),
    'engine/tool-types.ts is behind: npm run docs',
  );
});

// The compiler checks the rest: each line after an expected error must be one.

export const right: readonly Step[] = [
  'trim-lines',
  'reverse-lines',
  { toolSlug: 'trim-lines' },
  { toolSlug: 'reverse-lines', config: {} },
  { toolSlug: 'dedupe-sort', config: { order: 'desc' } },
  { toolSlug: 'csv-json-converter', config: { delimiter: ';', hasHeaders: false } },
  { toolSlug: 'find-replace', config: { find: 'a' } },
  { toolSlug: 'multi-replace', config: { pairs: [['a', 'b']] } },
  { toolSlug: 'json-patch', config: { patch: [{ op: 'remove', path: '/a' }] } },
  { toolSlug: 'math-evaluator', config: { variables: { x: 1 } } },
  { toolSlug: 'extract-matches', config: { pattern: 'a', group: 'name' } },
];

export const wrong: readonly Step[] = [
  // @ts-expect-error no such tool
  'uppercase',
  // @ts-expect-error no such tool
  { toolSlug: 'uppercase' },
  // @ts-expect-error a tool that needs an option
  'find-replace',
  // @ts-expect-error the same as an object
  { toolSlug: 'find-replace' },
  // @ts-expect-error the option is missing
  { toolSlug: 'find-replace', config: {} },
  // @ts-expect-error an option of another tool
  { toolSlug: 'trim-lines', config: { order: 'desc' } },
  // @ts-expect-error a misspelt option
  { toolSlug: 'csv-json-converter', config: { delimeter: ';' } },
  // @ts-expect-error a value that is not one of those
  { toolSlug: 'dedupe-sort', config: { order: 'down' } },
  // @ts-expect-error a value of another type
  { toolSlug: 'csv-json-converter', config: { hasHeaders: 'yes' } },
  // @ts-expect-error an option of a tool that has none
  { toolSlug: 'reverse-lines', config: { order: 'desc' } },
  // @ts-expect-error three in a pair
  { toolSlug: 'multi-replace', config: { pairs: [['a', 'b', 'c']] } },
  // @ts-expect-error a field that steps do not have
  { toolSlug: 'trim-lines', options: {} },
];

export const oneTool: ToolStep<'dedupe-sort'> = { toolSlug: 'dedupe-sort', config: { order: 'asc' } };
// @ts-expect-error another tool
export const another: ToolStep<'dedupe-sort'> = { toolSlug: 'trim-lines' };
export const bare: BareSlug = 'upper-case';
// @ts-expect-error it needs an option
export const needy: BareSlug = 'hmac-text';

export const cleaning: SanitizeOptions = { keepParams: ['ref'], profile: 'extended' };
// @ts-expect-error no such profile
export const unknownProfile: SanitizeOptions = { profile: 'strict' };
// @ts-expect-error the input is a separate argument
export const subject: SanitizeOptions = { url: 'https://example.com' };
export const sorting: SortDedupeOptions = { direction: 'desc', dedupe: false };
// @ts-expect-error no such direction
export const sideways: SortDedupeOptions = { direction: 'down' };
