import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOperation } from '../../support/operations.js';

const google = (written: string) => `https://www.google.com/url?q=${written}`;
const clean = (url: string) =>
  (runOperation('sanitize', { unwrap: true, urls: [url] }) as { readonly sanitized: string[] }).sanitized[0];

test('unwrap takes linear time for hostile URLs', () => {
  const fill = (unit: string) => unit.repeat(900_000 / unit.length);
  for (const unit of [
    '%',
    '%25',
    '&',
    'q=',
    '&q=https://',
    '/',
    '.',
    '@',
    'https://google.com/url?q=',
    '\u00ad',
    "'",
  ]) {
    for (const start of [google('https://e.com/'), google(''), 'https://cdn.ampproject.org/c/s/e.com/?', 'https://']) {
      clean(start + fill(unit));
    }
  }
  clean(
    `https://www.bing.com/ck/a?u=a1${Buffer.from(`https://e.com/${fill('ab').slice(0, 600_000)}`).toString('base64url')}`,
  );
  let url = `https://e.com/${'a'.repeat(800_000)}`;
  for (let hop = 0; hop < 6; hop++) url = google(url);
  assert.equal(clean(url)?.length, 800_000 + google('https://e.com/').length);
});
