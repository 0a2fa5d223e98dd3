import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'ascii-tree-generator';
const levels = (count: number) => Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}x`).join('\n');

export default {
  slug,
  cases: [
    { input: '', config: { root: '.' }, output: '' },
    { name: 'one name', input: 'a', output: 'a' },
    { name: 'one name below a root', input: 'a\n', config: { root: 'r' }, output: 'r\n└── a' },
    { name: 'blank lines are dropped', input: '\na\n \n\t\n  b\n\n', output: 'a\n└── b' },
    { name: 'CRLF is kept, a final line end is not', input: 'a\r\n b\r\n', output: 'a\r\n└── b' },
    { name: 'CR alone', input: 'a\r b', output: 'a\r└── b' },

    {
      name: 'a parent is the nearest line above with a smaller indent',
      input: 'a\n    b\n   c\n    d\n e',
      output: 'a\n├── b\n├── c\n│   └── d\n└── e',
    },
    { name: 'the first line may be indented', input: '    a\n  b\n   c', output: 'a\nb\n└── c' },
    {
      name: 'a tab reaches to the next multiple of four',
      input: 'a\n  \tb\n    c\n\t d\n\t\te',
      output: 'a\n├── b\n└── c\n    └── d\n        └── e',
    },
    { name: 'a no-break space indents too', input: 'a\n\u00a0b\n\u00a0\u00a0c', output: 'a\n└── b\n    └── c' },
    {
      name: 'bullets are dropped',
      input: 'a\n - b\n * c\n + d\n • e\n -f\n - - g\n -',
      output: 'a\n├── b\n├── c\n├── d\n├── e\n├── -f\n├── - g\n└── -',
    },
    { name: 'names are trimmed', input: 'a  \n  b c \u00a0', output: 'a\n└── b c' },
    { name: 'duplicates are kept', input: 'a\n b\n b\na', output: 'a\n├── b\n└── b\na' },
    {
      name: 'names like properties of objects',
      input: '__proto__/constructor\n__proto__/__proto__',
      output: '__proto__\n├── constructor\n└── __proto__',
    },

    { name: 'auto: paths if none is indented and one is divided', input: 'b\na/c', output: 'b\na\n└── c' },
    { name: 'auto: a separator at the end divides nothing', input: 'a/\nb', output: 'a/\nb' },
    { name: 'auto: not if one is indented', input: 'a/b\n c', output: 'a/b\n└── c' },
    { name: 'auto: a byte order mark is not an indent', input: '\ufeffa/b\na/c', output: 'a\n├── b\n└── c' },
    { input: 'a/b\na/c', config: { format: 'indented' }, output: 'a/b\na/c' },
    { input: 'a/\n b', config: { format: 'paths' }, output: 'a\nb' },
    {
      name: 'paths: equal beginnings merge, in order of appearance',
      input: 'b/x\na/y\nb/z/\nb/x\na',
      output: 'b\n├── x\n└── z\na\n└── y',
    },
    {
      name: 'paths: empty and . parts mean nothing, .. is a name',
      input: '/a//b/./c\n./a/../d\n.\n/',
      output: 'a\n├── b\n│   └── c\n└── ..\n    └── d',
    },
    { name: 'paths without a name leave the root', input: './', config: { format: 'paths', root: '.' }, output: '.' },
    {
      name: 'paths with another separator',
      input: 'C:\\a\\b\nC:\\c',
      config: { pathSeparator: '\\' },
      output: 'C:\n├── a\n│   └── b\n└── c',
    },
    {
      name: 'a separator above U+FFFF',
      input: 'a😀b\na😀c😀',
      config: { pathSeparator: '😀' },
      output: 'a\n├── b\n└── c',
    },

    { input: 'b\nc/y\nc/X\na\nB', config: { sort: 'name' }, output: 'B\na\nb\nc\n├── X\n└── y' },
    {
      name: 'by code point, not by code unit',
      input: '😀/x\n\uff61/x\na/x',
      config: { sort: 'name' },
      output: 'a\n└── x\n\uff61\n└── x\n😀\n└── x',
    },
    {
      name: 'lone surrogates have a place in it',
      input: 'a😀/x\na\ud83d/x\na\ud83d!/x\na\ud83d\uffff/x\na\uffff/x',
      config: { sort: 'name', format: 'paths' },
      output: 'a\ud83d\n└── x\na\ud83d!\n└── x\na\ud83d\uffff\n└── x\na\uffff\n└── x\na😀\n└── x',
    },
    {
      name: 'a name before a longer one',
      input: 'ab\na\nabc/x',
      config: { sort: 'name' },
      output: 'a\nab\nabc\n└── x',
    },
    {
      name: 'nodes of one name keep their order',
      input: 'b\n 1\na\nb\n 2',
      config: { sort: 'name' },
      output: 'a\nb\n└── 1\nb\n└── 2',
    },
    { input: 'a\nd/x\nb/y\nc', config: { sort: 'dirs-first' }, output: 'b\n└── y\nd\n└── x\na\nc' },
    {
      name: 'a separator at the end marks a folder',
      input: 'a\nc/x\nb/',
      config: { sort: 'dirs-first', trailingSlash: true },
      output: 'b/\nc/\n└── x\na',
    },
    {
      name: 'in indented text too, where it belongs to the name',
      input: 'a\nb/\nc/\n d',
      config: { sort: 'dirs-first' },
      output: 'b/\nc/\n└── d\na',
    },

    {
      name: 'trailingSlash writes no second one',
      input: 'a/\n b\n  c',
      config: { trailingSlash: true },
      output: 'a/\n└── b/\n    └── c',
    },
    {
      name: 'trailingSlash writes the separator of the paths',
      input: 'a\\b',
      config: { trailingSlash: true, pathSeparator: '\\' },
      output: 'a\\\n└── b',
    },
    {
      name: 'fullPath of indented text',
      input: 'a/\n b\n  c',
      config: { fullPath: true },
      output: 'a/\n└── a/b\n    └── a/b/c',
    },
    {
      name: 'fullPath below a root',
      input: 'a/b',
      config: { fullPath: true, root: '.' },
      output: '.\n└── ./a\n    └── ./a/b',
    },
    {
      name: 'fullPath below a root that ends in a separator',
      input: 'a/b',
      config: { fullPath: true, root: '/' },
      output: '/\n└── /a\n    └── /a/b',
    },
    {
      name: 'fullPath with another separator, and folders',
      input: 'a:b',
      config: { fullPath: true, pathSeparator: ':', trailingSlash: true },
      output: 'a:\n└── a:b',
    },
    {
      name: 'the ascii glyphs',
      input: 'a\n b\n  c\n d\n  e',
      config: { charset: 'ascii' },
      output: 'a\n|-- b\n|   `-- c\n`-- d\n    `-- e',
    },

    {
      name: 'two hundred levels',
      input: levels(200),
      output: levels(200).replace(/^ +(?=x)/gm, (indent) => `${' '.repeat(4 * (indent.length - 1))}└── `),
    },
    { name: 'one level more', input: `\n${levels(201)}`, error: 'line 202 is more than 200 levels deep' },
    { name: 'one part more', input: `a\n\n${'a/'.repeat(201)}`, error: 'line 3 is more than 200 levels deep' },
    { name: 'a path of 250,000 levels', input: 'a/'.repeat(250_000), error: 'line 1 is more than 200 levels deep' },
    {
      name: 'the output is measured before it is built: many levels',
      isLong: true,
      input: Array.from({ length: 1200 }, (_, n) => `${n}/${'a/'.repeat(199)}`).join('\n'),
      error: 'the output would be longer than 4000000 characters',
    },
    {
      name: 'the output is measured before it is built: fifteen gigabytes of paths',
      input: `${'x'.repeat(250_000)}\n${' y\n'.repeat(60_000)}`,
      config: { fullPath: true, trailingSlash: true },
      error: 'the output would be longer than 4000000 characters',
    },

    { input: 'a', config: { format: 'path' }, error: 'steps[0].config.format must be one of: auto, indented, paths' },
    { input: 'a', config: { charset: 'utf-8' }, error: 'steps[0].config.charset must be one of: unicode, ascii' },
    {
      input: 'a',
      config: { root: 'x'.repeat(201) },
      error: 'steps[0].config.root must be at most 200 characters long',
    },
    { input: 'a', config: { sort: true }, error: 'steps[0].config.sort must be one of: none, name, dirs-first' },
    { input: 'a', config: { trailingSlash: '/' }, error: 'steps[0].config.trailingSlash must be a boolean' },
    { input: 'a', config: { fullPath: 1 }, error: 'steps[0].config.fullPath must be a boolean' },
    {
      input: 'a',
      config: { pathSeparator: '' },
      error: 'steps[0].config.pathSeparator must be at least 1 character long',
    },
    {
      input: 'a',
      config: { pathSeparator: '::' },
      error: 'steps[0].config.pathSeparator must be at most 1 character long',
    },
    {
      input: 'a',
      config: { fullpath: true },
      error: 'Unknown option for ascii-tree-generator: fullpath. Did you mean fullPath?',
    },
  ],
  checks: {
    'sorted by name it agrees with tree --fromfile': (t) => compareWithTree(t, {}, []),
    'with full paths': (t) => compareWithTree(t, { fullPath: true }, ['-f']),
    'directories first': (t) => compareWithTree(t, { sort: 'dirs-first' }, ['--dirsfirst']),
    'in Unicode': (t) => compareWithTree(t, { charset: 'unicode' }, ['--charset=UTF-8']),
    'indented text that was made from a tree gives the tree of its paths': () => {
      for (const paths of samplePaths(7, 50)) {
        const listed = resultOf(slug, paths.join('\n'), { format: 'paths', charset: 'ascii', root: '.' });
        const indented = listed
          .split('\n')
          .slice(1)
          .map((line) => line.replace(/[|`]-- /, '    ').replaceAll('|', ' '));
        const config = { format: 'indented', charset: 'ascii', root: '.' };
        assert.equal(resultOf(slug, indented.join('\n'), config), listed);
      }
    },
  },
} satisfies ToolCases;

/** Lists of paths as a file system can have them: no name is empty or `.`. */
function samplePaths(seed: number, numRuns: number): string[][] {
  const name = fc.constantFrom(
    'a',
    'b',
    'B',
    'a b',
    'a-b',
    'a.b',
    'é',
    'Z',
    'src',
    'lib',
    '10',
    '9',
    '_',
    '~',
    '漢',
    '\uff61',
    '😀',
  );
  const path = fc.tuple(fc.array(name, { minLength: 1, maxLength: 5 }), fc.boolean());
  const list = fc.array(path, { minLength: 1, maxLength: 60 });
  return fc
    .sample(list, { seed, numRuns })
    .map((paths) => paths.map(([names, ends]) => names.join('/') + (ends ? '/' : '')));
}

/** All lists in one call, each below a folder of its own. */
function compareWithTree(t: TestContext, config: object, options: readonly string[]): void {
  if (spawnSync('tree', ['--version']).error) {
    t.skip('tree is not installed');
    return;
  }
  const lists = samplePaths(17, 100).map((paths, list) => paths.map((path) => `${list}/${path}`));
  const input = lists.flat().join('\n');
  const { stdout } = spawnSync('tree', ['--fromfile', '--noreport', '-N', ...options, '.'], {
    input: `${input}\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  assert.ok(stdout.length > 10_000);
  const ours = resultOf(slug, input, { format: 'paths', charset: 'ascii', sort: 'name', root: '.', ...config });
  assert.equal(`${ours}\n`, stdout.replaceAll('\u00a0', ' '));
}
