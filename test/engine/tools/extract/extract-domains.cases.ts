import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-domains';

/** A text, and what is found in it. */
const found: Record<string, readonly string[]> = {
  '': [],
  'no name here': [],
  // Names by themselves
  'example.com': ['example.com'],
  'EXAMPLE.Com': ['example.com'],
  '(example.com), "example.org"; <example.net>': ['example.com', 'example.org', 'example.net'],
  'see example.com.': ['example.com'],
  'example.com...': ['example.com'],
  '...example.com': ['example.com'],
  '.example.com': ['example.com'],
  '-example.com-': ['example.com'],
  '@example.com': ['example.com'],
  '*.example.com': ['example.com'],
  'example.com:443': ['example.com'],
  'example.com/index.php': ['example.com'],
  'a.example.com\r\nb.example.com\rc.example.com\n': ['a.example.com', 'b.example.com', 'c.example.com'],
  '_dmarc.example.com': ['example.com'],
  'my_host.example.com': ['example.com'],
  'a..example.com': ['example.com'],
  'example..com': [],
  'example.c': [],
  'example.txt readme.html v1.2.3 e.g. i.e.': [],
  'setup.sh': ['setup.sh'],
  'co.uk': [],
  'example.co.uk': ['example.co.uk'],
  'foo.github.io': ['foo.github.io'],
  'localhost db.internal': [],
  '10.0.0.1 10.0.0.1.example.com': ['10.0.0.1.example.com'],
  [`${'a'.repeat(63)}.com`]: [`${'a'.repeat(63)}.com`],
  [`${'a'.repeat(64)}.com`]: [],
  [`${'a'.repeat(64)}.example.com`]: ['example.com'],
  [`${'a.'.repeat(125)}com`]: [`${'a.'.repeat(125)}com`],
  [`${'a.'.repeat(126)}com`]: [],
  // Other scripts
  'münchen.de': ['münchen.de'],
  'MÜNCHEN.DE': ['münchen.de'],
  'xn--mnchen-3ya.de': ['xn--mnchen-3ya.de'],
  'пример.рф': ['пример.рф'],
  '例子.中国': ['例子.中国'],
  '请访问example.com吧': ['example.com'],
  '\ud800example.com\udc00': ['example.com'],
  // URLs
  'https://www.example.com/a.html?next=b.org#c.net': ['www.example.com'],
  'http://user:p.com@example.com:8080/': ['example.com'],
  'ftp://files.example.com/x.zip': ['files.example.com'],
  'wss://ws.example.com': ['ws.example.com'],
  'http://db.internal/ http://a_b.internal': ['db.internal', 'a_b.internal'],
  'http://localhost:3000/ http://10.0.0.1/a.de http://[2001:db8::1]/b.de': [],
  'postgres://user:secret@db.example.com:5432/app': ['db.example.com'],
  'http://example.com.': ['example.com'],
  'e.com_ https://e.com_ https://my_.e.com/a_': ['e.com', 'e.com', 'my_.e.com'],
  'https://e.com_/a https://e.com-/a http://e.com_:80 http://a.b_?c': [],
  'jane＠example．com': ['example.com'],
  '[a](https://a.example.com),https://b.example.com': ['a.example.com', 'b.example.com'],
  // E-mail addresses
  'ada@mail.example.com': ['mail.example.com'],
  'mailto:ada@example.com?cc=bob@example.org': ['example.com', 'example.org'],
  'ada@server.local': ['server.local'],
  'https://example.com/?u=ada@example.org': ['example.com'],
  'a@b.example.com@c.example.com': ['b.example.com', 'c.example.com'],
};

export default {
  slug,
  cases: [
    [String.raw`["a\bit.ly", "e\u200bx.com"] a\bit.ly`, 'it.ly\nex.com\nbit.ly'],
    ['logo@2x.png vue@3.4.1.min.js', '', {}, 'names of files'],
    [String.raw`{"u":"https:\/\/e.example.com\/a","m":"a\nexample.org"}`, 'e.example.com\nexample.org'],
    [
      String.raw`\\nas01.example.com\share "\\\\fs.example.com\\a" .\bit.ly`,
      'nas01.example.com\nfs.example.com\nbit.ly',
    ],
    ...Object.entries(found).map(([input, names]): ToolCase => [input, names.join('\n')]),
    [
      'a@mail.example.com https://www.example.com x.example.org',
      'www.example.com\nx.example.org',
      { includeFromEmails: false },
    ],
    [
      'a.b.example.com a.example.co.uk a.example.com foo.github.io http://x.db.internal a.münchen.de',
      'example.com\nexample.co.uk\ngithub.io\ndb.internal\nmünchen.de',
      { registrable: true, unique: true },
      'what someone registered',
    ],
    ['http://co.uk/', '', { registrable: true }, 'of a public suffix nobody'],
    ['b.de a.de b.de', 'b.de\na.de', { unique: true }],
    ['b.de a.de b.de', 'b.de\na.de\nb.de', {}, 'every one, to count them'],
    ['b.de a.de c.de', 'a.de\nb.de', { sort: true, limit: 2 }],
    ['b.de a.de', 'b.dea.de', { separator: '' }],
    ['', { error: 'steps[0].config.separator must be at most 10 characters long' }, { separator: ' '.repeat(11) }],
    ['', { error: 'steps[0].config.limit must be at least 0' }, { limit: -1 }],
    ['', { error: 'steps[0].config.limit must be at most 500000' }, { limit: 500_001 }],
    ['é.'.repeat(250_000), '', {}, 'names without end'],
    [`${'a'.repeat(499_996)}.com`, '', {}, 'letters'],
    ['.'.repeat(500_000), '', {}, 'dots'],
    ['@'.repeat(500_000), '', {}, 'at signs'],
    [`${'a'.repeat(64)}.`.repeat(7690), '', {}, 'labels that are too long'],
    ['aa.bb吧'.repeat(83_333), '', {}, 'words without spaces'],
    ['a.de '.repeat(100_000), 'a.de', { unique: true }, 'names'],
  ],
  checks: {
    'finds every name that is put into a text': () => {
      const name = fc
        .tuple(
          fc.constantFrom('', 'www.', 'a-b.', '1.'),
          fc.constantFrom('example', 'münchen', 'xn--a', 'x1'),
          fc.constantFrom('.com', '.co.uk', '.рф', '.museum'),
        )
        .map((parts) => parts.join(''));
      const around = fc.constantFrom(
        ['', ' '],
        ['https://', '/a.b?c.de '],
        ['(', ') '],
        ['ada@', ', '],
        ['http://u:p@', ':80 '],
        ['“', '.” '],
        ['\n', '。 '],
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(around, name)), (parts) => {
          const text = parts.map(([[before, after], each]) => before + each + after).join('');
          const expected = parts.map(([, each]) => each).join('\n');
          assert.equal(resultOf(slug, text, { unique: false }), expected);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'results are in the text, in order': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', '.', '.', 'de', '@', '-', '_', '/', ':', ' ', '漢', 'é', '\ud800', '1', 'http://'),
        maxLength: 40,
      });
      fc.assert(
        fc.property(text, (input) => {
          let position = 0;
          for (const name of resultOf(slug, input, { unique: false }).split('\n')) {
            position = input.indexOf(name, position) + name.length;
            assert.ok(position >= name.length, name);
          }
        }),
        { seed: 2, numRuns: sampleSize(2000) },
      );
    },
    'time is linear': () => {
      for (const part of ['a.', 'é.', '1.', 'http://a.b ', 'a@', 'a.de.', '-', `${'é.'.repeat(130)}de `, '_.a']) {
        assertLinear(part, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
