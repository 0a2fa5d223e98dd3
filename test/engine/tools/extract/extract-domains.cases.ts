import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

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
    ...Object.entries(found).map(([input, names]) => ({ input, output: names.join('\n') })),
    {
      input: 'a@mail.example.com https://www.example.com x.example.org',
      config: { includeFromEmails: false },
      output: 'www.example.com\nx.example.org',
    },
    {
      name: 'what someone registered',
      input: 'a.b.example.com a.example.co.uk a.example.com foo.github.io http://x.db.internal a.münchen.de',
      config: { registrable: true, unique: true },
      output: 'example.com\nexample.co.uk\ngithub.io\ndb.internal\nmünchen.de',
    },
    { name: 'of a public suffix nobody', input: 'http://co.uk/', config: { registrable: true }, output: '' },
    { input: 'b.de a.de b.de', config: { unique: true }, output: 'b.de\na.de' },
    { name: 'every one, to count them', input: 'b.de a.de b.de', output: 'b.de\na.de\nb.de' },
    { input: 'b.de a.de c.de', config: { sort: true, limit: 2 }, output: 'a.de\nb.de' },
    { input: 'b.de a.de', config: { separator: '' }, output: 'b.dea.de' },
    {
      input: '',
      config: { separator: ' '.repeat(11) },
      error: 'steps[0].config.separator must be at most 10 characters long',
    },
    { input: '', config: { limit: -1 }, error: 'steps[0].config.limit must be at least 0' },
    { input: '', config: { limit: 500_001 }, error: 'steps[0].config.limit must be at most 500000' },
    { name: 'names without end', input: 'é.'.repeat(250_000), output: '' },
    { name: 'letters', input: `${'a'.repeat(499_996)}.com`, output: '' },
    { name: 'dots', input: '.'.repeat(500_000), output: '' },
    { name: 'at signs', input: '@'.repeat(500_000), output: '' },
    { name: 'labels that are too long', input: `${'a'.repeat(64)}.`.repeat(7690), output: '' },
    { name: 'words without spaces', input: 'aa.bb吧'.repeat(83_333), output: '' },
    { name: 'names', input: 'a.de '.repeat(100_000), config: { unique: true }, output: 'a.de' },
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
