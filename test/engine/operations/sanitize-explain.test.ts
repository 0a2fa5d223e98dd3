import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { refusalOf, runOperation } from '../../support/operations.js';
import { engine } from '../../support/tool-cases.js';

interface Removal {
  readonly name: string;
  readonly list: string;
  readonly rule: string;
}
interface Explained {
  readonly sanitized: string[];
  readonly count: number;
  readonly removed: Removal[][];
}

const explained = (request: object) => runOperation('sanitize', { ...request, explain: true }) as Explained;
/** `name (list: rule)` for each. */
const reasons = (url: string, options: object = {}): string[] =>
  (explained({ url, ...options }).removed[0] ?? []).map(({ name, list, rule }) => `${name} (${list}: ${rule})`);

const careful = { profile: 'careful' };
const extended = { profile: 'extended' };
const rows: [title: string, url: string, options: object, reasons: string[]][] = [
  ['nothing removed', 'https://e.com/?a=1#b', extended, []],
  ['no query', 'https://e.com/', {}, []],
  ['standard', '/?utm_source=1&s=2&a', {}, ['utm_source (standard: utm)', 's (standard: twitter)']],
  [
    'standard names in extended',
    '/?gclid=1&gad_source=2',
    extended,
    ['gclid (standard: google)', 'gad_source (extended: google)'],
  ],
  ['each name once', '/?ref=1&ref=2&%72ef=3&ref', {}, ['ref (standard: affiliate)']],
  ['names are decoded', '/?utm%5Fsource=1', {}, ['utm_source (standard: utm)']],
  [
    'a listed name before its prefix',
    '/?utm_id=1&hsa_ad=2',
    careful,
    ['utm_id (extended: utm)', 'hsa_ad (extended: hubspot)'],
  ],
  ['a prefix', '/?piwik_x=1&utm_y=2', careful, ['piwik_x (extended: matomo)', 'utm_y (extended: utm)']],
  ['a host', 'https://youtu.be/1?si=2&utm_x=3', careful, ['si (host: youtube)', 'utm_x (extended: utm)']],
  ['a name of a host by prefix', 'https://amazon.de/1?pf_rd_x=2', careful, ['pf_rd_x (host: amazon)']],
  [
    'a name of the profile and of the host',
    'https://medium.com/1?source=2',
    extended,
    ['source (standard: affiliate)'],
  ],
  ['the same in careful', 'https://medium.com/1?source=2', careful, ['source (host: medium)']],
  ['a path', 'https://amazon.de/1/ref=2/ref=3?qid=4', careful, ['/ref= (host: amazon)', 'qid (host: amazon)']],
  ['affiliate tags', 'https://amazon.de/1?tag=2', { affiliateTags: true }, ['tag (host: amazon)']],
  ['extra names', '/?a=1&é=2', { extraParams: ['a', 'é'] }, ['a (extraParams: a)', 'é (extraParams: é)']],
  ['an extra name with a blank', '/?a+b=1', { extraParams: ['a b'] }, ['a+b (extraParams: a b)']],
  ['extra names that are also listed', '/?ref=1', { extraParams: ['ref'] }, ['ref (standard: affiliate)']],
  ['extra names that careful keeps', '/?ref=1', { ...careful, extraParams: ['ref'] }, ['ref (extraParams: ref)']],
  [
    'ignoring case, as they are written',
    '/?REF=1&Ä=2',
    { ignoreCase: true, extraParams: ['ä'] },
    ['REF (standard: affiliate)', 'Ä (extraParams: ä)'],
  ],
  ['names to keep', '/?ref=1&s=2', { keepParams: ['ref'] }, ['s (standard: twitter)']],
  ['a fragment', '/?s=1#ref=2&a', { fragment: true }, ['ref (standard: affiliate)', 's (standard: twitter)']],
  ['white space at the end', '?a&ref &s', {}, ['s (standard: twitter)', 'ref (standard: affiliate)']],
  [
    'parameters that normalization reveals',
    'https://e.com/#utm_\nsource=1&ref=2',
    { normalize: true, fragment: true },
    ['ref (standard: affiliate)', 'utm_source (standard: utm)'],
  ],
  ['another scheme', 'mailto:a@e.com?ref=1', {}, []],
  [
    'names of objects',
    '/?__proto__=1&constructor=2',
    { extraParams: ['__proto__', 'constructor'] },
    ['__proto__ (extraParams: __proto__)', 'constructor (extraParams: constructor)'],
  ],
];

describe('explain', () => {
  for (const [title, url, options, expected] of rows) {
    test(title, () => assert.deepEqual(reasons(url, options), expected));
  }

  test('has a list for each URL, blank ones too', () => {
    assert.deepEqual(explained({ urls: ['/?ref=1', '', '/?a=1'] }), {
      sanitized: ['/', '', '/?a=1'],
      count: 3,
      removed: [[{ name: 'ref', list: 'standard', rule: 'affiliate' }], [], []],
    });
    assert.equal(explained({ input: '/?ref=1\n\n/?ref=2' }).removed.length, 2);
  });

  test('is off by default: the response has no additional member', () => {
    for (const options of [{}, { explain: false }]) {
      assert.deepEqual(runOperation('sanitize', { url: '/?ref=1', ...options }), { sanitized: ['/'], count: 1 });
    }
    assert.equal(refusalOf('sanitize', { url: 'x', explain: 'yes' }), 'explain must be a boolean');
  });

  test('gives the same URLs, and names each removed parameter', () => {
    const names = ['ref', 's', 'utm_x', 'a', 'si', 'qid', 'tag', 'é', 'r%65f', ''];
    const parameter = fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '=1', '=ref', '=%2f'));
    const host = fc.constantFrom('https://amazon.de/a/ref=b', 'https://youtu.be/1', 'https://e.com/', 'HTTP://X.com/');
    const options = fc.record({
      profile: fc.constantFrom('standard', 'conservative', 'extended', 'careful'),
      affiliateTags: fc.boolean(),
      normalize: fc.boolean(),
      keepParams: fc.subarray(['ref', 'utm_x', 'qid']),
      extraParams: fc.subarray(['é', 's']),
    });
    fc.assert(
      fc.property(host, fc.array(parameter), options, (start, parameters, choice) => {
        const url = `${start}?${parameters.map((each) => each.join('')).join('&')}&z`;
        const { sanitized } = runOperation('sanitize', { url, ...choice }) as Explained;
        const { removed, ...rest } = explained({ url, ...choice });
        assert.deepEqual(rest, { sanitized, count: 1 });
        const namesIn = (text = '') => (text.split('?')[1] ?? '').split('&').map((each) => each.split('=')[0] ?? '');
        const left = new Set(namesIn(sanitized[0]));
        const gone = namesIn(url).filter((name) => !left.has(name) && name !== '');
        const decoded = gone.map((name) => decodeURIComponent(name));
        const said = (removed[0] ?? []).map(({ name }) => name).filter((name) => !name.startsWith('/'));
        assert.deepEqual(new Set(said), new Set(decoded));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  test('gives the same bytes inline', () => {
    const body = Buffer.from(
      JSON.stringify({ url: 'https://amazon.de/1/ref=2?ref=3&utm_x=4', profile: 'careful', explain: true }),
    );
    assert.deepEqual(engine.executeInline('sanitize', body), engine.execute('sanitize', body));
  });

  test('many names are each listed once, in linear time', () => {
    const parameters = Array.from({ length: 100_000 }, (_, index) => `utm_${index % 50_000}`).join('&');
    assert.equal(explained({ url: `?${parameters}`, profile: 'careful' }).removed[0]?.length, 50_000);
  });
});
