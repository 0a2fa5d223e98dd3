import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { refusalOf, runOperation } from '../../support/operations.js';
import { engine } from '../../support/tool-cases.js';

const sanitize = (request: object) => runOperation('sanitize', request) as { sanitized: string[]; count: number };
const refusal = (request: object) => refusalOf('sanitize', request);
const clean = (url: string, options: object = {}) => sanitize({ ...options, urls: [url, 'x'] }).sanitized[0];

describe('the golden table', () => {
  const table = readFileSync(new URL('../../golden/sanitize.tsv', import.meta.url), 'utf8');
  const [header, ...rows] = table.trimEnd().split('\n');
  test('has the columns and rows that this test expects', () => {
    assert.equal(header, 'options\tinput\toutput\tnote');
    assert.ok(rows.length > 90);
  });
  for (const row of rows) {
    const [options = '', input = '', output = '', note = ''] = row.split('\t');
    test(`${note}: ${input.slice(0, 60)} ${options}`, () => {
      const url = JSON.parse(input);
      const expected = { sanitized: [JSON.parse(output)], count: 1 };
      assert.deepEqual(sanitize({ ...JSON.parse(options), url }), expected);
      assert.deepEqual(sanitize({ urls: [url], ...JSON.parse(options) }), expected);
    });
  }
});

describe('the three ways to send URLs', () => {
  const dirty = 'https://example.com/?utm_source=x';
  const cleaned = 'https://example.com/';

  test('urls keeps its order', () => {
    assert.deepEqual(sanitize({ urls: [dirty, 'https://b.example/?a=1', dirty] }), {
      sanitized: [cleaned, 'https://b.example/?a=1', cleaned],
      count: 3,
    });
  });
  test('a single url has the same shape', () => {
    assert.deepEqual(sanitize({ url: dirty }), { sanitized: [cleaned], count: 1 });
  });
  test('input is split at every kind of line end, and blank lines are skipped', () => {
    const input = `\n${dirty}\r\n\r\n \t\n${dirty}\r${dirty}\n\n`;
    assert.deepEqual(sanitize({ input }), { sanitized: [cleaned, cleaned, cleaned], count: 3 });
  });
  test('entries are trimmed', () => {
    assert.deepEqual(sanitize({ input: ` \u00a0${dirty}\t ` }).sanitized, [cleaned]);
    assert.deepEqual(sanitize({ url: `\ufeff${dirty}\n` }).sanitized, [cleaned]);
    assert.deepEqual(sanitize({ url: ' mailto:a@example.com?ref=1 ' }).sanitized, ['mailto:a@example.com?ref=1']);
  });
  test('an empty element of urls keeps its place', () => {
    assert.deepEqual(sanitize({ urls: ['', dirty, '  '] }), { sanitized: ['', cleaned, ''], count: 3 });
  });
  test('empty fields do not count', () => {
    assert.equal(sanitize({ urls: [], url: dirty, input: '' }).count, 1);
    assert.equal(sanitize({ urls: [dirty], url: '' }).count, 1);
  });
});

describe('refusals', () => {
  const urls = (count: number) => Array.from({ length: count }, () => 'x');

  test('no URL', () => {
    const empty = [{}, { urls: [] }, { url: '' }, { input: '' }, { urls: [''] }, { url: ' ' }, { input: '\r\n \n' }];
    for (const request of empty) assert.equal(refusal(request), 'No URLs provided');
  });
  test('more than one field', () => {
    const message = 'Provide only one of urls, url, input';
    assert.equal(refusal({ urls: ['a'], url: 'b' }), message);
    assert.equal(refusal({ url: 'a', input: 'b' }), message);
    assert.equal(refusal({ urls: [''], input: ' ' }), message);
  });
  test('too many URLs', () => {
    assert.equal(sanitize({ urls: urls(500) }).count, 500);
    assert.equal(refusal({ urls: urls(501) }), 'Too many URLs: 501 (maximum 500)');
    assert.equal(refusal({ urls: [...urls(500), ''] }), 'Too many URLs: 501 (maximum 500)');
    assert.equal(sanitize({ input: urls(500).join('\n\n') }).count, 500);
    assert.equal(refusal({ input: urls(502).join('\n') }), 'Too many URLs: 502 (maximum 500)');
  });
  test('too much text, counted in UTF-16 code units and over all elements', () => {
    const half = '🚀'.repeat(250_000);
    assert.equal(sanitize({ urls: [half, half] }).count, 2);
    assert.equal(refusal({ urls: [half, half, 'x'] }), 'Input too large: 1000001 characters (maximum 1000000)');
    assert.equal(refusal({ url: `${half}${half}x` }), 'Input too large: 1000001 characters (maximum 1000000)');
    assert.equal(refusal({ input: `${half}\n${half}` }), 'Input too large: 1000001 characters (maximum 1000000)');
  });
  test('wrong types, unknown fields, options out of bounds', () => {
    const cases: [object, string][] = [
      [{ urls: 'x' }, 'urls must be an array'],
      [{ urls: ['x', 1] }, 'urls[1] must be a string'],
      [{ url: null }, 'url must be a string'],
      [{ input: 7 }, 'input must be a string'],
      [{ url: 'x', keepparams: ['s'] }, 'Unknown field: keepparams'],
      [{ url: 'x', keepParams: 's' }, 'keepParams must be an array'],
      [{ url: 'x', keepParams: [1] }, 'keepParams[0] must be a string'],
      [{ url: 'x', extraParams: [''] }, 'extraParams[0] must be at least 1 character long'],
      [{ url: 'x', extraParams: ['x'.repeat(201)] }, 'extraParams[0] must be at most 200 characters long'],
      [{ url: 'x', keepParams: urls(501) }, 'keepParams must have at most 500 items'],
      [{ url: 'x', ignoreCase: 'yes' }, 'ignoreCase must be a boolean'],
      [{ url: 'x', profile: 'strict' }, 'profile must be one of: standard, conservative, extended, careful'],
      [{ url: 'x', affiliateTags: 'yes' }, 'affiliateTags must be a boolean'],
      [{ url: 'x', fragment: 1 }, 'fragment must be a boolean'],
      [{ url: 'x', normalize: null }, 'normalize must be a boolean'],
    ];
    for (const [request, message] of cases) assert.equal(refusal(request), message);
  });
  test('only the first error is reported, in this order: type, several fields, size, number, no URL', () => {
    const tooLarge = 'x'.repeat(1_000_001);
    assert.equal(refusal({ urls: ['a', 1], url: 'b' }), 'urls[1] must be a string');
    assert.equal(refusal({ urls: urls(501), url: tooLarge }), 'Provide only one of urls, url, input');
    assert.match(refusal({ urls: [...urls(501), tooLarge] }), /^Input too large: 1000502 /);
    assert.equal(refusal({ urls: Array(501).fill('') }), 'Too many URLs: 501 (maximum 500)');
  });
});

describe('names', () => {
  test('lone surrogates survive, in names and elsewhere', () => {
    assert.equal(
      clean('https://e.com/\ud800?\udc00=\ud800&ref=1&\ud800#\udfff'),
      'https://e.com/\ud800?\udc00=\ud800&\ud800#\udfff',
    );
    assert.equal(clean('?\ud800=1&a=2', { extraParams: ['\ud800'] }), '?a=2');
  });
  test('inherited names such as __proto__ are ordinary names', () => {
    const url = '?__proto__=1&constructor=2&toString&hasOwnProperty=3';
    assert.equal(clean(url), url);
    assert.equal(clean(url, { extraParams: ['__proto__', 'toString'] }), '?constructor=2&hasOwnProperty=3');
    assert.equal(clean('?ref=1&s=2', { keepParams: ['__proto__'] }), '');
  });
  test('escaped names of several bytes', () => {
    const options = { extraParams: ['größe', '🚀'] };
    assert.equal(clean('?gr%C3%B6%c3%9Fe=1&größe=2&%F0%9F%9A%80=3&🚀&x', options), '?x');
    assert.equal(clean('?gr%F6%DFe=1&%C0%AF&ref', options), '?gr%F6%DFe=1&%C0%AF');
  });
  test('a blank in a name is %20 or a plus sign in the URL', () => {
    const options = { extraParams: ['a b', ' c ', 'd+e'] };
    assert.equal(clean('?a+b=1&a%20b=2&a b=3&%61+b&ab=4&a%2Bb=5&x', options), '?ab=4&a%2Bb=5&x');
    assert.equal(clean('?+c+=1&+c%20&c=2&d+e=3&d%2Be=4&d%20e=5', options), '?c=2&d%20e=5');
    assert.equal(clean('?A+B=1&x', { ...options, ignoreCase: true }), '?x');
    assert.equal(
      clean('?a+b=1&utm_x+y=2&utm_z+y=3', { keepParams: ['utm_x y', 'a b'], profile: 'extended' }),
      '?a+b=1&utm_x+y=2',
    );
  });
  test('ignoreCase applies to the profile, the extra names and the kept names', () => {
    const options = { ignoreCase: true, extraParams: ['Foo', 'ÄÖ'], keepParams: ['REF'] };
    assert.equal(clean('?FOO=1&äö=2&GCLID=3&ref=4&Ref=5&Utm%5FSource=6', options), '?ref=4&Ref=5');
  });
});

describe('other schemes', () => {
  const untouched = [
    'tel:911?ref=1',
    'sms:12345?source=x',
    'javascript:1?ref=1',
    'view-source:https://e.com/?ref=1',
    'localhost:/?ref=1',
    'example.com:123456/?ref=1',
    'com.example.app:?ref=1#s=1',
  ];
  for (const url of untouched) {
    test(`${url} is untouched`, () => assert.equal(clean(url, { fragment: true, normalize: true }), url));
  }
  test('a host with its port, or with a name before it, is not a scheme', () => {
    assert.equal(clean('localhost:3000?ref=1'), 'localhost:3000');
    assert.equal(clean('example.com:8080/p?ref=1&a'), 'example.com:8080/p?a');
    assert.equal(clean('ada@example.com:80?ref=1'), 'ada@example.com:80');
    assert.equal(clean('HTTPS:p?ref=1'), 'HTTPS:p');
  });
});

describe('fragment', () => {
  const cases: [string, string, string][] = [
    ['all parameters removed: no #', 'https://e.com/#utm_source=x&ref=1', 'https://e.com/'],
    ['query and fragment are both removed', '?ref=1#ref=1', ''],
    ['an anchor is no parameter', 'https://e.com/#source', 'https://e.com/#source'],
    ['a listed name without value, among parameters', '#a=1&ref', '#a=1'],
    ['a route stays', 'https://e.com/#/r?ref=1&s', 'https://e.com/#/r'],
    ['only a query in the fragment', 'https://e.com/#?ref=1', 'https://e.com/'],
    ['the rest may look like parameters', '#ref=1?s=2', ''],
    ['a fragment directive is not part of the page’s fragment', '#ref=1:~:text=ref=1&s=2', '#:~:text=ref=1&s=2'],
    ['parameters in a directive stay', '#:~:text=a?ref=1', '#:~:text=a?ref=1'],
    ['nothing listed', '#a=1&&b=%zz', '#a=1&&b=%zz'],
  ];
  for (const [title, input, output] of cases) {
    test(title, () => assert.equal(clean(input, { fragment: true }), output));
  }
});

describe('normalize', () => {
  const cases: [string, string, string][] = [
    ['host, port, dots and escapes', 'HTTP://EXAMPLE.com:80/a/../%7Eb c?q=ü "\t', 'http://example.com/%7Eb%20c?q=ü "'],
    ['the fragment is escaped, the query is not', 'https://e.com?a=<b>&ref=1#<c>', 'https://e.com/?a=<b>#%3Cc%3E'],
    ['blanks before the query', 'https://e.com/p ?ref=1&a', 'https://e.com/p%20?a'],
    ['white space that would not be part of a host', 'https://e.com ?ref=1', 'https://e.com/'],
    ['no query at all', 'https:e.com', 'https://e.com/'],
    ['a lone question mark stays', 'https://e.com?', 'https://e.com/?'],
    ['host and port without a scheme', 'localhost:3000/a/../?ref=1', 'localhost:3000/a/../'],
    ['line feeds are removed from names that they could hide', 'https://e.com/#utm_\nsource=1', 'https://e.com/'],
  ];
  for (const [title, input, output] of cases) {
    test(title, () => assert.equal(clean(input, { normalize: true, fragment: true }), output));
  }
});

describe('white space that a removal leaves at the end', () => {
  const cases: [string, string][] = [
    ['https://e.com/p ?ref=1', 'https://e.com/p'],
    ['?a=1 &ref=1', '?a=1'],
    ['?a&ref &s \t&utm_source=1', '?a'],
    ['?ref &ref=1', ''],
    ['?ref &a', '?ref &a'],
    ['?a=ref &s', '?a=ref'],
    ['?ref &ref=1#f', '?ref #f'],
  ];
  for (const [input, output] of cases) test(JSON.stringify(input), () => assert.equal(clean(input), output));
  test('a name is never mistaken for a parameter with its value', () => {
    assert.equal(clean('?a=1 &ref', { extraParams: ['a=1'] }), '?a=1');
    assert.equal(clean('?a%3D1 &ref', { extraParams: ['a=1'] }), '');
  });
});

const name = fc.constantFrom(
  'utm_source',
  's',
  'ref',
  'ref%',
  'r%65f',
  'utm%5fsource',
  'a',
  'sx',
  '',
  '%ff',
  'é',
  '\ud800',
  'utm_x',
  'UTM_X',
  'utm%5Fx',
);
const value = fc.constantFrom('', '=', '=1', '=ref', '=a=b', '=%2f+?', '=é');
const segment = fc.tuple(name, value).map((parts) => parts.join(''));
const options = fc.record({
  keepParams: fc.subarray(['s', 'ref', 'utm_source', 'a']),
  extraParams: fc.subarray(['a', 'é', 's', 'a=1', '\ufffd']),
  ignoreCase: fc.boolean(),
  profile: fc.constantFrom('standard', 'conservative', 'extended', 'careful'),
  affiliateTags: fc.boolean(),
  fragment: fc.boolean(),
  normalize: fc.boolean(),
});

describe('properties', () => {
  test('the result is the input minus complete segments', () => {
    const standard = new Set(['utm_source', 's', 'ref']);
    const decoded = (written: string) => {
      try {
        return decodeURIComponent(written);
      } catch {
        return undefined;
      }
    };
    const isListed = (part: string) => standard.has(decoded(part.split('=')[0] ?? '') ?? '');
    const base = fc.constantFrom('https://e.com/p', '/p', '', 'http://e.com:80', 'localhost:1');
    const fragment = fc.constantFrom('', '#', '#?ref=1', '#ref=1');
    fc.assert(
      fc.property(base, fc.array(segment), fragment, (start, segments, end) => {
        const kept = segments.filter((part) => !isListed(part));
        const empty = kept.every((part) => part === '') && kept.length < segments.length;
        const expected = empty ? start + end : `${start}?${kept.join('&')}${end}`;
        assert.equal(clean(`${start}?${segments.join('&')}${end}`), expected);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  const piece = fc.oneof(
    segment,
    fc.constantFrom(
      '?',
      '#',
      '&',
      '=',
      ' ',
      '\t',
      '\n',
      '\u3000',
      ':~:',
      '/',
      ':',
      '%',
      'https://e.com',
      'amazon.com',
      'ref=',
      'keywords=1',
      'tag=1',
      's',
      'youtu.be',
      'si=1',
      '@',
      '\\\\',
      '..',
      'tel:1',
      '//',
      'Ref',
    ),
  );
  const start = fc.constantFrom(
    '',
    'https://e.com/',
    'https://www.amazon.com',
    'HTTPS:\\\\AMAZON.com/s',
    'https://x.com/i',
  );
  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), start, options, (pieces, before, config) => {
        const once = clean(before + pieces.join(''), config) ?? '';
        assert.equal(clean(once, config), once);
      }),
      { seed: 2, numRuns: 10_000 },
    );
  });

  test('keepParams wins over everything', () => {
    fc.assert(
      fc.property(fc.array(segment), options, (segments, config) => {
        const written = ['s', 'ref', 'a'].filter((kept) => config.keepParams.includes(kept));
        const keptOf = (url: string) => url.split(/[?&]/).filter((part) => written.includes(part.split('=')[0] ?? ''));
        const url = `https://e.com/?${segments.join('&')}`;
        assert.deepEqual(keptOf(clean(url, { ...config, fragment: false }) ?? ''), keptOf(url));
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

test('the inline engine gives the same bytes for a short body, and declines a longer one', () => {
  const short = Buffer.from(JSON.stringify({ url: 'https://example.com/?ref=1' }));
  assert.deepEqual(engine.executeInline('sanitize', short), engine.execute('sanitize', short));
  const long = Buffer.from(JSON.stringify({ url: 'x'.repeat(100_000) }));
  assert.equal(engine.executeInline('sanitize', long), undefined);
});
