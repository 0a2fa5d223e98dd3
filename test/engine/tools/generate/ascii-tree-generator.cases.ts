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
    ['', '', { root: '.' }],
    ['a', 'a', {}, 'one name'],
    ['a\n', 'r\n└── a', { root: 'r' }, 'one name below a root'],
    ['\na\n \n\t\n  b\n\n', 'a\n└── b', {}, 'blank lines are dropped'],
    ['a\r\n b\r\n', 'a\r\n└── b', {}, 'CRLF is kept, a final line end is not'],
    ['a\r b', 'a\r└── b', {}, 'CR alone'],

    [
      'a\n    b\n   c\n    d\n e',
      'a\n├── b\n├── c\n│   └── d\n└── e',
      {},
      'a parent is the nearest line above with a smaller indent',
    ],
    ['    a\n  b\n   c', 'a\nb\n└── c', {}, 'the first line may be indented'],
    [
      'a\n  \tb\n    c\n\t d\n\t\te',
      'a\n├── b\n└── c\n    └── d\n        └── e',
      {},
      'a tab reaches to the next multiple of four',
    ],
    ['a\n\u00a0b\n\u00a0\u00a0c', 'a\n└── b\n    └── c', {}, 'a no-break space indents too'],
    [
      'a\n - b\n * c\n + d\n • e\n -f\n - - g\n -',
      'a\n├── b\n├── c\n├── d\n├── e\n├── -f\n├── - g\n└── -',
      {},
      'bullets are dropped',
    ],
    ['a  \n  b c \u00a0', 'a\n└── b c', {}, 'names are trimmed'],
    ['a\n b\n b\na', 'a\n├── b\n└── b\na', {}, 'duplicates are kept'],
    [
      '__proto__/constructor\n__proto__/__proto__',
      '__proto__\n├── constructor\n└── __proto__',
      {},
      'names like properties of objects',
    ],

    ['b\na/c', 'b\na\n└── c', {}, 'auto: paths if none is indented and one is divided'],
    ['a/\nb', 'a/\nb', {}, 'auto: a separator at the end divides nothing'],
    ['a/b\n c', 'a/b\n└── c', {}, 'auto: not if one is indented'],
    ['\ufeffa/b\na/c', 'a\n├── b\n└── c', {}, 'auto: a byte order mark is not an indent'],
    ['a/b\na/c', 'a/b\na/c', { format: 'indented' }],
    ['a/\n b', 'a\nb', { format: 'paths' }],
    [
      'b/x\na/y\nb/z/\nb/x\na',
      'b\n├── x\n└── z\na\n└── y',
      {},
      'paths: equal beginnings merge, in order of appearance',
    ],
    [
      '/a//b/./c\n./a/../d\n.\n/',
      'a\n├── b\n│   └── c\n└── ..\n    └── d',
      {},
      'paths: empty and . parts mean nothing, .. is a name',
    ],
    ['./', '.', { format: 'paths', root: '.' }, 'paths without a name leave the root'],
    ['C:\\a\\b\nC:\\c', 'C:\n├── a\n│   └── b\n└── c', { pathSeparator: '\\' }, 'paths with another separator'],
    ['a😀b\na😀c😀', 'a\n├── b\n└── c', { pathSeparator: '😀' }, 'a separator above U+FFFF'],

    ['b\nc/y\nc/X\na\nB', 'B\na\nb\nc\n├── X\n└── y', { sort: 'name' }],
    ['😀/x\n\uff61/x\na/x', 'a\n└── x\n\uff61\n└── x\n😀\n└── x', { sort: 'name' }, 'by code point, not by code unit'],
    [
      'a😀/x\na\ud83d/x\na\ud83d!/x\na\ud83d\uffff/x\na\uffff/x',
      'a\ud83d\n└── x\na\ud83d!\n└── x\na\ud83d\uffff\n└── x\na\uffff\n└── x\na😀\n└── x',
      { sort: 'name', format: 'paths' },
      'lone surrogates have a place in it',
    ],
    ['ab\na\nabc/x', 'a\nab\nabc\n└── x', { sort: 'name' }, 'a name before a longer one'],
    ['b\n 1\na\nb\n 2', 'a\nb\n└── 1\nb\n└── 2', { sort: 'name' }, 'nodes of one name keep their order'],
    ['a\nd/x\nb/y\nc', 'b\n└── y\nd\n└── x\na\nc', { sort: 'dirs-first' }],
    [
      'a\nc/x\nb/',
      'b/\nc/\n└── x\na',
      { sort: 'dirs-first', trailingSlash: true },
      'a separator at the end marks a folder',
    ],
    ['a\nb/\nc/\n d', 'b/\nc/\n└── d\na', { sort: 'dirs-first' }, 'in indented text too, where it belongs to the name'],

    ['a/\n b\n  c', 'a/\n└── b/\n    └── c', { trailingSlash: true }, 'trailingSlash writes no second one'],
    [
      'a\\b',
      'a\\\n└── b',
      { trailingSlash: true, pathSeparator: '\\' },
      'trailingSlash writes the separator of the paths',
    ],
    ['a/\n b\n  c', 'a/\n└── a/b\n    └── a/b/c', { fullPath: true }, 'fullPath of indented text'],
    ['a/b', '.\n└── ./a\n    └── ./a/b', { fullPath: true, root: '.' }, 'fullPath below a root'],
    ['a/b', '/\n└── /a\n    └── /a/b', { fullPath: true, root: '/' }, 'fullPath below a root that ends in a separator'],
    [
      'a:b',
      'a:\n└── a:b',
      { fullPath: true, pathSeparator: ':', trailingSlash: true },
      'fullPath with another separator, and folders',
    ],
    ['a\n b\n  c\n d\n  e', 'a\n|-- b\n|   `-- c\n`-- d\n    `-- e', { charset: 'ascii' }, 'the ascii glyphs'],

    [
      levels(200),
      levels(200).replace(/^ +(?=x)/gm, (indent) => `${' '.repeat(4 * (indent.length - 1))}└── `),
      {},
      'two hundred levels',
    ],
    [`\n${levels(201)}`, { error: 'line 202 is more than 200 levels deep' }, {}, 'one level more'],
    [`a\n\n${'a/'.repeat(201)}`, { error: 'line 3 is more than 200 levels deep' }, {}, 'one part more'],
    ['a/'.repeat(250_000), { error: 'line 1 is more than 200 levels deep' }, {}, 'a path of 250,000 levels'],
    {
      long: [
        Array.from({ length: 1200 }, (_, n) => `${n}/${'a/'.repeat(199)}`).join('\n'),
        { error: 'the output would be longer than 4000000 characters' },
        {},
        'the output is measured before it is built: many levels',
      ],
    },
    [
      `${'x'.repeat(250_000)}\n${' y\n'.repeat(60_000)}`,
      { error: 'the output would be longer than 4000000 characters' },
      { fullPath: true, trailingSlash: true },
      'the output is measured before it is built: fifteen gigabytes of paths',
    ],

    ['a', { error: 'steps[0].config.format must be one of: auto, indented, paths' }, { format: 'path' }],
    ['a', { error: 'steps[0].config.charset must be one of: unicode, ascii' }, { charset: 'utf-8' }],
    ['a', { error: 'steps[0].config.root must be at most 200 characters long' }, { root: 'x'.repeat(201) }],
    ['a', { error: 'steps[0].config.sort must be one of: none, name, dirs-first' }, { sort: true }],
    ['a', { error: 'steps[0].config.trailingSlash must be a boolean' }, { trailingSlash: '/' }],
    ['a', { error: 'steps[0].config.fullPath must be a boolean' }, { fullPath: 1 }],
    ['a', { error: 'steps[0].config.pathSeparator must be at least 1 character long' }, { pathSeparator: '' }],
    ['a', { error: 'steps[0].config.pathSeparator must be at most 1 character long' }, { pathSeparator: '::' }],
    ['a', { error: 'Unknown option for ascii-tree-generator: fullpath. Did you mean fullPath?' }, { fullpath: true }],
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
