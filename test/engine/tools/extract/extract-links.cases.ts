import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-links';
const html = { from: 'html' };
const asJson = { format: 'json' };
const all = { unique: false };

export default {
  slug,
  cases: [
    [
      '<a href=a>A</a><base href="https://e.com/x/"><base href="https://f.com/"><a href=/b>B</a><a href=mailto:c@d>C</a>',
      'https://e.com/x/a\nhttps://e.com/b\nmailto:c@d',
      {},
      'the first <base href> holds for the whole page',
    ],
    ['<base target=x><base href="y/"><a href=a>A</a>', 'https://e.com/y/a', { base: 'https://e.com/z' }],
    ['<base href="y/"><a href=a>A</a>', 'a', {}, 'a relative base without the address of the page'],
    ['<base href="javascript:x"><a href=a>A</a>', 'a'],
    [
      '(see https://example.org/b.) (https://e.com/c?) "https://e.com/d!" https://e.com/(x).',
      'https://example.org/b\nhttps://e.com/c\nhttps://e.com/d\nhttps://e.com/(x)',
      {},
      'punctuation before a bracket or a quote',
    ],
    ['', ''],
    ['', 'text,url', { format: 'csv' }],
    ['', '[]', asJson],

    // HTML
    ['<a href=" /a\n ">b</a><a name=c>d</a><a href>e</a><a href="#f">g</a>', '/a\n#f'],
    ['<a href="JavaScript:a()">b</a><a href="java\nscript:a()">c</a>', '', html],
    [
      '<a href=/a> b <i>c</i>\n d<br>e<script>f</script></a><a href=/g><img alt="h"></a><area href=/i alt=j>',
      '[\n  {"text":"b c d e","url":"/a"},\n  {"text":"h","url":"/g"},\n  {"text":"j","url":"/i"}\n]',
      asJson,
    ],
    ['<a href=a>b<a href=c>d', 'text,url\nb,a\nd,c', { format: 'csv' }, 'links that are not closed'],
    ['<link href=a><script src=b></script><img src=c><form action=d><!-- <a href=e> -->', '', html],
    ['<a href="/?a=1&amp;b=2&copy=3">c</a>', '/?a=1&b=2&copy=3'],
    ['x <a href=/a>b</a> [c](d)', '/a', html],

    // Markdown
    [
      '[a](b) <https://c.example> https://d.example. [e] [f][e] `[g](h)` ![i](j)\n\n[e]: k',
      'b\nhttps://c.example\nhttps://d.example\nk',
    ],
    ['[*a* `b`](c "d") [![e](f)](g)', 'text,url\na b,c\ne,g', { format: 'csv' }],
    ['setup.py www.a.example a@b.example', '', {}, 'words with a dot are not addresses'],
    ['x <a href="/a">b</a>\n\n<div><a href="/c">d</a></div>', '/a\n/c', {}, 'HTML in Markdown'],
    ['[a](javascript:b) [c](mailto:d@e.example)', 'mailto:d@e.example'],
    ['<https://a.example> [b](c)', 'https://a.example\nc', {}, 'an address in angle brackets is not a tag'],
    ['<p>[a](b)</p>\n\n[c](d)', 'd', { from: 'markdown' }],
    ['<p>[a](b)</p>\n\n[c](d)', ''],

    [
      'https://my_.s3.amazonaws.com/key http://my_host:8080/k https://e-.com/ https://user:p@ss@e.com/x https://e.com/a–b',
      'https://my_.s3.amazonaws.com/key\nhttp://my_host:8080/k\nhttps://e-.com/\nhttps://user:p@ss@e.com/x\nhttps://e.com/a%E2%80%93b',
      {},
      'bare addresses are what extract-urls finds',
    ],
    [String.raw`{"u":"https:\/\/e.com\/a_b_c"}`, 'https://e.com/a_b_c', {}, 'an address with the escapes of JSON'],
    ['1,https://e.com/?utm_source=x,Bob', 'https://e.com/?utm_source=x', {}, 'the next cell of CSV'],
    [
      '**see https://e.com/a.** ~~https://e.com/b~~ *https://e.com/c* [x https://e.com/d](/e) `https://e.com/f`',
      'https://e.com/a\nhttps://e.com/b\nhttps://e.com/c\n/e',
      {},
      'bare addresses in emphasis, links and code',
    ],
    ['mailto:a@b.example //e.com/x', 'mailto:a@b.example\n//e.com/x'],

    // Output
    ['[a](b) [c](b)', 'b'],
    ['[a](b) [c](b)', '- [a](b)\n- [c](b)', { ...all, format: 'markdown' }],
    ['<a href="a b(c)">d [e] *f*</a>', '- [d \\[e\\] \\*f\\*](<a b(c)>)', { format: 'markdown' }],
    ['<a href="a,b">"c"</a>', 'text,url\n"""c""","a,b"', { format: 'csv' }],
    [
      '[](a) [](/b?c) [](#d) [](//e.example) [](mailto:f@g) [](http://H.example/../i) [](http://[)',
      'https://x.example/y/a\nhttps://x.example/b?c\nhttps://x.example/y/z?q#d\nhttps://e.example/\nmailto:f@g\nhttp://h.example/i\nhttp://%5B',
      { base: 'https://x.example/y/z?q' },
    ],
    [
      '[a](/b) [c](https://x.example/b)',
      'https://x.example/b',
      { base: 'https://x.example' },
      'addresses that become the same',
    ],
    ['<a href="http://[">a</a>', 'http://[', { base: 'https://x.example' }, 'an address that cannot be resolved'],
    ['a', { error: 'base must be an absolute URL, such as https://example.com/docs/' }, { base: 'x.example' }],

    ['<a href="\ud800">\0</a>', '[\n  {"text":"\\u0000","url":"\\ud800"}\n]', asJson, 'lone surrogates and NUL'],
    ['<div>'.repeat(600), { error: 'line 1, column 2561: elements are nested deeper than 512 levels' }],
    [`a ${'<b>'.repeat(600)}`, { error: 'the HTML in the Markdown is nested deeper than 512 levels' }],
    [`a\n\n${'> '.repeat(100)}a`, { error: 'line 3: quotes and lists are nested too deeply' }],
    {
      long: [
        `${'[a] '.repeat(100_000)}\n\n[a]: /${'b'.repeat(90_000)}`,
        { error: 'the output would be longer than 4000000 characters' },
        all,
        'a short text with a long output: a link that is used 100,000 times',
      ],
    },
    {
      long: [
        '<a href=a></a>'.repeat(30_000),
        { error: 'the output would be longer than 4000000 characters' },
        { ...all, base: `https://x.example/${'b'.repeat(1900)}/` },
        'the same by a long base',
      ],
    },
  ],
  checks: {
    'finds the links that were written': () => {
      const text = fc
        .string({ unit: fc.constantFrom('a', 'b', ' ', '&', '<', '"', ',', '*', '[', 'é') })
        .map((raw) => raw.replace(/\s+/g, ' ').trim());
      const address = fc.webUrl({ withQueryParameters: true, withFragments: true });
      const encode = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
      fc.assert(
        fc.property(fc.array(fc.tuple(text, address)), (links) => {
          const page = links
            .map(([label, url]) => `<p>x <a class=y href="${encode(url)}">${encode(label)}</a>`)
            .join('');
          const expected = links.map(([label, url]) => ({ text: label, url }));
          assert.deepEqual(JSON.parse(resultOf(slug, page, { ...html, ...all, ...asJson })), expected);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const text of [
        '<a href=a>',
        '<a href=a>b</a>',
        '[a](b) ',
        '[a](',
        'http://a.b ',
        'http://a.b/–',
        '<area href=a>',
      ]) {
        for (const from of ['html', 'markdown']) {
          assertLinear(text, (text) => runTool(slug, text, { from, base: 'https://x.example' }));
        }
      }
    },
  },
} satisfies ToolCases;
