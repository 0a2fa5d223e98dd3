import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from '#gateway/server/sessions/browser-name.js';

const cases: readonly (readonly [name: string, userAgent: string])[] = [
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
  ['Chrome on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/129.0.0.0 Safari/537.36'],
  ['Edge on Windows', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0'],
  ['Safari on macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/129.0.0.0 Mobile Safari/537.36'],
  ['Unknown browser', ''],
  ['Unknown browser', '<script>alert(1)</script>'.repeat(100)],
];

for (const [name, userAgent] of cases) {
  test(`${name}: ${userAgent.slice(0, 60)}`, () => assert.equal(browserName(userAgent), name));
}
