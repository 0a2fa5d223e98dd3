import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-urls';
const bare = { includeBare: true };
const raw = { stripTrailingPunctuation: false };

/** A text, and what is found in it. */
const found: Record<string, readonly string[]> = {
  '': [],
  'no URL here: none': [],
  'https://example.com': ['https://example.com'],
  'HTTPS://Example.COM/A': ['HTTPS://Example.COM/A'],
  'http://example.com/ and https://example.org/a/b?c=d&e=f#g': [
    'http://example.com/',
    'https://example.org/a/b?c=d&e=f#g',
  ],
  // Around the URL
  'See https://example.com.': ['https://example.com'],
  'https://example.com/a, https://example.com/b; https://example.com/c!': [
    'https://example.com/a',
    'https://example.com/b',
    'https://example.com/c',
  ],
  'Really https://example.com/a?': ['https://example.com/a'],
  'https://example.com/a...': ['https://example.com/a'],
  'https://example.com/a:': ['https://example.com/a'],
  'https://example.com/a?!).': ['https://example.com/a'],
  '(https://example.com/a)': ['https://example.com/a'],
  '(see https://example.com/a.)': ['https://example.com/a'],
  '(https://example.com/a_(b))': ['https://example.com/a_(b)'],
  'https://example.com/a_(b)_(c)': ['https://example.com/a_(b)_(c)'],
  'https://example.com/a_(b': ['https://example.com/a_(b'],
  'https://example.com/a)b': ['https://example.com/a'],
  'https://example.com/a (b)': ['https://example.com/a'],
  'https://example.com/?a[]=1&a[1]=2': ['https://example.com/?a[]=1&a[1]=2'],
  '[https://example.com/a]': ['https://example.com/a'],
  '{https://example.com/a}': ['https://example.com/a'],
  '"https://example.com/a"': ['https://example.com/a'],
  "'https://example.com/a'": ['https://example.com/a'],
  "'https://example.com/a','https://example.com/b'": ['https://example.com/a', 'https://example.com/b'],
  "https://example.com/o'neill": ["https://example.com/o'neill"],
  "https://example.com's": ['https://example.com'],
  '`https://example.com/a`': ['https://example.com/a'],
  '“https://example.com/a”': ['https://example.com/a'],
  '«https://example.com/a»': ['https://example.com/a'],
  '<https://example.com/a>': ['https://example.com/a'],
  'a|https://example.com/a|b': ['https://example.com/a'],
  'https://example.com/a\\b': ['https://example.com/a'],
  'https://example.com/a\r\nhttps://example.com/b\rhttps://example.com/c\n': [
    'https://example.com/a',
    'https://example.com/b',
    'https://example.com/c',
  ],
  'https://example.com/a\tb': ['https://example.com/a'],
  'https://example.com/a\u00a0b': ['https://example.com/a'],
  'https://example.com/a\u200bb': ['https://example.com/a'],
  'https://example.com/a…': ['https://example.com/a'],
  'url:https://example.com/': ['https://example.com/'],
  'url=https://example.com/': ['https://example.com/'],
  '...https://example.com/': ['https://example.com/'],
  '—https://example.com/—': ['https://example.com/'],
  'git+https://example.com/a.git': ['https://example.com/a.git'],
  'xhttps://example.com/': [],
  'éhttps://example.com/': ['https://example.com/'],
  // Lists without blanks
  'https://example.com/a,https://example.com/b;http://example.com/c': [
    'https://example.com/a',
    'https://example.com/b',
    'http://example.com/c',
  ],
  'https://example.com/a,b;c=1,2': ['https://example.com/a,b;c=1,2'],
  'https://example.com/,ftp://example.com/': ['https://example.com/,ftp://example.com/'],
  // A URL inside a URL belongs to it
  'https://example.com/?u=https://example.org/': ['https://example.com/?u=https://example.org/'],
  'https://web.example.com/2020/http://example.org/': ['https://web.example.com/2020/http://example.org/'],
  // Markdown
  '[text](https://example.com/a)': ['https://example.com/a'],
  '[text](https://example.com/a_(b))': ['https://example.com/a_(b)'],
  '[text](https://example.com/a).': ['https://example.com/a'],
  '[text](https://example.com/a "title")': ['https://example.com/a'],
  '[https://example.com/a](https://example.com/b)': ['https://example.com/a', 'https://example.com/b'],
  '![alt](https://example.com/a.png)[text](https://example.com/b)': [
    'https://example.com/a.png',
    'https://example.com/b',
  ],
  '[1]: https://example.com/a': ['https://example.com/a'],
  '**https://example.com/a**': ['https://example.com/a'],
  '_https://example.com/a_': ['https://example.com/a'],
  '_https://example.com_': ['https://example.com'],
  '~~https://example.com/a~~': ['https://example.com/a'],
  'https://example.com/a_': ['https://example.com/a_'],
  'https://example.com/a-': ['https://example.com/a-'],
  'https://example.com/*': ['https://example.com/*'],
  // HTML and JSON
  '<a href="https://example.com/a">text</a>': ['https://example.com/a'],
  "<a href='https://example.com/a'>text</a>": ['https://example.com/a'],
  '<a href=https://example.com/a>text</a>': ['https://example.com/a'],
  '<a href="https://example.com/?a=1&amp;b=2">': ['https://example.com/?a=1&amp;b=2'],
  '&lt;https://example.com/a&gt; &quot;https://example.com/b&quot;': ['https://example.com/a', 'https://example.com/b'],
  '&#34;https://example.com/c&#34; &#x27;https://example.com/d&#x27;': [
    'https://example.com/c',
    'https://example.com/d',
  ],
  'https://example.com/?a=1&lt': ['https://example.com/?a=1&lt'],
  '{"url":"https://example.com/a","b":["https://example.com/b"]}': ['https://example.com/a', 'https://example.com/b'],
  // The end is certain, whatever is before it
  '<a href="https://example.com/a|b–c’d{e}^f`g?token=x">': ['https://example.com/a|b–c’d{e}^f`g?token=x'],
  "<a href='https://example.com/a|b\"c'>": ['https://example.com/a|b"c'],
  '<https://example.com/a|b{c}’d.>': ['https://example.com/a|b{c}’d.'],
  '[text](https://example.com/a|b–c_(d)?token={e}.)': ['https://example.com/a|b–c_(d)?token={e}.'],
  '[text](https://example.com/a|b "title")': ['https://example.com/a|b'],
  '[text](https://example.com/a\\)b)': ['https://example.com/a\\)b'],
  '[text](https://example.com/a b)': ['https://example.com/a'],
  '[text](https://example.com/a|b': ['https://example.com/a|b'],
  'background: url(https://example.com/a|b.png)': ['https://example.com/a|b.png'],
  '{"url":"https://example.com/?a={b}|c"}': ['https://example.com/?a={b}|c'],
  '“https://example.com/a|b.” said “the page”': ['https://example.com/a|b'],
  '‘https://example.com/a|b’ «https://example.com/c|d»': ['https://example.com/a|b', 'https://example.com/c|d'],
  '&quot;https://example.com/a|b&quot; &lt;https://example.com/c|d&gt;': [
    'https://example.com/a|b',
    'https://example.com/c|d',
  ],
  '&#39;https://example.com/a|b&#39; &#x3C;https://example.com/c|d&#x3e;': [
    'https://example.com/a|b',
    'https://example.com/c|d',
  ],
  '"https://example.com/a, b"': ['https://example.com/a'],
  '"https://example.com/a|b,https://example.com/c|d"': ['https://example.com/a|b', 'https://example.com/c|d'],
  '"https://example.com/a\\nb"': ['https://example.com/a'],
  '"https://example.com/a|b': ['https://example.com/a|b'],
  // Never another host than the one that stands there
  'https://example..com/': ['https://example..com/'],
  'https://a@b@example.com/': ['https://a@b@example.com/'],
  'https://user:pa|ss–w{o}rd@example.com/': ['https://user:pa|ss–w{o}rd@example.com/'],
  '|https://example.com|bob@example.org|': ['https://example.com'],
  'https://example.com%2eexample.org/': ['https://example.com%2eexample.org/'],
  'https://api.{region}.example.com/v1': ['https://api.{region}.example.com/v1'],
  'https://api-$\u007bREGION}.example.com/v1': ['https://api-$\u007bREGION}.example.com/v1'],
  'https://api-$REGION.example.com/v1': ['https://api-$REGION.example.com/v1'],
  'https://a–b.example/ https://o’neill.example/': ['https://a–b.example/', 'https://o’neill.example/'],
  'https://i❤.ws/ https://👍.example/a': ['https://i❤.ws/', 'https://👍.example/a'],
  'https://a+b.example/': ['https://a+b.example/'],
  'https://ada-.example.com/ https://a--.example/': ['https://ada-.example.com/', 'https://a--.example/'],
  'https://example.com-. https://example.com-': ['https://example.com'],
  'https://www。example．com/a https://例え｡jp': ['https://www。example．com/a', 'https://例え｡jp'],
  'https://example.com。API https://localhost。https://example.org': [
    'https://example.com',
    'https://localhost',
    'https://example.org',
  ],
  'https://localhost。See https://LOCALHOST。API': ['https://localhost', 'https://LOCALHOST'],
  'https://example.com–the page. https://example.com’s. https://example.com❤️': ['https://example.com'],
  // Parts of a URL
  'http://example.com:8080/a': ['http://example.com:8080/a'],
  'http://example.com:8080': ['http://example.com:8080'],
  'http://example.com:8080.': ['http://example.com:8080'],
  'http://example.com: a': ['http://example.com'],
  'http://example.com:/a http://example.com:?b http://[::1]:#c': [
    'http://example.com:/a',
    'http://example.com:?b',
    'http://[::1]:#c',
  ],
  'http://example.com:/ http://example.com:? http://example.com:': ['http://example.com'],
  // Run together
  'http://a.comhttp://b.com/x': ['http://a.com', 'http://b.com/x'],
  'http://a.comHTTPS://b.comftp://c.com': ['http://a.com', 'HTTPS://b.com'],
  'http://ada@a.com.http://b.com:80http://c.com': ['http://ada@a.com', 'http://b.com:80', 'http://c.com'],
  '"http://a.comhttp://b.com/x"': ['http://a.com', 'http://b.com/x'],
  'http://http://a.com http://www.http://b.com': ['http://a.com', 'http://b.com'],
  'http://example.com:123456/a': ['http://example.com'],
  'http://localhost:3000/a': ['http://localhost:3000/a'],
  'http://127.0.0.1/a': ['http://127.0.0.1/a'],
  'http://[::1]:8080/a [http://[2001:db8::1]]': ['http://[::1]:8080/a', 'http://[2001:db8::1]'],
  'http://[::1': [],
  'http://[x]/': [],
  'https://user:pa$$@example.com/a': ['https://user:pa$$@example.com/a'],
  'https://@example.com/': ['https://@example.com/'],
  'https://example.com/@user/a': ['https://example.com/@user/a'],
  'https://example.com?a=b': ['https://example.com?a=b'],
  'https://example.com#a': ['https://example.com#a'],
  'https://example.com#': ['https://example.com#'],
  'https://example.com/#/a/b': ['https://example.com/#/a/b'],
  "https://example.com/a.b,c;d:e!f'g*h~i$j&k=l+m@n%20o": ["https://example.com/a.b,c;d:e!f'g*h~i$j&k=l+m@n%20o"],
  'https://sub_domain.example-site.co.uk/': ['https://sub_domain.example-site.co.uk/'],
  'https://example.com-': ['https://example.com'],
  'https://example.com./a': ['https://example.com./a'],
  'https://example.com...and so on': ['https://example.com'],
  'https://': [],
  'https:// example.com': [],
  'https:///a': [],
  'https://.': [],
  'https://?a': [],
  'http://http://example.com/a': ['http://example.com/a'],
  'https://http//example.com': ['https://http//example.com'],
  'https://-a.com': [],
  'https:example.com': [],
  'https:/example.com': [],
  '://example.com': [],
  // Other scripts
  'https://müller.de/straße': ['https://müller.de/straße'],
  'https://例子.中国/路径?查询=值#锚': ['https://例子.中国/路径?查询=值#锚'],
  'https://пример.рф/путь': ['https://пример.рф/путь'],
  'https://उदाहरण.भारत/': ['https://उदाहरण.भारत/'],
  'https://xn--mnchen-3ya.de/': ['https://xn--mnchen-3ya.de/'],
  'https://i日本.jp/': ['https://i日本.jp/'],
  '请看https://example.com谢谢': ['https://example.com'],
  '请看https://example.com/a，谢谢。': ['https://example.com/a'],
  '（https://example.com/a）「https://example.com/b」': ['https://example.com/a', 'https://example.com/b'],
  'https://example.com으로': ['https://example.com'],
  'https://en.wikipedia.org/wiki/Café_(disambiguation)': ['https://en.wikipedia.org/wiki/Café_(disambiguation)'],
  '👉https://example.com/a👈': ['https://example.com/a'],
  'https://example.com/\ud800a': ['https://example.com/'],
  // Not asked for
  'ftp://example.com/ mailto:bob@example.com www.example.com': [],
};

/** The same for addresses that start with www. */
const foundBare: Record<string, readonly string[]> = {
  'www.example.com': ['www.example.com'],
  'WWW.Example.com/a?b': ['WWW.Example.com/a?b'],
  'www.a.comhttp://b.com/x www.a.com://b': ['www.a.com', 'http://b.com/x'],
  'See www.example.com, (www.example.org/a) or www.example.net.': [
    'www.example.com',
    'www.example.org/a',
    'www.example.net',
  ],
  'www.example.com:8080/a': ['www.example.com:8080/a'],
  'https://www.example.com/ www.example.com/a': ['https://www.example.com/', 'www.example.com/a'],
  'ftp://www.example.com/': [],
  'bob@www.example.com': [],
  'a.www.example.com': [],
  'awww.example.com': [],
  '-www.example.com': [],
  'www.com': [],
  'www.example': [],
  'www..com': [],
  'www.': [],
  'www.example.com,www.example.org': ['www.example.com', 'www.example.org'],
  'www.example.com/a,www.example.org/b': ['www.example.com/a', 'www.example.org/b'],
  'https://example.com/a,www.example.org': ['https://example.com/a', 'www.example.org'],
  '请看www.example.com谢谢': ['www.example.com'],
  'www.müller.de': ['www.müller.de'],
};

/** The same for domain names with a path. */
const foundDomains: Record<string, readonly string[]> = {
  'See bit.ly/x, (example.com/a_(b)) or example.co.uk?q=1#top.': [
    'bit.ly/x',
    'example.com/a_(b)',
    'example.co.uk?q=1#top',
  ],
  'example.com:8080/a https://example.com/b ftp://example.com/c': ['example.com:8080/a', 'https://example.com/b'],
  '"bit.ly/a|b" <bit.ly/c|d> Link:bit.ly/e': ['bit.ly/a|b', 'bit.ly/c|d', 'bit.ly/e'],
  'www.example.com/a': ['www.example.com/a'],
  '请看bit.ly/x谢谢': ['bit.ly/x谢谢'],
  'bücher.de/ä': ['bücher.de/ä'],
  'example.com example.com/ index.html/x and/or 1.5/2 bob@example.com/a ./bit.ly/x a\\bit.ly/x _bit.ly/x': [],
};

export default {
  slug,
  cases: [
    [
      "('see https://e.com/a','b') <https://e.com/b|label> <https://e.com/c|a label> **see https://e.com/d** https://e.com/?q='a','b'&c=1",
      "https://e.com/a\nhttps://e.com/b\nhttps://e.com/c\nhttps://e.com/d\nhttps://e.com/?q='a','b'&c=1",
      {},
      'quotations, labels of Slack, and emphasis that began at an earlier word',
    ],
    [String.raw`x\bhttps://e.com/ ["x\fhttps://f.com/\bx"]`, 'https://e.com/\nhttps://f.com/'],
    [String.raw`https://e.com/a\ufeffb https://e.com/c\u200bd`, 'https://e.com/ab\nhttps://e.com/c'],
    ['https://my_.s3.amazonaws.com/key https://a.-b.com/x', 'https://my_.s3.amazonaws.com/key\nhttps://a.-b.com/x'],
    [
      'https://e.com_/x http://localhost_/x https://e.com_:80/x https://e.com-/x https://-x-.e.com/p _https://e.com_',
      'https://e.com_/x\nhttp://localhost_/x\nhttps://e.com_:80/x\nhttps://e.com-/x\nhttps://-x-.e.com/p\nhttps://e.com',
      {},
      'hosts with underscores and hyphens at the ends of their labels',
    ],
    ['_https://e.com_. *https://e.com/a*', 'https://e.com\nhttps://e.com/a', {}, 'emphasis'],
    [
      'https://e.com/a–b https://e.com/😀/x https://e.com/{id}/x?y={{z}} https://e.com/a|b https://e.com/a^b',
      'https://e.com/a–b\nhttps://e.com/😀/x\nhttps://e.com/{id}/x?y={{z}}\nhttps://e.com/a|b\nhttps://e.com/a^b',
      { unique: false },
      'what browsers accept in a path',
    ],
    [
      'https://e.com/👨‍👩‍👧/x https://e.com/❤️, https://e.com/نی‌ها',
      'https://e.com/👨‍👩‍👧/x\nhttps://e.com/❤️\nhttps://e.com/نی‌ها',
      {},
      'joiners',
    ],
    [
      'https://e.com/x🎉 https://e.com/a– {https://e.com/b} https://e.com/c→https://f.com/c|https://g.com/',
      'https://e.com/x\nhttps://e.com/a\nhttps://e.com/b\nhttps://e.com/c\nhttps://f.com/c\nhttps://g.com/',
      {},
      'signs after a URL',
    ],
    [
      '1,https://e.com/?a=x,Bob\n2;https://e.com/a;b\n|https://e.com/b|c|',
      'https://e.com/?a=x\nhttps://e.com/a\nhttps://e.com/b',
      {},
      'cells',
    ],
    ['&gt;https://e.com/a;b=1 https://e.com/a,b', 'https://e.com/a;b=1\nhttps://e.com/a,b'],
    ['<https://e.com|a text>', 'https://e.com', {}, 'a link of Slack'],
    ['(see https://example.org/b.)', 'https://example.org/b'],
    [
      String.raw`{"u":"https:\/\/e.com\/a?b=1\u0026c=2","m":"a\nhttp://f.com/\nb"}`,
      'https://e.com/a?b=1&c=2\nhttp://f.com/',
    ],
    [String.raw`"<a href=\"https:\/\/e.com\/\">" https://e.com/a\_b`, 'https://e.com/\nhttps://e.com/a_b'],
    ...Object.entries(foundDomains).map(
      ([input, urls]): ToolCase => [input, urls.join('\n'), { includeDomains: true }],
    ),
    ...Object.entries(found).map(([input, urls]): ToolCase => [input, urls.join('\n')]),
    ...Object.entries(foundBare).map(([input, urls]): ToolCase => [input, urls.join('\n'), bare]),
    [
      'mailto:bob@example.com?subject=a%20b, tel:+1-555-0100; ftp://example.com/a.',
      'mailto:bob@example.com?subject=a%20b\ntel:+1-555-0100\nftp://example.com/a',
      { schemes: ['MailTo', 'tel', 'ftp'] },
    ],
    ['mailto: bob, mailto:. and mailto:)', '', { schemes: ['mailto'] }],
    ['git+ssh://example.com/a ssh://b/c', 'git+ssh://example.com/a\nssh://b/c', { schemes: ['git+ssh', 'ssh'] }],
    ['ftp:example.com ftp://example.com', 'ftp://example.com', { schemes: ['ftp'] }],
    ['data:text/plain;base64,SGk= data:', 'data:text/plain;base64,SGk=', { schemes: ['data'] }],
    ['javascript:void(0)', 'javascript:void(0)', { schemes: ['javascript'] }],
    ['https://a.de/ https://a.de/ https://A.de/', 'https://a.de/\nhttps://A.de/'],
    ['https://a.de/ https://a.de/', 'https://a.de/\nhttps://a.de/', { unique: false }],
    ['https://a.de/ https://b.de/', 'https://a.de/ | https://b.de/', { separator: ' | ' }],
    ['(https://a.de/b). https://a.de/c?!', 'https://a.de/b).\nhttps://a.de/c?!', raw],
    ['https://a.de. https://a.de/b,https://a.de/c', 'https://a.de\nhttps://a.de/b\nhttps://a.de/c', raw],
    ['[a](https://a.de)', 'https://a.de', raw],
    [
      '',
      { error: '"https:" in schemes is not the name of a scheme; write it without the colon, such as https' },
      { schemes: ['https:'] },
    ],
    [
      '',
      { error: '"1http" in schemes is not the name of a scheme; write it without the colon, such as https' },
      { schemes: ['1http'] },
    ],
    ['', { error: 'steps[0].config.schemes must have at least 1 item' }, { schemes: [] }],
    ['', { error: 'steps[0].config.schemes[0] must be at least 1 character long' }, { schemes: [''] }],
    [
      '',
      { error: 'steps[0].config.schemes[1] must be at most 20 characters long' },
      { schemes: ['http', 'a'.repeat(21)] },
    ],
    [
      '',
      { error: 'steps[0].config.schemes must have at most 20 items' },
      { schemes: Array.from({ length: 21 }, () => 'http') },
    ],
    ['', { error: 'steps[0].config.schemes must be an array' }, { schemes: 'http' }],
    ['', { error: 'Unknown option for extract-urls: scheme. Did you mean schemes?' }, { scheme: 'http' }],
    ...hostile(),
  ],
  checks: {
    'finds every URL that is put into a text': () => {
      const host = fc.constantFrom('example.com', 'a-b.example', 'localhost', '127.0.0.1', 'müller.de', '[::1]', 'x');
      const path = fc.constantFrom(
        '',
        '/',
        '/a/b',
        '/a_(b)',
        '?q=1',
        '/?a=b&c=d',
        '#top',
        '/é/%20',
        ':8080/x',
        '/a-',
        '/~a',
      );
      const url = fc
        .tuple(fc.constantFrom('http://', 'https://', 'HTTP://user@'), host, path)
        .map((parts) => parts.join(''));
      const text = fc.array(
        fc.tuple(
          fc.constantFrom('', ' ', '(', '<', '"', '[', 'see: ', '、', '\n'),
          url,
          fc.constantFrom(' ', ', ', ') ', '. ', '>', '"', '] ', '\r\n', '。'),
        ),
      );
      fc.assert(
        fc.property(text, (parts) => {
          const expected = parts.map(([, each]) => each).join('\n');
          assert.equal(resultOf(slug, parts.flat().join(''), { unique: false }), expected);
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'results are in the text, in order, and are found in themselves': () => {
      const unit = fc.constantFrom(
        'http://',
        'https:',
        'www.',
        'a',
        '.',
        ',',
        ';',
        '(',
        ')',
        '[',
        ']',
        "'",
        '_',
        '*',
        '/',
        '?',
        ':',
        '@',
        '&',
        '&gt;',
        ' ',
        '漢',
        'é',
        '😀',
        '\ud800',
        '1',
        '-',
      );
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 15 }), fc.boolean(), (input, stripTrailingPunctuation) => {
          const config = { includeBare: true, unique: false, stripTrailingPunctuation };
          let position = 0;
          for (const url of resultOf(slug, input, config).split('\n')) {
            position = input.indexOf(url, position) + url.length;
            assert.ok(position >= url.length, url);
            assert.equal(resultOf(slug, url, config), url);
          }
        }),
        { seed: 2, numRuns: sampleSize(10_000) },
      );
    },
  },
} satisfies ToolCases;

/** Texts of 500,000 characters, with what is found when all options widen the search. */
function hostile(): ToolCase[] {
  const rows: [piece: string, output: string][] = [
    [':', ''],
    ['http:', ''],
    ['http://', ''],
    ['http://[', ''],
    ['://a:', ''],
    ['www.', ''],
    ['http://a.bhttp://', 'http://a.b'],
    ['http://a.', 'http://a'],
    ['ahttp://', ''],
    ['a.', ''],
    ['&', ''],
    ['\n', ''],
    ['\ud800', ''],
    ['a/', ''],
    ['a.xx/ ', ''],
    ['"', ''],
    ['](', ''],
  ];
  const config = { schemes: ['http', 'https'], includeBare: true, includeDomains: true };
  return [
    ...rows.map(
      ([piece, output]): ToolCase => [
        piece.repeat(500_000 / piece.length),
        output,
        config,
        `500,000 characters of ${JSON.stringify(piece)}`,
      ],
    ),
    ...['(', ').', ',', '.', '&', ',aaaaaaaaaaaaaaaaaaaa', "'"].map(
      (piece): ToolCase => [
        `http://a/b${piece.repeat(490_000 / piece.length)}c`,
        `http://a/b${piece.repeat(490_000 / piece.length)}c`,
        { stripTrailingPunctuation: false },
        `a URL with 490,000 characters of ${JSON.stringify(piece)}`,
      ],
    ),
    [`http://${'a.'.repeat(240_000)}`, '', {}, 'a host without end'],
  ];
}
