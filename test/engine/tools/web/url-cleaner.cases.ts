import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { escapedDocuments, scalarsOf } from '../../../support/escaped-texts.js';
import { assertTakesAtMost } from '../../../support/growth.js';
import { runOperation } from '../../../support/operations.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

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
    [
      "('see https://e.com/?utm_source=x','b') x = 'go https://e.com/?a=1&utm_source=x'; 'x https://e.com/?ref=1'",
      "('see https://e.com/','b') x = 'go https://e.com/?a=1'; 'x https://e.com/'",
      {},
      'a quotation that began at an earlier word',
    ],
    ["https://e.com/?q='a','b'&utm_source=x", "https://e.com/?q='a','b'", {}, 'quotes in a URL'],
    [
      '<https://e.com/?utm_source=x|label> <https://e.com/?a=1&utm_source=x|a label>',
      '<https://e.com/|label> <https://e.com/?a=1|a label>',
      {},
      'labels as Slack writes them',
    ],
    [
      '**see https://e.com/?utm_source=x** ~~not https://e.com/?ref=1~~',
      '**see https://e.com/** ~~not https://e.com/~~',
      {},
      'an emphasis that began at an earlier word',
    ],
    [String.raw`x\bhttps://e.com/?utm_source=x`, String.raw`x\bhttps://e.com/`],
    [String.raw`["x\fhttps://e.com/?utm_source=x\bx"]`, String.raw`["x\fhttps://e.com/\bx"]`],
    [
      '1,https://e.com/?utm_source=x,Bob\n2;https://e.com/?a=1&utm_source=x;Bob\n"https://e.com/?utm_source=x",Bob',
      '1,https://e.com/,Bob\n2;https://e.com/?a=1;Bob\n"https://e.com/",Bob',
      {},
      'the next cell of CSV stays',
    ],
    [
      'https://e.com/?ref=1&utm_source=x,Bob\n1,see https://e.com/?utm_source=x,Bob\nSee https://e.com/?utm_source=a,b.',
      'https://e.com/?utm_source=x,Bob\n1,see https://e.com/?utm_source=x,Bob\nSee https://e.com/.',
      {},
      'a parameter that may contain the next cell stays',
    ],
    ['https://e.com/?utm_source=a,b&id=1 https://e.com/?utm_source=a,b=c', 'https://e.com/?id=1 https://e.com/'],
    [
      String.raw`{"u":"https:\/\/e.com\/?utm_source=x\u0026id=1\u0026fbclid=2","v":"https:\/\/e.com\/?ref=1"}`,
      String.raw`{"u":"https:\/\/e.com\/?id=1","v":"https:\/\/e.com\/"}`,
      {},
      'slashes and & as JSON escapes them',
    ],
    [
      String.raw`"{\"u\":\"https:\\/\\/e.com\\/?a=1\\u0026utm_source=x\\nb\"}"`,
      String.raw`"{\"u\":\"https:\\/\\/e.com\\/?a=1\\nb\"}"`,
      {},
      'JSON in JSON',
    ],
    [
      String.raw`curl https://e.com/\?utm_source\=x\&id\=1 "https:\/\/e.com/?ref=\u00e9&a=\u00e9"`,
      String.raw`curl https://e.com/\?id\=1 "https:\/\/e.com/?a=\u00e9"`,
      {},
      'what stays has the escapes that it had',
    ],
    [
      String.raw`https:\/\/e.com/?b=\u00e9&a=1`,
      String.raw`https:\/\/e.com\/?a=1&b=\u00e9`,
      { sortParams: true },
      'a sorted query has the escapes of its characters',
    ],
    ...['{id}', 'x|y', '🎉', 'a–b', '👩‍💻/z', 'a^b'].map(
      (path): ToolCase => [
        `See https://e.com/${path}?id=1&utm_source=a.`,
        `See https://e.com/${path}?id=1.`,
        {},
        `what browsers accept in a path: ${path}`,
      ],
    ),
    [
      'https://e.com/?q=🎉&utm_source=a&r={x}&amp=a|b&ref=1 https://e.com/?q=a–b&utm_source=–see',
      'https://e.com/?q=🎉&r={x}&amp=a|b https://e.com/?q=a–b–see',
      {},
      'what browsers accept in a parameter that stays',
    ],
    [
      '|https://e.com/?a=x&ref=1|b| https://e.com/a–www.e.com/?ref=1',
      '|https://e.com/?a=x|b| https://e.com/a–www.e.com/',
      {},
      'text and other URLs after such a character',
    ],
    ['', ''],
    ['', '', lines],
    [
      'utm_source=1&ref=2 ? # http:// https:/x www. http',
      'utm_source=1&ref=2 ? # http:// https:/x www. http',
      {},
      'text without URLs',
    ],
    ...surroundings.map(([before, after]): ToolCase => [before + dirty + after, before + cleaned + after]),

    ...enclosures.map(
      ([before, after]): ToolCase => [
        `${before}${dirty}|a–b’c{d}&id=1&ref={e}|f${after}`,
        `${before}${cleaned}?id=1${after}`,
        {},
        `what is removed ends with the URL: ${before}…${after}`,
      ],
    ),
    [
      `${dirty}\r\n${dirty}\r${dirty}\n\n`,
      `${cleaned}\r\n${cleaned}\r${cleaned}\n\n`,
      {},
      'several URLs, line ends as they are',
    ],
    ['HTTP://E.com/?ref=1 Https://e.com?s', 'HTTP://E.com/ Https://e.com', {}, 'schemes in capitals'],
    ['www.e.com/?ref=1&a=2, WWW.e.com?s.', 'www.e.com/?a=2, WWW.e.com.', {}, 'www. without a scheme'],
    [
      'https://e.com/a_(b)?ref[]=1&s=(2)&c=[3]).',
      'https://e.com/a_(b)?ref[]=1&c=[3]).',
      {},
      'brackets that the URL opened are its own',
    ],
    ['(http://[::1]:80/?ref=1)', '(http://[::1]:80/)', {}, 'IPv6 hosts and ports'],
    ["https://e.com/it's,so?a='1',2&ref=1 x", "https://e.com/it's,so?a='1',2 x", {}, 'apostrophes and commas inside'],
    [
      'https://bücher.example/ä/查看?q=ü&utm_source=é&a',
      'https://bücher.example/ä/查看?q=ü&a',
      {},
      'letters of any script in the path',
    ],
    [
      'https://web.archive.org/web/2024/https://e.com/?a=1&utm_source=x',
      'https://web.archive.org/web/2024/https://e.com/?a=1',
      {},
      'a URL inside a URL belongs to it',
    ],
    [
      '<a href="https://e.com/?utm_source=1&amp;id=2&amp;ref=3">',
      '<a href="https://e.com/?id=2">',
      {},
      '& escaped for HTML everywhere in the URL',
    ],
    ['https://e.com/?a=1&amp;s=2&amp;b=3', 'https://e.com/?a=1&amp;b=3', {}, '& escaped for HTML, two parameters left'],
    ['https://e.com/?a=1&amp;s=2&ref=3', 'https://e.com/?a=1&amp;s=2', {}, '& escaped in one place only is what it is'],
    ...['&#038;', '&#38;', '&#x26;', '&#X026;', '&amp;#038;', '&amp;amp;', '&AMP;'].flatMap((and): ToolCase[] => [
      [
        `<a href="https://e.com/?utm_source=1${and}id=2${and}ref=3${and}b=4">`,
        `<a href="https://e.com/?id=2${and}b=4">`,
        {},
        `& as ${and}, in an attribute`,
      ],
      [
        `See https://e.com/?utm_source=1${and}b=2${and}ref=3, and https://e.com/?b=1${and}c=2.`,
        `See https://e.com/?b=2, and https://e.com/?b=1${and}c=2.`,
        {},
        `& as ${and}, in prose`,
      ],
    ]),
    [
      'https://e.com/?a=1&amp;b=2&#038;ref=3&#038;c=4 https://e.com/?a=1&amp;b=2&#038;c=3',
      'https://e.com/?a=1&amp;b=2&amp;c=4 https://e.com/?a=1&amp;b=2&#038;c=3',
      {},
      '& escaped in several ways',
    ],
    [
      '<a href="https://e.com/?utm_source=1&#038;b=2&ref=3">',
      '<a href="https://e.com/?utm_source=1&#038;b=2&ref=3">',
      {},
      'a numeric reference after a literal & stays, with its URL',
    ],
    [
      `${dirty}&#038; more, ${dirty}&# and ${dirty}&#top`,
      `${cleaned}&#038; more, ${cleaned}# and ${cleaned}#top`,
      {},
      '& escaped after a URL',
    ],
    [
      'https://e.com/?a=1&#038;b=2#c',
      'https://e.com/?a=1&#038;b=2',
      { stripFragment: true },
      'stripFragment and an escaped &',
    ],
    ...['新闻', '5€', '{{x}}', 'x–y', 'a|b', '=)', '&#8364;'].map(
      (value): ToolCase => [
        `See https://e.com/?ref=1&b=2&utm_source=${value}&id=5 and https://e.com/?utm_source=${value}&id=5&s=1`,
        `See https://e.com/?b=2&utm_source=${value}&id=5 and https://e.com/?utm_source=${value}&id=5&s=1`,
        {},
        `a value that continues after the URL stays: ${value}`,
      ],
    ),
    [
      'https://e.com/?ref=1&#038;b=2&#038;utm_source=5€&#038;id=5 https://e.com/?ref=1&amp;b=2–3&amp;id=5',
      'https://e.com/?b=2&#038;utm_source=5€&#038;id=5 https://e.com/?b=2–3&amp;id=5',
      {},
      'a value that continues after the URL, with & escaped',
    ],
    [
      'https://e.com/?z=1&b=2–3&id=5 https://e.com/?ref=1#a–b&id=5',
      'https://e.com/?z=1&b=2–3&id=5 https://e.com/?ref=1#a–b&id=5',
      { sortParams: true, stripFragment: true },
      'a value that continues after the URL is not sorted or cut off',
    ],
    [
      'https://e.com/?ref=1#utm_source=5€&id=5',
      'https://e.com/#utm_source=5€&id=5',
      { fragment: true },
      'a fragment that continues after the URL',
    ],
    ...['–see a&b c=1', '|https://e.com/?a=1&b=2', '。www.e.com/?a=1&b=2', '"+"&b=1'].map(
      (after): ToolCase => [
        dirty + after,
        cleaned + after,
        {},
        `text after a URL that is no part of its query: ${after}`,
      ],
    ),
    [
      `['${dirty}','?a=1&b=2']`,
      `['${cleaned}','?a=1&b=2']`,
      {},
      'a list in single quotes after a URL is no part of its query',
    ],
    [
      `{&quot;u&quot;:&quot;${dirty}&quot;,&quot;v&quot;:&quot;a&amp;b=1&quot;}`,
      `{&quot;u&quot;:&quot;${cleaned}&quot;,&quot;v&quot;:&quot;a&amp;b=1&quot;}`,
      {},
      'escaped JSON after a URL is no part of its query',
    ],
    [
      String.raw`{"u":"https://e.com/?utm_source=x\u0026b=1\u0026ref=2\u0026c=3","v":"https://e.com/?ref=1\u0026"}`,
      String.raw`{"u":"https://e.com/?b=1\u0026c=3","v":"https://e.com/"}`,
      {},
      '& escaped in JSON',
    ],
    [
      String.raw`"\u003ca href=\"https://e.com/?utm_source=x\u0026amp;b=1\u0026amp;c=2\"\u003e"`,
      String.raw`"\u003ca href=\"https://e.com/?b=1\u0026amp;c=2\"\u003e"`,
      {},
      '& escaped in HTML in JSON',
    ],
    [
      'ftp://e.com/?ref=1 git+https://e.com/r?ref=main mailto:a@e.com?body=https://e.com/?ref=1&source=2 myapp://o?u=http://e.com/?s',
      'ftp://e.com/?ref=1 git+https://e.com/r?ref=main mailto:a@e.com?body=https://e.com/?ref=1&source=2 myapp://o?u=http://e.com/?s',
      {},
      'other schemes, and URLs in their parameters, stay',
    ],
    [
      'xhttps://e.com/?ref=1 a@www.e.com?ref=1 a-www.e.com?ref=1',
      'xhttps://e.com/?ref=1 a@www.e.com?ref=1 a-www.e.com?ref=1',
      {},
      'words that end in a scheme or a host',
    ],
    ['\ud800 https://e.com/?ref=1 \udc00', '\ud800 https://e.com/ \udc00', {}, 'lone surrogates survive'],

    [
      ` ${dirty} \r\n\r\n\t\r\n/p?ref=1\r\n`,
      `${cleaned}\r\n\r\n\r\n/p\r\n`,
      lines,
      'lines: blanks around go, blank lines and line ends stay',
    ],
    [
      'e.com/a b?x=“1” 2&ref=查 看&y\nhttps://e.com/?s=1.',
      'e.com/a b?x=“1” 2&y\nhttps://e.com/',
      lines,
      'lines: the whole line is the URL',
    ],
    ['?ref\r?s\n?a', '\r\r?a', lines, 'lines: mixed line ends become the first one'],
    ['?\ud800&ref', '?\ud800', lines, 'lines: lone surrogates survive'],

    ...[
      '1,https://e.com/?utm_source=x,Bob',
      '1;www.e.com/?utm_source=x;Bob',
      'id\thttps://e.com/?utm_source=x\tBob ',
      '"https://e.com/?utm_source=x"',
      '- https://e.com/?utm_source=x',
      '<a href="https://e.com/?utm_source=x">a</a>',
      '[a](https://e.com/?utm_source=x)',
    ].map((line): ToolCase => [line, line, lines, `lines: a URL behind something else stays: ${line}`]),
    [
      'https://e.com/a b?utm_source=x\nweb.archive.org/web/2024/https://e.com/?ref=1\n/to/www.e.com?ref=1',
      'https://e.com/a b\nweb.archive.org/web/2024/https://e.com/\n/to/www.e.com',
      lines,
      'lines: a URL in a URL',
    ],
    ['1,https://e.com/?utm_source=x,Bob', '1,https://e.com/,Bob', {}, 'text: CSV'],

    ...['https://b.example/k?utm_source=x&X-Amz-Signature=ab&a=1#b', 'https://e.com/?utm_id=1&q=5€&sig=ab'].flatMap(
      (url): ToolCase[] => [
        [`See ${url}.`, `See ${url}.`, { profile: 'careful' }, `signed: ${url}`],
        [
          `<a href="${url.replaceAll('&', '&amp;')}">`,
          `<a href="${url.replaceAll('&', '&amp;')}">`,
          { profile: 'extended', sortParams: true, stripFragment: true },
          `signed, in markup: ${url}`,
        ],
        [url, url, { profile: 'careful', sortParams: true, ...lines }, `signed, in lines: ${url}`],
      ],
    ),
    [
      'https://b.example/k?utm_source=x&X-Amz-Signature=ab',
      'https://b.example/k?X-Amz-Signature=ab',
      {},
      'signed, with standard',
    ],

    [`${dirty}&ref=2`, `${cleaned}?ref=2`, { keepParams: ['ref'] }],
    ['https://e.com/?a=1&__proto__=2&b', 'https://e.com/?a=1&b', { extraParams: ['__proto__'] }],
    ['https://e.com/?UTM_SOURCE=1', 'https://e.com/', { caseSensitive: false }],
    ['https://e.com/?ref=1&gclid=2', 'https://e.com/?ref=1', { profile: 'conservative' }],
    ['https://e.com/?msclkid=1', 'https://e.com/', { profile: 'extended' }],
    [
      'See https://youtu.be/1?si=2, https://x.com/a/status/1?s=20&t=3 and https://e.com/?ref=main&utm_id=4.',
      'See https://youtu.be/1, https://x.com/a/status/1 and https://e.com/?ref=main.',
      { profile: 'careful' },
      'careful knows hosts, and leaves ref elsewhere',
    ],
    [
      '[it](https://www.amazon.de/dp/1/ref=sr_1?tag=a-21&psc=1)',
      '[it](https://www.amazon.de/dp/1?psc=1)',
      { profile: 'extended', affiliateTags: true },
    ],
    ['a', { error: 'steps[0].config.affiliateTags must be a boolean' }, { affiliateTags: 1 }],
    ['https://e.com/#ref=1&a=2', 'https://e.com/#a=2', { fragment: true }],
    ['See HTTPS://Bücher.example?ref=1.', 'See https://xn--bcher-kva.example/.', { normalize: true }],

    [
      'See (https://www.google.com/url?q=https%3A%2F%2Fe.com%2Fa%3Fid%3D1%26ref%3Db&sa=D), www.google.de/url?q=http://10.0.0.1/.',
      'See (https://e.com/a?id=1), www.google.de/url?q=http://10.0.0.1/.',
      { unwrap: true },
      'unwrap: redirectors with a public target',
    ],
    [
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fe.com%2F%3Fref%3D1',
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fe.com%2F%3Fref%3D1',
      {},
      'without unwrap they stay',
    ],
    [
      '<a href="https://l.facebook.com/l.php?u=https%3A%2F%2Fe.com%2F%3Fa%3D1%26b%3D%2522x%22%3E&amp;h=AT0">',
      '<a href="https://e.com/?a=1&amp;b=%22x%22%3E">',
      { unwrap: true },
      'unwrap: the target does not end its attribute',
    ],
    [
      '[it](https://t.umblr.com/redirect?z=https%3A%2F%2Fe.com%2Fa%2528b%29%2C%27%3B%5B%5D&t=x), 1',
      '[it](https://e.com/a%28b%29%2C%27%3B%5B%5D), 1',
      { unwrap: true },
      'unwrap: nor its brackets or its cell',
    ],
    [
      'https://t.umblr.com/redirect?z=https%3A%2F%2Fe.com%2Fa%28b%29%2C%27&t=x',
      "https://e.com/a(b),'",
      { unwrap: true, ...lines },
      'unwrap in lines: the target as it is',
    ],
    [
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fe.com%2F%3Fb%3D2%26a%3D1%23f#g',
      'https://e.com/?a=1&b=2',
      { unwrap: true, sortParams: true, stripFragment: true },
      'unwrap comes first',
    ],
    [
      'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fe.com%2F&data=5€&reserved=0',
      'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fe.com%2F&data=5€&reserved=0',
      { unwrap: true },
      'unwrap leaves a URL whose end is uncertain',
    ],
    ['a', { error: 'steps[0].config.unwrap must be a boolean' }, { unwrap: 1 }],
    [
      'https://e.com/?b=2&%61=3&B=1&a=1&=0',
      'https://e.com/?=0&B=1&%61=3&a=1&b=2',
      { sortParams: true },
      'sortParams: by decoded name, the same name as it was',
    ],
    ['https://e.com/?&b&&a&#c&a', 'https://e.com/?a&b#c&a', { sortParams: true }, 'sortParams: empty ones go'],
    ['https://e.com/?&&#f', 'https://e.com/#f', { sortParams: true }, 'sortParams: nothing but empty ones'],
    [
      'https://e.com/?b&%zz&%ff&a',
      'https://e.com/?%ff&%zz&a&b',
      { sortParams: true },
      'sortParams: malformed escapes as they are written',
    ],
    [
      'https://e.com/?a https://e.com/? https://e.com/#?b&a',
      'https://e.com/?a https://e.com/? https://e.com/#?b&a',
      { sortParams: true, ...lines },
      'sortParams: one parameter, none',
    ],
    ['mailto:a?b&a', 'mailto:a?b&a', { sortParams: true, ...lines }, 'sortParams leaves other schemes'],
    [
      'https://e.com/?a=1#b?c#d. https://e.com/#',
      'https://e.com/?a=1. https://e.com/',
      { stripFragment: true },
      'stripFragment',
    ],
    ['ftp://e.com/#a', 'ftp://e.com/#a', { stripFragment: true }, 'stripFragment leaves other schemes'],
    ['?a&ref #b', '?a', { stripFragment: true, ...lines }, 'stripFragment uncovers what ends the URL'],

    ['a', { error: 'steps[0].config.scope must be one of: text, lines' }, { scope: 'url' }],
    ['a', { error: 'steps[0].config.sortParams must be a boolean' }, { sortParams: 1 }],
    ['a', { error: 'steps[0].config.stripFragment must be a boolean' }, { stripFragment: 'no' }],
    ['a', { error: 'steps[0].config.keepParams[0] must be at least 1 character long' }, { keepParams: [''] }],
    [
      'a',
      { error: 'steps[0].config.profile must be one of: standard, conservative, extended, careful' },
      { profile: 'all' },
    ],
    ['a', { error: 'Unknown option for url-cleaner: keepParam. Did you mean keepParams?' }, { keepParam: [] }],
  ],
  checks: {
    'JSON stays JSON'() {
      const document = escapedDocuments(['https://example.org/a?utm_source=c', 'https://example.org/?b=1&fbclid=2#c']);
      fc.assert(
        fc.property(document, (original) => {
          assert.doesNotThrow(() => scalarsOf(original, clean(original.json)));
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
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
            const { sanitized } = runOperation('sanitize', { url: each }) as { sanitized: [string] };
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
        for (const unit of [
          'https://e.com/?s–',
          'https://e.com/?s|&a',
          '&#0',
          '&amp;amp;',
          '–&aaaaaaaaaaaaaaaaaaaa',
          'a=–b&',
          'https://e.com/?s=–a=',
        ]) {
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
