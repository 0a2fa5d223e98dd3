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
  readonly removed: Removal[][];
}

const clean = (url: string, options: object = { unwrap: true }): string | undefined =>
  (runOperation('sanitize', { ...options, urls: [url, 'x'] }) as Explained).sanitized[0];
const explained = (url: string, options: object = {}): Explained =>
  runOperation('sanitize', { url, unwrap: true, explain: true, ...options }) as Explained;

const target = 'https://example.com/a%20b?id=1&x=%2F';
const encoded = encodeURIComponent(target);
const base64 = Buffer.from(target).toString('base64url');

/** Where each leads: to `target`, unless the row says so. */
const redirectors: [url: string, target?: string][] = [
  [`https://www.google.com/url?q=${encoded}&sa=D&usg=AOv`],
  [`https://www.google.com/url?sa=t&rct=j&q=what+was+searched&esrc=s&url=${encoded}&usg=AOv`],
  [`http://google.de/url?url=${encoded}`],
  [`https://www.google.co.uk/url?q=${encoded}`],
  [`https://www.google.com.br/url?q=${encoded}`],
  [`https://l.facebook.com/l.php?u=${encoded}&h=AT0&s=1`],
  [`https://lm.facebook.com/l.php?u=${encoded}`],
  [`https://www.facebook.com/l.php?u=${encoded}`],
  [`https://www.facebook.com/flx/warn/?u=${encoded}`],
  [`https://l.messenger.com/l.php?u=${encoded}`],
  [`https://l.instagram.com/?u=${encoded}&e=AT1`],
  [`https://l.threads.com/?u=${encoded}`],
  [`https://nam02.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C01&sdata=x&reserved=0`],
  [`https://eur01.safelinks.protection.outlook.com/ap/w-59584e83/?url=${encoded}&data=x`],
  [`https://slack-redir.net/link?url=${encoded}&v=3`],
  [`https://out.reddit.com/t3_1a2b3c?url=${encoded}&token=x&app_name=reddit.com`],
  [`https://www.linkedin.com/redir/redirect?url=${encoded}&urlhash=x`],
  [`https://www.linkedin.com/safety/go?url=${encoded}&trk=x`],
  [`https://www.youtube.com/redirect?event=video_description&redir_token=x&q=${encoded}&v=1`],
  [`https://steamcommunity.com/linkfilter/?url=${encoded}`],
  [`https://steamcommunity.com/linkfilter/?u=${encoded}`],
  [`https://vk.com/away.php?to=${encoded}&cc_key=`],
  [`https://m.vk.com/away.php?to=${encoded}`],
  [`https://t.umblr.com/redirect?z=${encoded}&t=x`],
  [`https://duckduckgo.com/l/?uddg=${encoded}&rut=x`],
  [`https://exit.sc/?url=${encoded}`],
  [`https://www.bing.com/ck/a?!&&p=x&ptn=3&fclid=x&u=a1${base64}&ntb=1`],
  [`https://www.bing.com/aclick?ld=x&u=${Buffer.from(encoded).toString('base64')}&rlid=x`],
  ['https://www-example-com.cdn.ampproject.org/c/s/www.example.com/a.html', 'https://www.example.com/a.html'],
  ['https://cdn.ampproject.org/c/www.example.com/a.html?id=1', 'http://www.example.com/a.html?id=1'],
  [
    'https://www-example-com.cdn.ampproject.org/v/s/www.example.com/a?id=1&amp_js_v=0.1&usqp=mq3#aoh=1&referrer=x',
    'https://www.example.com/a?id=1',
  ],
  ['https://e-com.cdn.ampproject.org/c/s/e.com/a?usqp=mq3&amp_gsa=1#part', 'https://e.com/a#part'],
  ['https://www.google.com/amp/s/www.example.com/a.html', 'https://www.example.com/a.html'],
  ['https://www.google.co.in/amp/www.example.com/a.html%3fid=1', 'http://www.example.com/a.html?id=1'],
];

describe('unwrap opens', () => {
  for (const [url, expected = target] of redirectors) {
    test(url, () => {
      assert.equal(clean(url), expected);
      assert.equal(clean(`  ${url.replace(/^https?:/, '')}\t`), expected, 'relative to the scheme');
      assert.equal(clean(url.replace(/^https?:\/\//, '')), expected, 'without a scheme');
      assert.equal(clean(url.replace(/^https?:\/\/[^/]+/, (start) => start.toUpperCase())), expected, 'in capitals');
      assert.equal(clean(url, {}), clean(url, { unwrap: false }), 'only if it is asked for');
      assert.notEqual(clean(url, {}), expected);
    });
  }
});

const google = (written: string) => `https://www.google.com/url?q=${written}`;
const wrapped = (url: string) => google(encodeURIComponent(url));
const same = undefined;
const rows: [title: string, url: string, cleaned: string | undefined, options?: object][] = [
  ['the target is cleaned', wrapped('https://e.com/?utm_source=1&id=2#x'), 'https://e.com/?id=2#x'],
  [
    'by the rules for its host',
    wrapped('https://youtu.be/1?si=2&t=3'),
    'https://youtu.be/1?t=3',
    { profile: 'careful' },
  ],
  [
    'with the names of the request',
    wrapped('https://e.com/?a=1&b=2'),
    'https://e.com/?a=1',
    { extraParams: ['b', 'q'] },
  ],
  ['and normalized', wrapped('HTTPS://E.com/é'), 'https://e.com/%C3%A9', { normalize: true }],
  ['it is decoded once', google('https%3A%2F%2Fe.com%2F%2541%252F%2526'), 'https://e.com/%41%2F%26'],
  ['a plus sign stays', google('https%3A%2F%2Fe.com%2F?a+b'), 'https://e.com/?a+b'],
  [
    'it is written as a URL can be',
    google('https://e.com/%20%22%3C%3E%60%7B%E2%80%AE'),
    'https://e.com/%20%22%3C%3E%60%7B%E2%80%AE',
  ],
  ['letters of other scripts', google('https://b%C3%BCcher.example/%C3%A9'), 'https://bücher.example/é'],
  [
    'a signed URL stays byte for byte',
    wrapped(`https://b.s3.amazonaws.com/k?X-Amz-Signature=a%2Fb&e=%2c+%ff`),
    'https://b.s3.amazonaws.com/k?X-Amz-Signature=a%2Fb&e=%2c+%ff',
  ],
  ['a redirector in a redirector', wrapped(`https://l.facebook.com/l.php?u=${encoded}`), target],
  ['the dot of the root', `https://l.facebook.com./l.php?u=${encoded}`, target],
  ['behind a user', `https://a:b@l.facebook.com/l.php?u=${encoded}`, target],
  ['the usual port', `https://l.facebook.com:443/l.php?u=${encoded}`, target],

  ['another port', `https://l.facebook.com:8443/l.php?u=${encoded}`, same],
  ['another path', `https://www.google.com/search?q=${encoded}`, same],
  ['a longer path', `https://www.google.com/urls?q=${encoded}`, same],
  ['another host', `https://example.com/url?q=${encoded}`, same],
  ['a host with the same ending', `https://notgoogle.com/url?q=${encoded}`, same],
  ['a host with the same start', `https://google.com.example.com/url?q=${encoded}`, same],
  ['the host as a user', `https://google.com@example.com/url?q=${encoded}`, same],
  ['a user with a scheme', `mailto:a@google.com/url?q=${encoded}`, same],
  ['a path alone', `/google.com/url?q=${encoded}`, same],
  ['another scheme', `ftp://google.com/url?q=${encoded}`, same],
  ['another parameter', `https://www.google.com/url?qq=${encoded}`, same],
  ['no parameter', 'https://www.google.com/url', same],
  ['an empty target', google(''), same],
  ['no URL', google('what+was+searched'), same],
  ['a target without a scheme', google('example.com'), same],
  ['a path of the redirector', google('%2Fsearch'), same],
  ['a malformed escape', google('https%3A%2F%2Fe.com%2F%'), same],
  ['an escape that is not UTF-8', google('https%3A%2F%2Fe.com%2F%FF'), same],
  ['Base64 with other characters', `https://www.bing.com/ck/a?u=a1${base64}!`, same],
  ['Base64 that is not UTF-8', 'https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9lLmNvbS__', same],
  ['a page of the cache itself', 'https://cdn.ampproject.org/v0.js', same],
  ['a folder of the cache alone', 'https://cdn.ampproject.org/c/s/', same],
  ['it stays, and is cleaned', `${wrapped('http://10.0.0.1/')}&utm_source=1`, wrapped('http://10.0.0.1/')],
];

/** A request of a reader of such a link must not reach into their network. */
const closed = [
  'http://localhost/',
  'http://localhost./',
  'http://a.localhost:8080/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://printer.local/',
  'http://wiki.internal/',
  'http://router.home.arpa/',
  'http://intranet/',
  'http://user@localhost/',
  'http://e.com\\@localhost/',
  'http://localhost\\@e.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://e.com/',
  'mailto:a@e.com',
  'https:/e.com/',
  'https:e.com',
  'https://',
  'https://e .com/',
  'https://e.com/\r\nX: y',
  'https://e.com/\u0000',
  'ht\ntps://e.com/',
];

describe('unwrap', () => {
  for (const [title, url, cleaned = url, options] of rows) {
    test(title, () => {
      const all = { ...options, unwrap: true };
      assert.equal(clean(url, all), cleaned);
      assert.equal(clean(cleaned, all), cleaned);
    });
  }

  for (const url of closed) {
    test(`leaves ${JSON.stringify(url)} closed`, () => assert.equal(clean(wrapped(url)), wrapped(url)));
  }

  test('opens public addresses', () => {
    for (const url of ['http://8.8.8.8/', 'http://[2606:4700::1111]/', 'http://172.32.0.1:81/?a', 'http://e.com./']) {
      assert.equal(clean(wrapped(url)), url);
    }
  });

  test('opens five, and a private target leaves the one before it', () => {
    let url = target;
    const chain = Array.from({ length: 7 }, () => (url = wrapped(url)));
    assert.equal(clean(chain[4] ?? ''), target);
    assert.equal(clean(chain[5] ?? ''), chain[0]);
    assert.equal(clean(chain[6] ?? ''), chain[1]);
    const inside = wrapped('http://192.168.1.1/');
    assert.equal(clean(wrapped(wrapped(inside))), inside);
  });

  test('explain names each redirector in order, and then what was removed', () => {
    const inner = wrapped(`https://l.facebook.com/l.php?u=${encodeURIComponent('https://e.com/?utm_source=1&a')}`);
    assert.deepEqual(explained(wrapped(inner)), {
      sanitized: ['https://e.com/?a'],
      count: 1,
      removed: [
        [
          { name: 'www.google.com/url', list: 'redirector', rule: 'google' },
          { name: 'www.google.com/url', list: 'redirector', rule: 'google' },
          { name: 'l.facebook.com', list: 'redirector', rule: 'facebook' },
          { name: 'utm_source', list: 'standard', rule: 'utm' },
        ],
      ],
    });
    assert.deepEqual(explained(wrapped('http://10.0.0.1/')).removed, [[]]);
  });

  test('is refused unless it is a boolean', () => {
    assert.equal(refusalOf('sanitize', { url: 'x', unwrap: 'yes' }), 'unwrap must be a boolean');
  });

  test('changes no URL that is not one of a redirector', () => {
    const piece = fc.constantFrom(
      '?',
      '#',
      '&',
      '=',
      ' ',
      '\t',
      '\n',
      '%',
      '/',
      ':',
      '@',
      '\\',
      '.',
      'q=',
      'url',
      'u=1',
    );
    const start = fc.constantFrom('', '/', '//', 'https://e.com', 'google.com', 'https://google.com/url', 'a:', 'x@');
    const options = fc.record({ fragment: fc.boolean(), normalize: fc.boolean() });
    fc.assert(
      fc.property(start, fc.array(piece, { maxLength: 8 }), options, (before, pieces, choice) => {
        const url = before + pieces.join('');
        assert.equal(clean(url, { ...choice, unwrap: true }), clean(url, choice));
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test('gives what is in the URL, whatever it is, and is idempotent', () => {
    const host = fc.constantFrom('e.com', 'www.google.com', 'localhost', '10.0.0.1', '8.8.8.8', 'youtu.be', 'a.local');
    const path = fc.array(fc.constantFrom('/url', '/', '?q=', '&', 'ref=1', '%2F', '%', 'é', ' ', '"', 'https://'));
    const options = fc.record({ profile: fc.constantFrom('standard', 'careful'), fragment: fc.boolean() });
    fc.assert(
      fc.property(host, path, options, (name, pieces, choice) => {
        const url = wrapped(`https://${name}${pieces.join('')}`);
        const once = clean(url, { ...choice, unwrap: true }) ?? '';
        assert.equal(clean(once, { ...choice, unwrap: true }), once);
        const isPrivate = ['localhost', '10.0.0.1', 'a.local'].includes(name);
        if (isPrivate && /^[/?]/.test(pieces[0] ?? '/')) assert.equal(once, url);
        assert.doesNotMatch(once, /[\s"<>]/);
      }),
      { seed: 2, numRuns: 3000 },
    );
  });

  test('gives the same bytes inline', () => {
    const body = Buffer.from(JSON.stringify({ url: wrapped('https://e.com/?ref=1'), unwrap: true, explain: true }));
    assert.deepEqual(engine.executeInline('sanitize', body), engine.execute('sanitize', body));
  });
});
