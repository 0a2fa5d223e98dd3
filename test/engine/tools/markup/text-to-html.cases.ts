import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHtml } from '#engine/text/markup/html.js';
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
    ['', ''],
    ['\n \n', ''],
    ['a', '<p>a</p>'],
    [' a \n\tb\n \n\n\nc\n', '<p>a<br>\nb</p>\n<p>c</p>'],
    ['a\r\nb\r\n\r\nc\r\n', '<p>a<br>\r\nb</p>\r\n<p>c</p>', {}, 'line ends as in the text'],
    ['&<>"\' &amp;', '<p>&amp;&lt;&gt;&quot;&#39; &amp;amp;</p>'],
    ['- a\n1. b', '<p>- a<br>\n1. b</p>'],
    ['a\n\n\nb', 'a<br>\n<br>\n<br>\nb', flat],
    ['\na', '<br>\na', flat],

    // Lists
    ['- a\n* b\n+ c\n• d', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n<li>d</li>\n</ul>', lists],
    ['1. a\n2) b\n- c', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>', lists],
    ['007. a', '<ol start="7">\n<li>a</li>\n</ol>', lists],
    ['a\n- b\nc\n\n- d', '<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n<ul>\n<li>d</li>\n</ul>', lists],
    ['- a\n\n- b', '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>', lists, 'an empty line ends a list'],
    ['-a\n1.5\n1234567890. b\n-', '<p>-a<br>\n1.5<br>\n1234567890. b<br>\n-</p>', lists, 'what is not an item'],
    ['a\n- b\n\nc', 'a\n<ul>\n<li>b</li>\n</ul>\n<br>\nc', { ...lists, ...flat }],

    // Links
    ['https://a.example www.b.example c@d.example', '<p>https://a.example www.b.example c@d.example</p>'],
    [
      '(https://a.example/?b&c), www.d.example! e@f.example.',
      '<p>(<a href="https://a.example/?b&amp;c">https://a.example/?b&amp;c</a>), <a href="https://www.d.example">www.d.example</a>! <a href="mailto:e@f.example">e@f.example</a>.</p>',
      links,
    ],
    [
      'https://a@b.example/',
      '<p><a href="https://a@b.example/">https://a@b.example/</a></p>',
      links,
      'the user of a URL is not an address of its own',
    ],
    ['javascript:alert(1) data:text/html,a', '<p>javascript:alert(1) data:text/html,a</p>', links, 'nothing that runs'],
    [
      'https://a.example/"onclick="b',
      '<p><a href="https://a.example/">https://a.example/</a>&quot;onclick=&quot;b</p>',
      links,
    ],

    ['\ud800\0', '<p>\ud800\0</p>', {}, 'lone surrogates and NUL'],
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
