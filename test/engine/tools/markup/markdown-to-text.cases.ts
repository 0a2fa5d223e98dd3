import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'markdown-to-text';
const withLinks = { links: 'inline' };

export default {
  slug,
  cases: [
    ['\ufeff# a', 'a', {}, 'a byte order mark'],
    ['', ''],
    ['a\r\nb  \nc\\\nd\n', 'a\nb\nc\nd'],
    ['# a\n\nb\n=\n\n***\n\n###### c ######', 'a\n\nb\n\nc'],
    ['*a* **b** _c_ ~~d~~ `e` ``f ` g``', 'a b c d e f ` g'],
    ['2*3 snake_case \\*a\\* a * b ~ #c', '2*3 snake_case *a* a * b ~ #c', {}, 'what is not markup stays'],
    ['&amp;&copy;&#35; &bogus;', '&©# &bogus;'],
    ['> a\n> > b\n\nc', 'a\n\nb\n\nc'],
    ['a\n\n    b\n     c\n\n~~~js\n# d\n\n~~~\ne', 'a\n\nb\n c\n\n# d\n\n\ne'],
    ['a\n\n```\n```\nb', 'a\n\nb', {}, 'an empty code block'],

    // Lists
    ['- a\n- b\n  - c\n\n+ d', '- a\n- b\n  - c\n\n+ d'],
    ['9) a\n10) b\n    - c', '9) a\n10) b\n    - c'],
    ['- a\n\n  b\n\n- c', '- a\n\n  b\n\n- c'],
    ['- [ ] a\n- [x] b', '- [ ] a\n- [x] b'],
    ['-\n- a', '- a'],
    ['- a\n  1. b\n- c', 'a\nb\nc', { listMarks: false }],

    // Tables
    ['a\n\n| b | c |\n|---|---|\n| *d* | `\\|` |\n| e |\n\nf', 'a\n\nb\tc\nd\t|\ne\t\n\nf'],

    // Links and images
    ['[a *b*](c "d") ![e *f*](g) <https://h.example> [i][j]\n\n[j]: k', 'a b e f https://h.example i'],
    ['[a](b "c") <https://d.example> [](e) [f](<>)', 'a (b) https://d.example  (e) f', withLinks],
    ['![a](b)', 'a', withLinks],

    // HTML
    ['a <b class="c">d</b><!-- e -->\n\n<p>f</p>\n<ul><li>g</ul>\n\n<script>\nh\n</script>', 'a d\n\nf\n\n- g'],
    [
      'First line<br>second line <BR/> third<br class="a>b" /> <br>\nlast<b>r</b>',
      'First line\nsecond line\nthird\n\nlastr',
      {},
      'a line break of HTML is a line end',
    ],
    [
      '# a <br/>\nb<br><br>\n\n- <br>c\n- d<br>\n\n## <br>',
      'a\n\nb\n\n- c\n- d',
      {},
      'a line break of HTML at the edge of a block is no line',
    ],
    [
      '| a | b |\n|---|---|\n| one<br>two | three <br /> four |',
      'a\tb\none two\tthree four',
      {},
      'a line break of HTML in a table cell is a blank',
    ],
    [
      `\n\n${'<div>'.repeat(600)}`,
      { error: 'the HTML that starts in line 3: line 1, column 2561: elements are nested deeper than 512 levels' },
    ],

    ['\ud800\0', '\ud800\ufffd', {}, 'lone surrogates stay, NUL is replaced'],
    [`${'> '.repeat(100)}a`, { error: 'line 1: quotes and lists are nested too deeply' }],
    {
      long: [
        `${'[a] '.repeat(100_000)}\n\n[a]: /${'b'.repeat(90_000)}`,
        { error: 'the output would be longer than 4000000 characters' },
        withLinks,
        'a short text with a long output: a link that is used 100,000 times',
      ],
    },
  ],
  checks: {
    'agrees with the text of the HTML from markdown-to-html': () => {
      const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), minLength: 1, maxLength: 5 });
      const span = fc.oneof(
        word,
        word.map((text) => `*${text}*`),
        word.map((text) => `**${text}**`),
        word.map((text) => `\`${text}\``),
        word.map((text) => `[${text}](/x)`),
        fc.constantFrom('&amp;', '\\*', '&lt;b&gt;', '5 < 6', 'a<br>b', 'a <br/>\nb'),
      );
      const paragraph = fc.array(span, { minLength: 1, maxLength: 5 }).map((spans) => spans.join(' '));
      const block = fc.oneof(
        paragraph,
        paragraph.map((text) => `## ${text}`),
        fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
        fc
          .array(paragraph, { minLength: 1, maxLength: 3 })
          .map((items) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')),
        word.map((text) => `\`\`\`\n${text}\n  ${text}\n\`\`\``),
      );
      // Lists that follow each other would be one.
      const document = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n\n***\n\n'));
      fc.assert(
        fc.property(document, (markdown) => {
          const html = resultOf('markdown-to-html', markdown, { html: 'strip' }).replaceAll('<hr>', '');
          assert.equal(resultOf(slug, markdown), resultOf('html-to-text', html));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'hostile texts take linear time': () => {
      for (const text of ['- a\n', '[a](', '<!--', '<b>', '|a|\n|-|\n']) {
        assertLinear(text, (text) => runTool(slug, text, withLinks));
      }
    },
  },
} satisfies ToolCases;
