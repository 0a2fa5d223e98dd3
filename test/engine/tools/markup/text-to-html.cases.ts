import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHtml } from '../../../../engine/text/markup/html.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'text-to-html';
const lists = { lists: true };
const links = { linkify: true };
const flat = { paragraphs: false };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n \n', output: '' },
    { input: 'a', output: '<p>a</p>' },
    { input: ' a \n\tb\n \n\n\nc\n', output: '<p>a<br>\nb</p>\n<p>c</p>' },
    { name: 'line ends as in the text', input: 'a\r\nb\r\n\r\nc\r\n', output: '<p>a<br>\r\nb</p>\r\n<p>c</p>' },
    { input: '&<>"\' &amp;', output: '<p>&amp;&lt;&gt;&quot;&#39; &amp;amp;</p>' },
    { input: '- a\n1. b', output: '<p>- a<br>\n1. b</p>' },
    { input: 'a\n\n\nb', config: flat, output: 'a<br>\n<br>\n<br>\nb' },
    { input: '\na', config: flat, output: '<br>\na' },

    // Lists
    {
      input: '- a\n* b\n+ c\n• d',
      config: lists,
      output: '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n<li>d</li>\n</ul>',
    },
    { input: '1. a\n2) b\n- c', config: lists, output: '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>' },
    { input: '007. a', config: lists, output: '<ol start="7">\n<li>a</li>\n</ol>' },
    {
      input: 'a\n- b\nc\n\n- d',
      config: lists,
      output: '<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n<ul>\n<li>d</li>\n</ul>',
    },
    {
      name: 'an empty line ends a list',
      input: '- a\n\n- b',
      config: lists,
      output: '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>',
    },
    {
      name: 'what is not an item',
      input: '-a\n1.5\n1234567890. b\n-',
      config: lists,
      output: '<p>-a<br>\n1.5<br>\n1234567890. b<br>\n-</p>',
    },
    { input: 'a\n- b\n\nc', config: { ...lists, ...flat }, output: 'a\n<ul>\n<li>b</li>\n</ul>\n<br>\nc' },

    // Links
    {
      input: 'https://a.example www.b.example c@d.example',
      output: '<p>https://a.example www.b.example c@d.example</p>',
    },
    {
      input: '(https://a.example/?b&c), www.d.example! e@f.example.',
      config: links,
      output:
        '<p>(<a href="https://a.example/?b&amp;c">https://a.example/?b&amp;c</a>), <a href="https://www.d.example">www.d.example</a>! <a href="mailto:e@f.example">e@f.example</a>.</p>',
    },
    {
      name: 'the user of a URL is not an address of its own',
      input: 'https://a@b.example/',
      config: links,
      output: '<p><a href="https://a@b.example/">https://a@b.example/</a></p>',
    },
    {
      name: 'nothing that runs',
      input: 'javascript:alert(1) data:text/html,a',
      config: links,
      output: '<p>javascript:alert(1) data:text/html,a</p>',
    },
    {
      input: 'https://a.example/"onclick="b',
      config: links,
      output: '<p><a href="https://a.example/">https://a.example/</a>&quot;onclick=&quot;b</p>',
    },

    { name: 'lone surrogates and NUL', input: '\ud800\0', output: '<p>\ud800\0</p>' },
  ],
  checks: {
    'the page shows the text unchanged, whatever it is': () => {
      const piece = fc.constantFrom(
        ...[
          '<script>',
          '</script>',
          '<img src=x onerror=a>',
          '&lt;',
          '&',
          '"',
          "'",
          '>',
          'https://a.example/',
          "https://a.example/'",
          'www.b.example',
          'c@d.example',
          'javascript:',
          '- ',
          '1. ',
          '\n',
          '\n\n',
          ' ',
          'e',
          '😀',
          '\u0001',
        ],
      );
      const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
      const options = fc.record({ paragraphs: fc.boolean(), linkify: fc.boolean(), lists: fc.boolean() });
      fc.assert(
        fc.property(text, options, (plain, config) => {
          let shown = '';
          readHtml(resultOf(slug, plain, config), {
            open(name, attributes) {
              assert.match(name, /^(?:p|br|a|ul|ol|li)$/);
              for (const [attribute, value] of attributes) {
                if (attribute === 'href') assert.match(value, /^(?:https?:\/\/|mailto:)/);
                else assert.match(`${name} ${attribute} ${value}`, /^ol start \d+$/);
              }
            },
            text(part) {
              shown += part;
            },
            close() {},
          });
          const letters = (html: string) => html.replace(/\s+/g, '');
          if (config.lists) return;
          assert.equal(letters(shown), letters(plain));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'html-to-text gives paragraphs back': () => {
      const line = fc.string({ unit: fc.constantFrom('a', 'b', '<', '&', '"', 'é'), minLength: 1 });
      const paragraphs = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
      fc.assert(
        fc.property(paragraphs, (blocks) => {
          const text = blocks.map((lines) => lines.join('\n')).join('\n\n');
          assert.equal(resultOf('html-to-text', resultOf(slug, text)), text);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const text of [
        '"',
        '\n',
        'a\n\n',
        '- \n',
        '- a\n',
        '1. a\n\n',
        'http://a.b ',
        'a@b.c ',
        'http://',
        '@',
        'www.',
        '\t',
      ]) {
        assertLinear(text, (text) => runTool(slug, text, { ...lists, ...links }));
      }
    },
  },
} satisfies ToolCases;
