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
    { input: '', output: '' },
    { input: '', config: { format: 'csv' }, output: 'text,url' },
    { input: '', config: asJson, output: '[]' },

    // HTML
    { input: '<a href=" /a\n ">b</a><a name=c>d</a><a href>e</a><a href="#f">g</a>', output: '/a\n#f' },
    { input: '<a href="JavaScript:a()">b</a><a href="java\nscript:a()">c</a>', config: html, output: '' },
    {
      input: '<a href=/a> b <i>c</i>\n d<br>e<script>f</script></a><a href=/g><img alt="h"></a><area href=/i alt=j>',
      config: asJson,
      output: '[\n  {"text":"b c d e","url":"/a"},\n  {"text":"h","url":"/g"},\n  {"text":"j","url":"/i"}\n]',
    },
    {
      name: 'links that are not closed',
      input: '<a href=a>b<a href=c>d',
      config: { format: 'csv' },
      output: 'text,url\nb,a\nd,c',
    },
    {
      input: '<link href=a><script src=b></script><img src=c><form action=d><!-- <a href=e> -->',
      config: html,
      output: '',
    },
    { input: '<a href="/?a=1&amp;b=2&copy=3">c</a>', output: '/?a=1&b=2&copy=3' },
    { input: 'x <a href=/a>b</a> [c](d)', config: html, output: '/a' },

    // Markdown
    {
      input: '[a](b) <https://c.example> https://d.example. [e] [f][e] `[g](h)` ![i](j)\n\n[e]: k',
      output: 'b\nhttps://c.example\nhttps://d.example\nk',
    },
    { input: '[*a* `b`](c "d") [![e](f)](g)', config: { format: 'csv' }, output: 'text,url\na b,c\ne,g' },
    { name: 'words with a dot are not addresses', input: 'setup.py www.a.example a@b.example', output: '' },
    { name: 'HTML in Markdown', input: 'x <a href="/a">b</a>\n\n<div><a href="/c">d</a></div>', output: '/a\n/c' },
    { input: '[a](javascript:b) [c](mailto:d@e.example)', output: 'mailto:d@e.example' },
    {
      name: 'an address in angle brackets is not a tag',
      input: '<https://a.example> [b](c)',
      output: 'https://a.example\nc',
    },
    { input: '<p>[a](b)</p>\n\n[c](d)', config: { from: 'markdown' }, output: 'd' },
    { input: '<p>[a](b)</p>\n\n[c](d)', output: '' },

    // Output
    { input: '[a](b) [c](b)', output: 'b' },
    { input: '[a](b) [c](b)', config: { ...all, format: 'markdown' }, output: '- [a](b)\n- [c](b)' },
    {
      input: '<a href="a b(c)">d [e] *f*</a>',
      config: { format: 'markdown' },
      output: '- [d \\[e\\] \\*f\\*](<a b(c)>)',
    },
    { input: '<a href="a,b">"c"</a>', config: { format: 'csv' }, output: 'text,url\n"""c""","a,b"' },
    {
      input: '[](a) [](/b?c) [](#d) [](//e.example) [](mailto:f@g) [](http://H.example/../i) [](http://[)',
      config: { base: 'https://x.example/y/z?q' },
      output:
        'https://x.example/y/a\nhttps://x.example/b?c\nhttps://x.example/y/z?q#d\nhttps://e.example/\nmailto:f@g\nhttp://h.example/i\nhttp://%5B',
    },
    {
      name: 'addresses that become the same',
      input: '[a](/b) [c](https://x.example/b)',
      config: { base: 'https://x.example' },
      output: 'https://x.example/b',
    },
    {
      name: 'an address that cannot be resolved',
      input: '<a href="http://[">a</a>',
      config: { base: 'https://x.example' },
      output: 'http://[',
    },
    {
      input: 'a',
      config: { base: 'x.example' },
      error: 'base must be an absolute URL, such as https://example.com/docs/',
    },

    {
      name: 'lone surrogates and NUL',
      input: '<a href="\ud800">\0</a>',
      config: asJson,
      output: '[\n  {"text":"\\u0000","url":"\\ud800"}\n]',
    },
    { input: '<div>'.repeat(600), error: 'line 1, column 2561: elements are nested deeper than 512 levels' },
    { input: `a ${'<b>'.repeat(600)}`, error: 'the HTML in the Markdown is nested deeper than 512 levels' },
    { input: `a\n\n${'> '.repeat(100)}a`, error: 'line 3: quotes and lists are nested too deeply' },
    {
      name: 'a short text with a long output: a link that is used 100,000 times',
      isLong: true,
      input: `${'[a] '.repeat(100_000)}\n\n[a]: /${'b'.repeat(90_000)}`,
      config: all,
      error: 'the output would be longer than 4000000 characters',
    },
    {
      name: 'the same by a long base',
      isLong: true,
      input: '<a href=a></a>'.repeat(30_000),
      config: { ...all, base: `https://x.example/${'b'.repeat(1900)}/` },
      error: 'the output would be longer than 4000000 characters',
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
      for (const text of ['<a href=a>', '<a href=a>b</a>', '[a](b) ', '[a](', 'http://a.b ', '<area href=a>']) {
        for (const from of ['html', 'markdown']) {
          assertLinear(text, (text) => runTool(slug, text, { from, base: 'https://x.example' }));
        }
      }
    },
  },
} satisfies ToolCases;
