import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-emails';
const asWritten = { lowercase: false };

/** A text, and what is found in it. */
const found: Record<string, readonly string[]> = {
  '': [],
  'no address here': [],
  'bob@example.com': ['bob@example.com'],
  // Around the address
  '<bob@example.com>': ['bob@example.com'],
  '"bob@example.com"': ['bob@example.com'],
  "'bob@example.com'": ['bob@example.com'],
  '`bob@example.com`': ['bob@example.com'],
  '“bob@example.com”': ['bob@example.com'],
  '«bob@example.com»': ['bob@example.com'],
  '(bob@example.com)': ['bob@example.com'],
  '[bob@example.com]': ['bob@example.com'],
  '{bob@example.com}': ['bob@example.com'],
  '*bob@example.com*': ['bob@example.com'],
  'bob@example.com.': ['bob@example.com'],
  'bob@example.com...': ['bob@example.com'],
  'bob@example.com, ann@example.com; joe@example.com': ['bob@example.com', 'ann@example.com', 'joe@example.com'],
  'bob@example.com,ann@example.com': ['bob@example.com', 'ann@example.com'],
  'bob@example.com/ann@example.com': ['bob@example.com', 'ann@example.com'],
  'bob@example.com|ann@example.com': ['bob@example.com', 'ann@example.com'],
  'bob@example.com\r\nann@example.com\rjoe@example.com\n': ['bob@example.com', 'ann@example.com', 'joe@example.com'],
  'bob@example.com!?:': ['bob@example.com'],
  "bob@example.com's inbox": ['bob@example.com'],
  'bob@example.com-': ['bob@example.com'],
  'bob@example.com--and so on': ['bob@example.com'],
  'bob@example.com_2': ['bob@example.com'],
  '...bob@example.com': ['bob@example.com'],
  'see...bob@example.com': ['bob@example.com'],
  '-bob@example.com': ['bob@example.com'],
  '—bob@example.com—': ['bob@example.com'],
  '+bob@example.com': ['bob@example.com'],
  '_bob@example.com': ['_bob@example.com'],
  'E-mail:bob@example.com': ['bob@example.com'],
  'email=bob@example.com&x=1': ['bob@example.com'],
  'https://example.com/?mail=bob@example.com': ['bob@example.com'],
  'https://example.com/users/bob@example.com/x': ['bob@example.com'],
  'mailto:bob@example.com?subject=Hi': ['bob@example.com'],
  '<a href="mailto:bob@example.com">bob@example.com</a>': ['bob@example.com'],
  '[Bob](mailto:bob@example.com)': ['bob@example.com'],
  'Bob Smith <bob@example.com>, "Ann" <ann@example.com>': ['bob@example.com', 'ann@example.com'],
  '{"email":"bob@example.com","cc":null}': ['bob@example.com'],
  'To:\tbob@example.com': ['bob@example.com'],
  'git@github.com:bob/repo.git': ['git@github.com'],
  // Local parts
  'b.o.b@example.com': ['b.o.b@example.com'],
  'bob+tag@example.com': ['bob+tag@example.com'],
  'bob-smith_1%x@example.com': ['bob-smith_1%x@example.com'],
  "o'brien@example.ie": ["o'brien@example.ie"],
  'x=bob@example.com': ['bob@example.com'],
  'bob.@example.com': [],
  "bob'@example.com": [],
  'a..bob@example.com': ['bob@example.com'],
  '.@example.com': [],
  '+@example.com': [],
  '@example.com': [],
  'a @example.com': [],
  '"bob smith"@example.com': ['"bob smith"@example.com'],
  '"bob" @example.com, x"bob"@example.com': [],
  [`${'a'.repeat(64)}@example.com`]: [`${'a'.repeat(64)}@example.com`],
  [`${'a'.repeat(65)}@example.com`]: [],
  '1@example.com': ['1@example.com'],
  // Other characters of RFC 5322 in the middle: never the name of another mailbox
  'customer/department=shipping@example.com': ['customer/department=shipping@example.com'],
  '<sales/emea@example.com>': ['sales/emea@example.com'],
  'bounces+bob=example.com@lists.example.org': ['bounces+bob=example.com@lists.example.org'],
  'prvs=0123abcdef=bob@example.com': ['prvs=0123abcdef=bob@example.com'],
  'SRS0=HHH=TT=example.com=bob@forward.example.org': ['srs0=hhh=tt=example.com=bob@forward.example.org'],
  'mailto:sales/emea@example.com': ['sales/emea@example.com'],
  'a&b@example.com': ['a&b@example.com'],
  'host!user@example.com, a#b@example.com a$b@example.com': [
    'host!user@example.com',
    'a#b@example.com',
    'a$b@example.com',
  ],
  [`${'a/'.repeat(40)}bob@example.com`]: [],
  'bob/@example.com': [],
  'bob=@example.com': [],
  // Paths, queries and assignments
  '/home/bob@example.com': ['bob@example.com'],
  'C:\\mail/bob@example.com': ['bob@example.com'],
  'mail/bob@example.com/cur': ['bob@example.com'],
  'example.org/users/bob@example.com': ['bob@example.com'],
  'https://example.com:8080/users/a=b/bob@example.com': ['bob@example.com'],
  'https://example.com/#bob@example.com': ['bob@example.com'],
  '?to=bob@example.com&cc=ann@example.com': ['bob@example.com', 'ann@example.com'],
  'a=1&b=2&to=bob@example.com': ['bob@example.com'],
  'user=bob@example.com level=info': ['bob@example.com'],
  '--to=bob@example.com': ['bob@example.com'],
  'dir=/bob@example.com': ['bob@example.com'],
  '$bob@example.com #bob@example.com =bob@example.com': ['bob@example.com'],
  // Domains
  'bob@mail.example.co.uk': ['bob@mail.example.co.uk'],
  'bob@my-host.example.com': ['bob@my-host.example.com'],
  'bob@1and1.de': ['bob@1and1.de'],
  'bob@example.museum': ['bob@example.museum'],
  'bob@xn--mnchen-3ya.xn--p1ai': ['bob@xn--mnchen-3ya.xn--p1ai'],
  'bob@localhost': [],
  'bob@example': [],
  'bob@example.c': [],
  'bob@example.123': [],
  'bob@example.com2': [],
  'bob@10.0.0.1': [],
  'bob@[10.0.0.1]': [],
  'bob@example.com.2': ['bob@example.com'],
  'bob@example.com.x': ['bob@example.com'],
  'bob@example..com': [],
  'bob@.example.com': [],
  'bob@-example.com': [],
  'bob@example-.com': [],
  'bob@exa_mple.com': [],
  'bob@ex--ample.com': ['bob@ex--ample.com'],
  'lodash@4.17.21': [],
  'lodash@4.17.21-beta.rc': ['lodash@4.17.21-beta.rc'],
  'bob@ example.com': [],
  [`bob@${'a'.repeat(63)}.com`]: [`bob@${'a'.repeat(63)}.com`],
  [`bob@${'a'.repeat(64)}.com`]: [],
  [`bob@${'a.'.repeat(125)}com`]: [`bob@${'a.'.repeat(125)}com`],
  [`bob@${'a.'.repeat(126)}com`]: [],
  [`bob@${'aa.'.repeat(83)}com`]: [`bob@${'aa.'.repeat(83)}com`],
  [`bob@${'aa.'.repeat(84)}com.`]: [],
  'bob@example.com:8080': ['bob@example.com'],
  // Several signs
  'a@b.com@c.com': ['a@b.com'],
  'a@@b.com': [],
  'a@b@c.com': ['b@c.com'],
  '@bob and @ann at example.com': [],
  // Users of URLs
  'https://bob@example.com/': [],
  'https://bob:secret@example.com/': [],
  'ftp://bob.smith:p%40ss@files.example.com:21/': [],
  '// bob@example.com': ['bob@example.com'],
  '//bob@example.com': ['bob@example.com'],
  // Other scripts
  'josé@example.com': ['josé@example.com'],
  'jose\u0301@example.com': ['jose\u0301@example.com'],
  'рената@пример.рф': ['рената@пример.рф'],
  'bob@müller.de': ['bob@müller.de'],
  'bob@example.vermögensberatung': ['bob@example.vermögensberatung'],
  '用户@例子.中国': ['用户@例子.中国'],
  'उपयोगकर्ता@उदाहरण.भारत': ['उपयोगकर्ता@उदाहरण.भारत'],
  '联系bob@example.com吧': ['bob@example.com'],
  '连絡先:bob@example.comまで': ['bob@example.com'],
  'bob@example.com으로 보내세요': ['bob@example.com'],
  'bob@example.com。谢谢': ['bob@example.com'],
  'bob@日本語example.jp': ['bob@日本語example.jp'],
  '✉️bob@example.com📧': ['bob@example.com'],
  '\ud800bob@example.com\udc00': ['bob@example.com'],
  'bob@example.\ud800com': [],
  '\u200bbob@example.com\u200b': ['bob@example.com'],
  'bob＠example.com': ['bob@example.com'],
  'jane＠example．com': ['jane@example.com'],
  'ｊａｎｅ．ｄｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ': ['jane.doe@example.com'],
  'jane@example。com。': ['jane@example.com'],
  'bob@example.com．See bob@localhost。See': ['bob@example.com'],
  '＠ada と b＠ c': [],
};

export default {
  slug,
  cases: [
    [
      "_ada@example.com_ _see bob_b@example.com_ b'cid@example.com' {u'm': u'dora@example.com'} _e@example.com",
      'ada@example.com\nbob_b@example.com\ncid@example.com\ndora@example.com\n_e@example.com',
      {},
      'emphasis, and strings of Python',
    ],
    [
      'a=ada%40example.com&q=%20bob@example.com cid%2540example.com dora&#64;example.com q=e%2Bf%40example.com',
      'ada@example.com\nbob@example.com\ncid@example.com\ndora@example.com\ne+f@example.com',
      {},
      'percent-encoded, and as HTML writes them',
    ],
    [
      String.raw`{"m":"page1\fjane@example.com"} a\bob@example.com "x\0ada\u00ad@example.com"`,
      'jane@example.com\nbob@example.com\nada@example.com',
      {},
      'escapes after a letter, paths, and escaped marks',
    ],
    [String.raw`ada@example.com\u200bBob ada@exam\u200bple.org`, 'ada@example.com\nada@example.org'],
    [
      'ada@example.com\u200bBob ada@exam\u200bple.org',
      'ada@example.com\nada@example.org',
      {},
      'a space without a width',
    ],
    [
      String.raw`C:\Users\nathan@example.com "C:\\Users\\rob@example.com\nx"`,
      'nathan@example.com\nrob@example.com',
      {},
      'paths',
    ],
    ['logo@2x.png icon-home@3x.webp img/a.b@1.5x.JPG vue@3.4.1.min.js menu@dark.svg site@print.css?v=1', ''],
    [
      'ada@2x.png.example.com ada@1und1.de a.b@mail.example.png',
      'ada@2x.png.example.com\nada@1und1.de\na.b@mail.example.png',
    ],
    [String.raw`{"m":"Contact:\njane@example.com\tbob\u0040example.com"}`, 'jane@example.com\nbob@example.com'],
    [String.raw`"{\"m\":\"a\\nada@example.com\"}" ada\_b@example.com`, 'ada@example.com\nada_b@example.com'],
    ['\x1b[31mada@example.com\x1b[0m ja\u200bne@exam\u200dple.com', 'ada@example.com\njane@example.com'],
    ...Object.entries(found).map(([input, addresses]): ToolCase => [input, addresses.join('\n')]),
    ['Bob@Example.COM bob@example.com', 'bob@example.com', {}, 'lowercase, so that one address is one'],
    ['Bob@Example.COM bob@example.com BOB@example.com', 'Bob@Example.COM\nbob@example.com\nBOB@example.com', asWritten],
    ['b@x.de a@x.de b@x.de', 'b@x.de\na@x.de'],
    ['b@x.de a@x.de b@x.de', 'b@x.de\na@x.de\nb@x.de', { unique: false }],
    ['b@x.de A@x.de b@x.de', 'A@x.de\nb@x.de\nb@x.de', { unique: false, sort: true, lowercase: false }],
    [
      'b@x.de é@x.de F@x.de e@x.de',
      'b@x.de\ne@x.de\né@x.de\nF@x.de',
      { sort: true, lowercase: false },
      'sorted alphabetically, not by code',
    ],
    ['c@x.de b@x.de a@x.de', 'c@x.de\nb@x.de', { limit: 2 }],
    [
      'c@x.de c@x.de b@x.de a@x.de',
      'a@x.de\nb@x.de',
      { limit: 2, sort: true },
      'the limit is counted when the rest is done',
    ],
    ['a@x.de', 'a@x.de', { limit: 5 }],
    ['a@x.de b@x.de', 'a@x.deb@x.de', { separator: '' }],
    ['a@x.de b@x.de', 'a@x.de, b@x.de', { separator: ', ' }],
    ['', { error: 'steps[0].config.separator must be at most 10 characters long' }, { separator: ' '.repeat(11) }],
    ['', { error: 'steps[0].config.limit must be at least 0' }, { limit: -1 }],
    ['', { error: 'steps[0].config.limit must be at most 500000' }, { limit: 500_001 }],
    ['', { error: 'Unknown option for extract-emails: uniq. Did you mean unique?' }, { uniq: true }],
    ['a'.repeat(500_000), '', {}, '500,000 hostile characters: letters'],
    [`${'a'.repeat(499_000)}@example.com`, '', {}, 'letters before an at sign'],
    ['@'.repeat(500_000), '', {}, 'at signs'],
    ['a@'.repeat(250_000), '', {}, 'beginnings of addresses'],
    ['a@b.'.repeat(125_000), '', {}, 'more of an address'],
    [`a@${'a.'.repeat(249_999)}`, '', {}, 'labels without end'],
    [`a@a${'-'.repeat(499_997)}`, '', {}, 'hyphens'],
    [`${':'.repeat(499_990)}a@b.de`, 'a@b.de', {}, 'colons before an address'],
    ['\n'.repeat(500_000), '', {}, 'line ends'],
    [`${'\u0301'.repeat(499_000)}@b.de`, '', {}, 'marks'],
    ['a@b.de '.repeat(71_428), 'a@b.de', {}, 'addresses'],
  ],
  checks: {
    'finds every address that is put into a text': () => {
      const local = fc
        .tuple(fc.constantFrom('a', 'Bob', 'x1', 'é'), fc.constantFrom('', '.smith', '+tag', '-x', "'s", '_'))
        .map((parts) => parts.join(''));
      const domain = fc
        .tuple(
          fc.constantFrom('example', 'a-b', 'mail.x1', 'münchen', 'xn--a'),
          fc.constantFrom('com', 'co.uk', 'рф', 'xn--p1ai'),
        )
        .map((parts) => parts.join('.'));
      const address = fc.tuple(local, domain).map((parts) => parts.join('@'));
      const text = fc.array(
        fc.tuple(
          fc.constantFrom('', ' ', 'to: ', '(', '<', '"', '— ', '、', '\n'),
          address,
          fc.constantFrom(' ', ', ', ') ', '. ', '>', '";', '\r\n', '。 '),
        ),
      );
      fc.assert(
        fc.property(text, (parts) => {
          const expected = parts.map(([, each]) => each).join('\n');
          assert.equal(resultOf(slug, parts.flat().join(''), { unique: false, lowercase: false }), expected);
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'results are in the text, in order, and are found in themselves': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', '@', '.', '-', "'", '+', ' ', '漢', 'é', '😀', '\ud800', ':', '/', '1'),
        maxLength: 40,
      });
      fc.assert(
        fc.property(text, (input) => {
          let position = 0;
          for (const address of resultOf(slug, input, { unique: false, lowercase: false }).split('\n')) {
            position = input.indexOf(address, position) + address.length;
            assert.ok(position >= address.length, address);
            assert.equal(resultOf(slug, address, asWritten), address);
          }
        }),
        { seed: 2, numRuns: sampleSize(5000) },
      );
    },
  },
} satisfies ToolCases;
