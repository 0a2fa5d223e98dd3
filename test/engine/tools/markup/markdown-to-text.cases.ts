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
    { name: 'a byte order mark', input: '\ufeff# a', output: 'a' },
    { input: '', output: '' },
    { input: 'a\r\nb  \nc\\\nd\n', output: 'a\nb\nc\nd' },
    { input: '# a\n\nb\n=\n\n***\n\n###### c ######', output: 'a\n\nb\n\nc' },
    { input: '*a* **b** _c_ ~~d~~ `e` ``f ` g``', output: 'a b c d e f ` g' },
    {
      name: 'what is not markup stays',
      input: '2*3 snake_case \\*a\\* a * b ~ #c',
      output: '2*3 snake_case *a* a * b ~ #c',
    },
    { input: '&amp;&copy;&#35; &bogus;', output: '&©# &bogus;' },
    { input: '> a\n> > b\n\nc', output: 'a\n\nb\n\nc' },
    { input: 'a\n\n    b\n     c\n\n~~~js\n# d\n\n~~~\ne', output: 'a\n\nb\n c\n\n# d\n\n\ne' },
    { name: 'an empty code block', input: 'a\n\n```\n```\nb', output: 'a\n\nb' },

    // Lists
    { input: '- a\n- b\n  - c\n\n+ d', output: '- a\n- b\n  - c\n\n+ d' },
    { input: '9) a\n10) b\n    - c', output: '9) a\n10) b\n    - c' },
    { input: '- a\n\n  b\n\n- c', output: '- a\n\n  b\n\n- c' },
    { input: '- [ ] a\n- [x] b', output: '- [ ] a\n- [x] b' },
    { input: '-\n- a', output: '- a' },
    { input: '- a\n  1. b\n- c', config: { listMarks: false }, output: 'a\nb\nc' },

    // Tables
    { input: 'a\n\n| b | c |\n|---|---|\n| *d* | `\\|` |\n| e |\n\nf', output: 'a\n\nb\tc\nd\t|\ne\t\n\nf' },

    // Links and images
    { input: '[a *b*](c "d") ![e *f*](g) <https://h.example> [i][j]\n\n[j]: k', output: 'a b e f https://h.example i' },
    {
      input: '[a](b "c") <https://d.example> [](e) [f](<>)',
      config: withLinks,
      output: 'a (b) https://d.example  (e) f',
    },
    { input: '![a](b)', config: withLinks, output: 'a' },

    // HTML
    {
      input: 'a <b class="c">d</b><!-- e -->\n\n<p>f</p>\n<ul><li>g</ul>\n\n<script>\nh\n</script>',
      output: 'a d\n\nf\n\n- g',
    },
    {
      name: 'a line break of HTML is a line end',
      input: 'First line<br>second line <BR/> third<br class="a>b" /> <br>\nlast<b>r</b>',
      output: 'First line\nsecond line\nthird\n\nlastr',
    },
    {
      name: 'a line break of HTML at the edge of a block is no line',
      input: '# a <br/>\nb<br><br>\n\n- <br>c\n- d<br>\n\n## <br>',
      output: 'a\n\nb\n\n- c\n- d',
    },
    {
      name: 'a line break of HTML in a table cell is a blank',
      input: '| a | b |\n|---|---|\n| one<br>two | three <br /> four |',
      output: 'a\tb\none two\tthree four',
    },
    {
      input: `\n\n${'<div>'.repeat(600)}`,
      error: 'the HTML that starts in line 3: line 1, column 2561: elements are nested deeper than 512 levels',
    },

    { name: 'lone surrogates stay, NUL is replaced', input: '\ud800\0', output: '\ud800\ufffd' },
    { input: `${'> '.repeat(100)}a`, error: 'line 1: quotes and lists are nested too deeply' },
    {
      name: 'a short text with a long output: a link that is used 100,000 times',
      isLong: true,
      input: `${'[a] '.repeat(100_000)}\n\n[a]: /${'b'.repeat(90_000)}`,
      config: withLinks,
      error: 'the output would be longer than 4000000 characters',
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
