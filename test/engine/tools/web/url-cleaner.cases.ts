import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { answerTo } from '../../../support/operations.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const clean = (text: string, config: object = {}) => resultOf('url-cleaner', text, config);
const lines = { scope: 'lines' };

const dirty = 'https://example.com/p?utm_source=x';
const cleaned = 'https://example.com/p';

/** A URL in its surroundings, with a tracking parameter at its end: what stands around it must stay. */
const surroundings: [before: string, after: string][] = [
  ['', ''],
  ['See ', '.'],
  ['See ', '?'],
  ['See ', '!)'],
  ['See ', '...'],
  ['(', ')'],
  ['(see ', '), and'],
  ['(', ')and'],
  ['[', '] '],
  ['<', '>'],
  ['<a href="', '">text</a>'],
  ["<a href='", "'>text</a>"],
  ['<a href=', '>text</a>'],
  ['&lt;a href=&quot;', '&quot;&gt;text&lt;/a&gt;'],
  ['href=&#39;', '&#39; and &#x27;'],
  ['[text](', ')'],
  ['[text](', ')[more](https://example.org)'],
  ['[text](', ' "title")'],
  ['**', '**'],
  ['_', '_, then'],
  ['~', '~'],
  ['`', '`'],
  ['| ', ' | cell |'],
  ['|', '|cell|'],
  ['{"url":"', '","b":1}'],
  ['{"text":"', '\\nnext line"}'],
  ["['", "','b']"],
  ['a,', ',https://example.org/'],
  ['', ';http://example.org/'],
  ['', ',www.example.org'],
  ['{', '}'],
  ['“', '”'],
  ['«', '»'],
  ['(', '）'],
  ['请看', '。谢谢'],
  ['请看', '谢谢'],
  ['見て', 'です'],
  ['보기: ', '에서'],
  ['', '—and so on'],
  ['', '…'],
  ['', '🎉'],
  ['', '\ud800'],
  ['- ', '\r\n- next'],
  ['-', '\tnext'],
  ['see...', ' next'],
  ['Link:', '\u00a0next'],
  ['url=', ' key=value'],
];

/** Marks that tell where a URL ends, whatever is in it. */
const enclosures: [before: string, after: string][] = [
  ['<a href="', '">'],
  ["<a href='", "'>"],
  ['<', '>'],
  ['[text](', ')'],
  ['[text](', ' "title")'],
  ['{"url":"', '"}'],
  ['url(', ')'],
  ['&quot;', '&quot;'],
];

export default {
  slug: 'url-cleaner',
  cases: [
    { input: '', output: '' },
    { input: '', config: lines, output: '' },
    {
      name: 'text without URLs',
      input: 'utm_source=1&ref=2 ? # http:// https:/x www. http',
      output: 'utm_source=1&ref=2 ? # http:// https:/x www. http',
    },
    ...surroundings.map(([before, after]) => ({ input: before + dirty + after, output: before + cleaned + after })),

    ...enclosures.map(([before, after]) => ({
      name: `what is removed ends with the URL: ${before}…${after}`,
      input: `${before}${dirty}|a–b’c{d}&id=1&ref={e}|f${after}`,
      output: `${before}${cleaned}?id=1${after}`,
    })),
    {
      name: 'several URLs, line ends as they are',
      input: `${dirty}\r\n${dirty}\r${dirty}\n\n`,
      output: `${cleaned}\r\n${cleaned}\r${cleaned}\n\n`,
    },
    {
      name: 'schemes in capitals',
      input: 'HTTP://E.com/?ref=1 Https://e.com?s',
      output: 'HTTP://E.com/ Https://e.com',
    },
    {
      name: 'www. without a scheme',
      input: 'www.e.com/?ref=1&a=2, WWW.e.com?s.',
      output: 'www.e.com/?a=2, WWW.e.com.',
    },
    {
      name: 'brackets that the URL opened are its own',
      input: 'https://e.com/a_(b)?ref[]=1&s=(2)&c=[3]).',
      output: 'https://e.com/a_(b)?ref[]=1&c=[3]).',
    },
    { name: 'IPv6 hosts and ports', input: '(http://[::1]:80/?ref=1)', output: '(http://[::1]:80/)' },
    {
      name: 'apostrophes and commas inside',
      input: "https://e.com/it's,so?a='1',2&ref=1 x",
      output: "https://e.com/it's,so?a='1',2 x",
    },
    {
      name: 'letters of any script in the path',
      input: 'https://bücher.example/ä/查看?q=ü&utm_source=é&a',
      output: 'https://bücher.example/ä/查看?q=ü&a',
    },
    {
      name: 'a URL inside a URL belongs to it',
      input: 'https://web.archive.org/web/2024/https://e.com/?a=1&utm_source=x',
      output: 'https://web.archive.org/web/2024/https://e.com/?a=1',
    },
    {
      name: '& escaped for HTML everywhere in the URL',
      input: '<a href="https://e.com/?utm_source=1&amp;id=2&amp;ref=3">',
      output: '<a href="https://e.com/?id=2">',
    },
    {
      name: '& escaped for HTML, two parameters left',
      input: 'https://e.com/?a=1&amp;s=2&amp;b=3',
      output: 'https://e.com/?a=1&amp;b=3',
    },
    {
      name: '& escaped in one place only is what it is',
      input: 'https://e.com/?a=1&amp;s=2&ref=3',
      output: 'https://e.com/?a=1&amp;s=2',
    },
    ...['&#038;', '&#38;', '&#x26;', '&#X026;', '&amp;#038;', '&amp;amp;', '&AMP;'].flatMap((and) => [
      {
        name: `& as ${and}, in an attribute`,
        input: `<a href="https://e.com/?utm_source=1${and}id=2${and}ref=3${and}b=4">`,
        output: `<a href="https://e.com/?id=2${and}b=4">`,
      },
      {
        name: `& as ${and}, in prose`,
        input: `See https://e.com/?utm_source=1${and}b=2${and}ref=3, and https://e.com/?b=1${and}c=2.`,
        output: `See https://e.com/?b=2, and https://e.com/?b=1${and}c=2.`,
      },
    ]),
    {
      name: '& escaped in several ways',
      input: 'https://e.com/?a=1&amp;b=2&#038;ref=3&#038;c=4 https://e.com/?a=1&amp;b=2&#038;c=3',
      output: 'https://e.com/?a=1&amp;b=2&amp;c=4 https://e.com/?a=1&amp;b=2&#038;c=3',
    },
    {
      name: 'a numeric reference after a literal & stays, with its URL',
      input: '<a href="https://e.com/?utm_source=1&#038;b=2&ref=3">',
      output: '<a href="https://e.com/?utm_source=1&#038;b=2&ref=3">',
    },
    {
      name: '& escaped after a URL',
      input: `${dirty}&#038; more, ${dirty}&# and ${dirty}&#top`,
      output: `${cleaned}&#038; more, ${cleaned}# and ${cleaned}#top`,
    },
    {
      name: 'stripFragment and an escaped &',
      input: 'https://e.com/?a=1&#038;b=2#c',
      config: { stripFragment: true },
      output: 'https://e.com/?a=1&#038;b=2',
    },
    ...['新闻', '5€', '{{x}}', 'x–y', 'a|b', '=)', '&#8364;', '\\\\u0026a=1'].map((value) => ({
      name: `a value that continues after the URL stays: ${value}`,
      input: `See https://e.com/?ref=1&b=2&utm_source=${value}&id=5 and https://e.com/?utm_source=${value}&id=5&s=1`,
      output: `See https://e.com/?b=2&utm_source=${value}&id=5 and https://e.com/?utm_source=${value}&id=5&s=1`,
    })),
    {
      name: 'a value that continues after the URL, with & escaped',
      input: 'https://e.com/?ref=1&#038;b=2&#038;utm_source=5€&#038;id=5 https://e.com/?ref=1&amp;b=2–3&amp;id=5',
      output: 'https://e.com/?b=2&#038;utm_source=5€&#038;id=5 https://e.com/?b=2–3&amp;id=5',
    },
    {
      name: 'a value that continues after the URL is not sorted or cut off',
      input: 'https://e.com/?z=1&b=2–3&id=5 https://e.com/?ref=1#a–b&id=5',
      config: { sortParams: true, stripFragment: true },
      output: 'https://e.com/?z=1&b=2–3&id=5 https://e.com/?ref=1#a–b&id=5',
    },
    {
      name: 'a fragment that continues after the URL',
      input: 'https://e.com/?ref=1#utm_source=5€&id=5',
      config: { fragment: true },
      output: 'https://e.com/#utm_source=5€&id=5',
    },
    ...['–see a&b c=1', '|https://e.com/?a=1&b=2', '。www.e.com/?a=1&b=2', '"+"&b=1'].map((after) => ({
      name: `text after a URL that is no part of its query: ${after}`,
      input: dirty + after,
      output: cleaned + after,
    })),
    {
      name: 'a list in single quotes after a URL is no part of its query',
      input: `['${dirty}','?a=1&b=2']`,
      output: `['${cleaned}','?a=1&b=2']`,
    },
    {
      name: 'escaped JSON after a URL is no part of its query',
      input: `{&quot;u&quot;:&quot;${dirty}&quot;,&quot;v&quot;:&quot;a&amp;b=1&quot;}`,
      output: `{&quot;u&quot;:&quot;${cleaned}&quot;,&quot;v&quot;:&quot;a&amp;b=1&quot;}`,
    },
    {
      name: '& escaped in JSON',
      input: String.raw`{"u":"https://e.com/?utm_source=x\u0026b=1\u0026ref=2\u0026c=3","v":"https://e.com/?ref=1\u0026"}`,
      output: String.raw`{"u":"https://e.com/?b=1\u0026c=3","v":"https://e.com/\u0026"}`,
    },
    {
      name: '& escaped in HTML in JSON',
      input: String.raw`"\u003ca href=\"https://e.com/?utm_source=x\u0026amp;b=1\u0026amp;c=2\"\u003e"`,
      output: String.raw`"\u003ca href=\"https://e.com/?b=1\u0026amp;c=2\"\u003e"`,
    },
    {
      name: 'other schemes, and URLs in their parameters, stay',
      input:
        'ftp://e.com/?ref=1 git+https://e.com/r?ref=main mailto:a@e.com?body=https://e.com/?ref=1&source=2 myapp://o?u=http://e.com/?s',
      output:
        'ftp://e.com/?ref=1 git+https://e.com/r?ref=main mailto:a@e.com?body=https://e.com/?ref=1&source=2 myapp://o?u=http://e.com/?s',
    },
    {
      name: 'words that end in a scheme or a host',
      input: 'xhttps://e.com/?ref=1 a@www.e.com?ref=1 a-www.e.com?ref=1',
      output: 'xhttps://e.com/?ref=1 a@www.e.com?ref=1 a-www.e.com?ref=1',
    },
    {
      name: 'lone surrogates survive',
      input: '\ud800 https://e.com/?ref=1 \udc00',
      output: '\ud800 https://e.com/ \udc00',
    },

    {
      name: 'lines: blanks around go, blank lines and line ends stay',
      input: ` ${dirty} \r\n\r\n\t\r\n/p?ref=1\r\n`,
      config: lines,
      output: `${cleaned}\r\n\r\n\r\n/p\r\n`,
    },
    {
      name: 'lines: the whole line is the URL',
      input: 'e.com/a b?x=“1” 2&ref=查 看&y\nhttps://e.com/?s=1.',
      config: lines,
      output: 'e.com/a b?x=“1” 2&y\nhttps://e.com/',
    },
    { name: 'lines: mixed line ends become the first one', input: '?ref\r?s\n?a', config: lines, output: '\r\r?a' },
    { name: 'lines: lone surrogates survive', input: '?\ud800&ref', config: lines, output: '?\ud800' },

    { input: `${dirty}&ref=2`, config: { keepParams: ['ref'] }, output: `${cleaned}?ref=2` },
    {
      input: 'https://e.com/?a=1&__proto__=2&b',
      config: { extraParams: ['__proto__'] },
      output: 'https://e.com/?a=1&b',
    },
    { input: 'https://e.com/?UTM_SOURCE=1', config: { caseSensitive: false }, output: 'https://e.com/' },
    { input: 'https://e.com/?ref=1&gclid=2', config: { profile: 'conservative' }, output: 'https://e.com/?ref=1' },
    { input: 'https://e.com/?msclkid=1', config: { profile: 'extended' }, output: 'https://e.com/' },
    {
      name: 'careful knows hosts, and leaves ref elsewhere',
      input: 'See https://youtu.be/1?si=2, https://x.com/a/status/1?s=20&t=3 and https://e.com/?ref=main&utm_id=4.',
      config: { profile: 'careful' },
      output: 'See https://youtu.be/1, https://x.com/a/status/1 and https://e.com/?ref=main.',
    },
    {
      input: '[it](https://www.amazon.de/dp/1/ref=sr_1?tag=a-21&psc=1)',
      config: { profile: 'extended', affiliateTags: true },
      output: '[it](https://www.amazon.de/dp/1?psc=1)',
    },
    { input: 'a', config: { affiliateTags: 1 }, error: 'steps[0].config.affiliateTags must be a boolean' },
    { input: 'https://e.com/#ref=1&a=2', config: { fragment: true }, output: 'https://e.com/#a=2' },
    {
      input: 'See HTTPS://Bücher.example?ref=1.',
      config: { normalize: true },
      output: 'See https://xn--bcher-kva.example/.',
    },

    {
      name: 'sortParams: by decoded name, the same name as it was',
      input: 'https://e.com/?b=2&%61=3&B=1&a=1&=0',
      config: { sortParams: true },
      output: 'https://e.com/?=0&B=1&%61=3&a=1&b=2',
    },
    {
      name: 'sortParams: empty ones go',
      input: 'https://e.com/?&b&&a&#c&a',
      config: { sortParams: true },
      output: 'https://e.com/?a&b#c&a',
    },
    {
      name: 'sortParams: nothing but empty ones',
      input: 'https://e.com/?&&#f',
      config: { sortParams: true },
      output: 'https://e.com/#f',
    },
    {
      name: 'sortParams: malformed escapes as they are written',
      input: 'https://e.com/?b&%zz&%ff&a',
      config: { sortParams: true },
      output: 'https://e.com/?%ff&%zz&a&b',
    },
    {
      name: 'sortParams: one parameter, none',
      input: 'https://e.com/?a https://e.com/? https://e.com/#?b&a',
      config: { sortParams: true, ...lines },
      output: 'https://e.com/?a https://e.com/? https://e.com/#?b&a',
    },
    {
      name: 'sortParams leaves other schemes',
      input: 'mailto:a?b&a',
      config: { sortParams: true, ...lines },
      output: 'mailto:a?b&a',
    },
    {
      name: 'stripFragment',
      input: 'https://e.com/?a=1#b?c#d. https://e.com/#',
      config: { stripFragment: true },
      output: 'https://e.com/?a=1. https://e.com/',
    },
    {
      name: 'stripFragment leaves other schemes',
      input: 'ftp://e.com/#a',
      config: { stripFragment: true },
      output: 'ftp://e.com/#a',
    },
    {
      name: 'stripFragment uncovers what ends the URL',
      input: '?a&ref #b',
      config: { stripFragment: true, ...lines },
      output: '?a',
    },

    { input: 'a', config: { scope: 'url' }, error: 'steps[0].config.scope must be one of: text, lines' },
    { input: 'a', config: { sortParams: 1 }, error: 'steps[0].config.sortParams must be a boolean' },
    { input: 'a', config: { stripFragment: 'no' }, error: 'steps[0].config.stripFragment must be a boolean' },
    {
      input: 'a',
      config: { keepParams: [''] },
      error: 'steps[0].config.keepParams[0] must be at least 1 character long',
    },
    {
      input: 'a',
      config: { profile: 'all' },
      error: 'steps[0].config.profile must be one of: standard, conservative, extended, careful',
    },
    {
      input: 'a',
      config: { keepParam: [] },
      error: 'Unknown option for url-cleaner: keepParam. Did you mean keepParams?',
    },
  ],
  checks: {
    'each line is what /v1/sanitize makes of it, by the golden table'() {
      const table = readFileSync(new URL('../../../golden/sanitize.tsv', import.meta.url), 'utf8');
      for (const row of table.trimEnd().split('\n').slice(1)) {
        const [options = '', input = '', output = ''] = row.split('\t');
        // Tools say caseSensitive, the operation says ignoreCase.
        const { ignoreCase = false, ...others } = JSON.parse(options) as { readonly ignoreCase?: boolean };
        const config = { ...lines, ...others, caseSensitive: !ignoreCase };
        assert.equal(clean(JSON.parse(input), config), JSON.parse(output));
      }
    },
    'what stands outside of URLs stays, and URLs are what /v1/sanitize makes of them'() {
      const word = fc.constantFrom(
        'text',
        '(',
        ')',
        ',',
        'utm_source=1&ref=2',
        '?',
        '&',
        '"',
        '\n',
        '\r\n',
        '。',
        '🚀',
        '\ud800',
      );
      const parameter = fc.constantFrom('a=1', 'ref=2', 's', 'utm%5Fsource=é', 'b=(1)', 'c[]=2');
      const url = fc.tuple(fc.constantFrom('https://e.com/p', 'http://e.com'), fc.array(parameter, { maxLength: 4 }));
      const part = fc.oneof(
        word,
        url.map(([base, parameters]) => ({ url: `${base}?${[...parameters, 'z'].join('&')}` })),
      );
      fc.assert(
        fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
          const write = (change: (url: string) => string) =>
            parts.map((each) => (typeof each === 'string' ? each : change(each.url))).join(' ');
          const sanitized = (each: string) => {
            const { sanitized } = answerTo('sanitize', { url: each }) as { sanitized: [string] };
            return sanitized[0];
          };
          const result = clean(write((each) => each));
          assert.equal(result, write(sanitized));
          assert.equal(clean(result), result);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'time is linear, whatever follows the URLs'() {
      assertTakesAtMost(400, () => {
        for (const unit of ['https://e.com/?s–', 'https://e.com/?s|&a', '&#0', '&amp;amp;', '–&aaaaaaaaaaaaaaaaaaaa']) {
          for (const before of ['', 'https://e.com/?s&', 'https://e.com/?s–'])
            clean(before + unit.repeat(400_000 / unit.length));
        }
      });
    },
    'hostile text without parameters to remove comes out as it went in'() {
      const units = [
        'http',
        '://',
        'http://a,',
        'https://',
        'https://e.com/?&',
        'https://a/?b&quot;',
        '\\u0026b',
        'https://a/((',
        'www.',
        '&amp;',
        '查',
        'b&',
      ];
      for (const unit of units) {
        for (const start of ['', 'https://e.com/?', 'https://e.com/']) {
          const input = (start + unit.repeat(400_000 / unit.length)).slice(0, 400_000);
          assert.equal(clean(input), input);
        }
      }
    },
  },
} satisfies ToolCases;
