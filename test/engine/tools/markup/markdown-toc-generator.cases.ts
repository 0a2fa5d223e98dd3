import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'markdown-toc-generator';
const insert = { insert: true };
const numbered = { ordered: true };

/** A heading, and the anchor that GitHub gives it. */
const anchors: [heading: string, anchor: string, label?: string][] = [
  ['Hello World', 'hello-world'],
  ['A  B - C', 'a--b---c'],
  ['Foo & bar', 'foo--bar'],
  ['I ♥ Unicode', 'i--unicode'],
  ['snake_case 1.2.3', 'snake_case-123'],
  ['Größe École', 'größe-école'],
  ['Привет 你好', 'привет-你好'],
  // Numerals that are letters; fractions are not.
  ['Ⅷ 〇 ½', 'ⅷ-〇-'],
  ['😀 emoji', '-emoji'],
  ['[link](/x) and *em*', 'link-and-em', 'link and em'],
  ['`<code>`', 'code'],
  // A space next to an image counts.
  ['a <b>c</b> ![d](e)', 'a-c-', 'a c'],
  ['![d](e) Logo', '-logo', 'Logo'],
  ['Code ![d](e) `x `', 'code--x-', 'Code  `x `'],
];

export default {
  slug,
  cases: [
    { name: 'a byte order mark', input: '\ufeff# a', output: '- [a](#a)' },
    { input: '', output: '' },
    { input: 'no heading', output: '' },
    ...anchors.map(([heading, anchor, label = heading]) => ({
      name: `anchor of ${heading}`,
      input: `# x\n## ${heading}\n`,
      config: { minDepth: 2 },
      output: `- [${label}](#${anchor})`,
    })),
    {
      name: 'anchors come once',
      input: '# a\n# A\n# a-1\n# a\n# ?\n# !',
      output: '- [a](#a)\n- [A](#a-1)\n- [a-1](#a-1-1)\n- [a](#a-2)\n- [?](#)\n- [!](#-1)',
    },
    {
      name: 'names like properties of objects',
      input: '# __proto__\n# `constructor`\n# `constructor`',
      output: '- [proto](#proto)\n- [`constructor`](#constructor)\n- [`constructor`](#constructor-1)',
    },
    {
      name: 'headings of both kinds',
      input: 'a *b*\nc\n===\n\nd\n---\n###### e ######',
      output: '- [a b c](#a-b-c)\n  - [d](#d)\n    - [e](#e)',
    },
    {
      name: 'labels mean themselves',
      input: '# [a] *b* \\*c\\* &lt;d> `]` e_f',
      output: '- [\\[a\\] b \\*c\\* \\<d> `]` e_f](#a-b-c-d--e_f)',
    },
    { name: 'what is not a heading', input: '#a\n\n    # b\n\n```\n# c\n```\n<!--\n# d\n-->\n#\n', output: '' },
    {
      name: 'headings in lists and quotes count for anchors only',
      input: '> # a\n\n- # a\n\n# a',
      output: '- [a](#a-2)',
    },
    {
      name: 'levels that are skipped',
      input: '### a\n# b\n#### c\n## d\n###### e',
      output: '- [a](#a)\n- [b](#b)\n  - [c](#c)\n  - [d](#d)\n    - [e](#e)',
    },
    {
      input: `# x\n${'## a\n'.repeat(9)}## b\n### c\n## d`,
      config: { ...numbered, minDepth: 2 },
      output: `1. [a](#a)\n${Array.from({ length: 8 }, (_, i) => `${i + 2}. [a](#a-${i + 1})\n`).join('')}10. [b](#b)\n    1. [c](#c)\n11. [d](#d)`,
    },
    { input: '# a\n## b\n### c', config: { minDepth: 2, maxDepth: 2 }, output: '- [b](#b)' },
    { input: '# a', config: { minDepth: 3, maxDepth: 2 }, error: 'minDepth must not be above maxDepth' },
    { input: '# a', config: { maxDepth: 7 }, error: 'steps[0].config.maxDepth must be at most 6' },
    { input: '# a\r\n# b\r\n', output: '- [a](#a)\r\n- [b](#b)' },
    { name: 'lone surrogates', input: '# \ud800a', output: '- [\ud800a](#a)' },

    ...['---\na: b\n---\n', '---\r\na: b\r\n# c\r\n...\r\n', '+++\n# c\n+++\n'].map((matter) => ({
      name: `front matter is no heading: ${JSON.stringify(matter)}`,
      input: `${matter}# d`,
      output: '- [d](#d)',
    })),
    { name: 'a thematic break', input: '---\n\n# a\n\n---\n', output: '- [a](#a)' },
    { name: 'a mark that nothing closes', input: '---\n# a\n', output: '- [a](#a)' },
    {
      name: 'not inserted into front matter',
      input: '---\na: b\n---\n## c\n',
      config: insert,
      output: '---\na: b\n---\n\n<!-- toc -->\n\n- [c](#c)\n\n<!-- tocstop -->\n\n## c\n',
    },

    // Inserted
    { input: 'a', config: insert, output: 'a' },
    { input: '## a\n', config: insert, output: '<!-- toc -->\n\n- [a](#a)\n\n<!-- tocstop -->\n\n## a\n' },
    {
      name: 'after a title without another heading',
      input: '# a\r\n\r\nb\r\n',
      config: insert,
      output: '# a\r\n\r\n<!-- toc -->\r\n\r\n- [a](#a)\r\n\r\n<!-- tocstop -->\r\n\r\nb\r\n',
    },
    {
      name: 'where the mark is',
      input: '# a\n<!-- toc -->\n## b\ntext\n',
      config: { ...insert, minDepth: 2 },
      output: '# a\n<!-- toc -->\n\n- [b](#b)\n\n<!-- tocstop -->\n## b\ntext\n',
    },
    {
      name: 'in place of the old table',
      input: '<!-- toc -->\n- [x](#x)\n\n<!-- tocstop -->\n# b',
      config: insert,
      output: '<!-- toc -->\n\n- [b](#b)\n\n<!-- tocstop -->\n# b',
    },
    {
      name: 'an old table with nothing to list',
      input: '<!-- toc -->\n- [x](#x)\n\n<!-- tocstop -->\n',
      config: insert,
      output: '<!-- toc -->\n\n<!-- tocstop -->\n',
    },
    {
      name: 'a mark in code is none',
      input: '```\n<!-- toc -->\n```\n# a\n',
      config: insert,
      output: '```\n<!-- toc -->\n```\n# a\n\n<!-- toc -->\n\n- [a](#a)\n\n<!-- tocstop -->\n',
    },
  ],
  checks: {
    'is idempotent': () => {
      const line = fc.constantFrom(
        '# a',
        '## b',
        '### c',
        'text',
        '',
        '- d',
        '> # e',
        '```',
        '<!-- toc -->',
        '<!-- tocstop -->',
        'f\n===',
      );
      fc.assert(
        fc.property(
          fc.array(line, { maxLength: 12 }),
          fc.boolean(),
          fc.integer({ min: 1, max: 3 }),
          (lines, ordered, minDepth) => {
            const config = { insert: true, ordered, minDepth };
            const once = resultOf(slug, lines.join('\n'), config);
            assert.equal(resultOf(slug, once, config), once);
          },
        ),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'the table is a list of one link for each heading': () => {
      const heading = fc
        .tuple(
          fc.integer({ min: 1, max: 6 }),
          fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '_', '[', ']', '`', '&', '!', '(', ')') }),
        )
        .map(([depth, text]) => `${'#'.repeat(depth)} x${text}y`);
      fc.assert(
        fc.property(fc.array(heading, { maxLength: 10 }), fc.boolean(), (headings, ordered) => {
          const html = resultOf('markdown-to-html', resultOf(slug, headings.join('\n'), { ordered }));
          const links = resultOf('html-select', html, { selector: 'li > a' });
          const texts = resultOf('html-select', resultOf('markdown-to-html', headings.join('\n')), {
            selector: 'h1,h2,h3,h4,h5,h6',
          });
          assert.equal(links, texts);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'hostile texts take linear time': () => {
      for (const text of ['# a\n', '# [\n', 'a\n-\n']) {
        assertLinear(text, (text) => runTool(slug, text, insert));
      }
    },
  },
} satisfies ToolCases;
