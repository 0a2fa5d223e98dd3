import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-to-typescript';
const badName =
  'rootName must be letters, digits, _ and $, not start with a digit, and not be a reserved word of TypeScript';

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }],
    ['1e400', 'export type Root = number;'],
    ['"a"', 'export type Root = string;'],
    ['true', 'export type Root = boolean;'],
    ['null', 'export type Root = null;'],
    ['{}', 'export type Root = Record<string, never>;'],
    ['[1,"a",null,true,2]', 'export type Root = (string | number | boolean | null)[];'],
    ['[[1],[],["a"]]', 'export type Root = (string | number)[][];'],
    ['[{"a":1},{}]', 'export type Root = RootItem[];\n\nexport interface RootItem {\n  a?: number;\n}'],
    [
      '[{"a":1},{}]',
      'export type Root = RootItem[];\n\nexport interface RootItem {\n  a: number;\n}',
      { optional: false },
    ],
    [
      '[{"a":{}},{"a":[]},{"a":[{}]}]',
      'export type Root = RootItem[];\n\nexport interface RootItem {\n  a: Record<string, never> | Record<string, never>[];\n}',
    ],
    ['{"a":1}', 'export type T = {\n  a: number;\n};', { style: 'type', rootName: 'T' }],
    [
      '{"a-b":1,"2":1,"":1,"é":1,"$_":1,"a\\"b\\n":1,"\\ud800":1,"__proto__":1,"class":1}',
      'export interface Root {\n  "a-b": number;\n  "2": number;\n  "": number;\n  é: number;\n  $_: number;\n  "a\\"b\\n": number;\n  "\\ud800": number;\n  __proto__: number;\n  class: number;\n}',
      {},
      'names that are not identifiers are quoted',
    ],
    [
      '{"user_id":{"a":1},"2d":{"b":1},"--":{"c":1},"ünder Ω":{"d":1},"list":[{"e":1}]}',
      'export interface Root {\n  user_id: UserId;\n  "2d": _2d;\n  "--": Value;\n  "ünder Ω": ÜnderΩ;\n  list: ListItem[];\n}\n\nexport interface UserId {\n  a: number;\n}\n\nexport interface _2d {\n  b: number;\n}\n\nexport interface Value {\n  c: number;\n}\n\nexport interface ÜnderΩ {\n  d: number;\n}\n\nexport interface ListItem {\n  e: number;\n}',
      {},
      'types are named by their members',
    ],
    [
      '{"a":{"x":{"p":1}},"b":{"x":{"q":1}},"c":{"x":{"p":2}},"root":{"r":1},"date":{"s":1}}',
      'export interface Root {\n  a: A;\n  b: B;\n  c: C;\n  root: Root2;\n  date: Date2;\n}\n\nexport interface A {\n  x: X;\n}\n\nexport interface X {\n  p: number;\n}\n\nexport interface B {\n  x: X2;\n}\n\nexport interface X2 {\n  q: number;\n}\n\nexport interface C {\n  x: X;\n}\n\nexport interface Root2 {\n  r: number;\n}\n\nexport interface Date2 {\n  s: number;\n}',
      {},
      'one name for several types',
    ],
    [
      '{"a":1,"a":"b"}',
      'export interface Root {\n  a: string;\n}',
      {},
      'of members that share a name the last one counts',
    ],
    ['{}', { error: badName }, { rootName: '2a' }],
    ['{}', { error: badName }, { rootName: 'a b' }],
    ['{}', { error: badName }, { rootName: 'string' }],
    ['{}', { error: 'steps[0].config.rootName must be at least 1 character long' }, { rootName: '' }],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }],
  ],
  checks: {
    'TypeScript accepts the sample as a value of the types': () => {
      const name = fc.constantFrom('a', 'b', 'a-b', 'class', 'Root', 'date', '2', 'a"b', 'ä');
      const value = fc.letrec((tie) => ({
        any: fc.oneof(
          { depthSize: 'small' },
          fc.integer({ min: 0 }),
          fc.constantFrom('x', null, true),
          tie('array'),
          tie('object'),
        ),
        array: fc.array(tie('any'), { maxLength: 3 }),
        object: fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      })).any;
      const folder = mkdtempSync(join(tmpdir(), 'textmill-types-'));
      try {
        const samples = fc.sample(value, { seed: 1, numRuns: sampleSize(100) });
        const files = samples.map((sample, i) => {
          const json = JSON.stringify(sample);
          const types = resultOf(slug, json, { style: i % 2 === 0 ? 'interface' : 'type' });
          const file = join(folder, `${i}.ts`);
          writeFileSync(file, `${types}\nexport const sample: Root = ${json};\n`);
          return file;
        });
        const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
        const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', ''];
        const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { cwd: folder });
        assert.equal(status, 0, stdout.toString());
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    'many types of one name are numbered in time': () => {
      const input = `{${Array.from({ length: 15_000 }, (_, i) => `"k${i}":{"x":{"p${i}":1}}`)}}`;
      assertTakesAtMost(300, () => assert.ok(resultOf(slug, input).includes('export interface X15000 {')));
    },
  },
} satisfies ToolCases;
