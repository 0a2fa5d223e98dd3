import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { adminToken, startTestGateway } from '../support/gateway.js';
import { fragmentOf, openPlayground } from '../support/playground.js';

describe('the console’s own key of the operator', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });
  const upperCase = fragmentOf(['upper-case']);
  const keys = async () => {
    const { json } = await service.request('GET', '/keys', { headers: { 'x-admin-token': adminToken } });
    return (json as { keys: { id: string; label: string; environment: string; last4: string }[] }).keys;
  };

  test('is created once, and keys of others with its label are left alone', async () => {
    const label = 'Textmill console';
    await service.key({ label });
    await service.key({ label, environment: 'dev', origins: ['https://app.example'] });
    await service.key({ label, environment: 'dev', plan: 'free' });
    const theirs = await keys();
    const first = await openPlayground(browser, service, upperCase);
    await first.signIn(adminToken);
    await first.input.fill('one\ntwo');
    await first.shows('ONE\nTWO');
    const [own, ...more] = (await keys()).slice(theirs.length);
    assert.deepEqual((await keys()).slice(0, theirs.length), theirs);
    assert.deepEqual([own?.label, own?.environment, more], [label, 'dev', []]);
    await first.close();
  });

  test('is shared by pages: a new secret does not end that of another page', async () => {
    const pages = [
      await openPlayground(browser, service, upperCase),
      await openPlayground(browser, service, upperCase),
    ];
    const before = (await keys()).length;
    for (const { signIn, input, shows } of pages) {
      await signIn(adminToken);
      await input.fill('one');
      await shows('ONE');
    }
    for (const { input, shows } of pages) {
      await input.fill('two');
      await shows('TWO');
    }
    assert.equal((await keys()).length, before);
    for (const { close } of pages) await close();
  });
});
