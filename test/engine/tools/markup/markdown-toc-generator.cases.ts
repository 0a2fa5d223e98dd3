import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

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
    ['\ufeff# a', '- [a](#a)', {}, 'a byte order mark'],
    ['', ''],
    ['no heading', ''],
    ...anchors.map(
      ([heading, anchor, label = heading]): ToolCase => [
        `# x\n## ${heading}\n`,
        `- [${label}](#${anchor})`,
        { minDepth: 2 },
        `anchor of ${heading}`,
      ],
    ),
    [
      '# a\n# A\n# a-1\n# a\n# ?\n# !',
      '- [a](#a)\n- [A](#a-1)\n- [a-1](#a-1-1)\n- [a](#a-2)\n- [?](#)\n- [!](#-1)',
      {},
      'anchors come once',
    ],
    [
      '# __proto__\n# `constructor`\n# `constructor`',
      '- [proto](#proto)\n- [`constructor`](#constructor)\n- [`constructor`](#constructor-1)',
      {},
      'names like properties of objects',
    ],
    [
      'a *b*\nc\n===\n\nd\n---\n###### e ######',
      '- [a b c](#a-b-c)\n  - [d](#d)\n    - [e](#e)',
      {},
      'headings of both kinds',
    ],
    [
      '# [a] *b* \\*c\\* &lt;d> `]` e_f',
      '- [\\[a\\] b \\*c\\* \\<d> `]` e_f](#a-b-c-d--e_f)',
      {},
      'labels mean themselves',
    ],
    ['#a\n\n    # b\n\n```\n# c\n```\n<!--\n# d\n-->\n#\n', '', {}, 'what is not a heading'],
    ['> # a\n\n- # a\n\n# a', '- [a](#a-2)', {}, 'headings in lists and quotes count for anchors only'],
    [
      '### a\n# b\n#### c\n## d\n###### e',
      '- [a](#a)\n- [b](#b)\n  - [c](#c)\n  - [d](#d)\n    - [e](#e)',
      {},
      'levels that are skipped',
    ],
    [
      `# x\n${'## a\n'.repeat(9)}## b\n### c\n## d`,
      `1. [a](#a)\n${Array.from({ length: 8 }, (_, i) => `${i + 2}. [a](#a-${i + 1})\n`).join('')}10. [b](#b)\n    1. [c](#c)\n11. [d](#d)`,
      { ...numbered, minDepth: 2 },
    ],
    ['# a\n## b\n### c', '- [b](#b)', { minDepth: 2, maxDepth: 2 }],
    ['# a', { error: 'minDepth must not be above maxDepth' }, { minDepth: 3, maxDepth: 2 }],
    ['# a', { error: 'steps[0].config.maxDepth must be at most 6' }, { maxDepth: 7 }],
    ['# a\r\n# b\r\n', '- [a](#a)\r\n- [b](#b)'],
    ['# \ud800a', '- [\ud800a](#a)', {}, 'lone surrogates'],

    ...['---\na: b\n---\n', '---\r\na: b\r\n# c\r\n...\r\n', '+++\n# c\n+++\n'].map(
      (matter): ToolCase => [`${matter}# d`, '- [d](#d)', {}, `front matter is no heading: ${JSON.stringify(matter)}`],
    ),
    ['---\n\n# a\n\n---\n', '- [a](#a)', {}, 'a thematic break'],
    ['---\n# a\n', '- [a](#a)', {}, 'a mark that nothing closes'],
    [
      '---\na: b\n---\n## c\n',
      '---\na: b\n---\n\n<!-- toc -->\n\n- [c](#c)\n\n<!-- tocstop -->\n\n## c\n',
      insert,
      'not inserted into front matter',
    ],

    // Inserted
    ['a', 'a', insert],
    ['## a\n', '<!-- toc -->\n\n- [a](#a)\n\n<!-- tocstop -->\n\n## a\n', insert],
    [
      '# a\r\n\r\nb\r\n',
      '# a\r\n\r\n<!-- toc -->\r\n\r\n- [a](#a)\r\n\r\n<!-- tocstop -->\r\n\r\nb\r\n',
      insert,
      'after a title without another heading',
    ],
    [
      '# a\n<!-- toc -->\n## b\ntext\n',
      '# a\n<!-- toc -->\n\n- [b](#b)\n\n<!-- tocstop -->\n## b\ntext\n',
      { ...insert, minDepth: 2 },
      'where the mark is',
    ],
    [
      '<!-- toc -->\n- [x](#x)\n\n<!-- tocstop -->\n# b',
      '<!-- toc -->\n\n- [b](#b)\n\n<!-- tocstop -->\n# b',
      insert,
      'in place of the old table',
    ],
    [
      '<!-- toc -->\n- [x](#x)\n\n<!-- tocstop -->\n',
      '<!-- toc -->\n\n<!-- tocstop -->\n',
      insert,
      'an old table with nothing to list',
    ],
    [
      '```\n<!-- toc -->\n```\n# a\n',
      '```\n<!-- toc -->\n```\n# a\n\n<!-- toc -->\n\n- [a](#a)\n\n<!-- tocstop -->\n',
      insert,
      'a mark in code is none',
    ],
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
