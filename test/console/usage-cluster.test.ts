import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../support/accessibility.js';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { openAsOperator, sidewaysOverflow } from '../support/console-operator.js';
import { startTestGateway } from '../support/gateway.js';
import { GatewayProcess, processSettings, until } from '../support/gateway-process.js';
import { membersOf } from '../support/gateways.js';
import { startPostgres, withoutPostgres } from '../support/postgres.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the cluster in the console', { skip: unlessBrowser }, () => {
  const browser = new TestBrowser({ after });

  test('is not shown if there is one gateway with SQLite', async (t) => {
    const service = await startTestGateway({ after: (end) => t.after(end) });
    const { page, close } = await browser.open(`${service.url}/console/usage`);
    const asked = page.waitForResponse('**/cluster');
    await page.getByRole('main').getByLabel('Admin token').fill('the-admin-token-of-tests');
    await page.keyboard.press('Enter');
    await (await asked).finished();
    await page.getByRole('heading', { name: 'No accounts yet' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Cluster' }).count(), 0);
    await close();
  });

  test('shows each gateway with its state, names lapsed ones and different limits', {
    skip: withoutPostgres,
  }, async (t) => {
    const postgres = await startPostgres(t);
    const DATABASE_URL = await postgres.createDatabase('console');
    const settings = { ...processSettings, DATABASE_URL };
    const processes = [{}, { DAILY_QUOTA: '7' }, {}].map((own) => new GatewayProcess(t, { ...settings, ...own }));
    const [first, second, third] = processes as [GatewayProcess, GatewayProcess, GatewayProcess];
    const [url] = (await Promise.all(processes.map((each) => each.ready()))) as [string, string, string];
    third.kill('SIGKILL');
    await until('the third has lapsed', async () => (await membersOf(url)).some(({ lapsed }) => lapsed), 60_000);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, options] of [
        ['phone', phone],
        ['desk', {}],
      ] as const) {
        const { page, screenshot, close } = await openAsOperator(browser, `${url}/console/usage`, {
          ...options,
          colorScheme,
        });
        await page.getByText('2 of 2 ready; 1 lapsed.').waitFor();
        const row = (pid: number) => page.getByRole('row', { name: new RegExp(`:${pid}\\b`) });
        const [at = ''] = /127.*$/.exec(url) ?? [];
        await row(first.pid).getByText('this one').waitFor();
        await row(first.pid).getByRole('cell', { name: at }).waitFor();
        await row(second.pid).getByRole('cell', { name: 'Ready', exact: true }).waitFor();
        await row(third.pid).getByRole('cell', { name: 'Lapsed', exact: true }).waitFor();
        await page.getByText(/^The gateways differ in DAILY_QUOTA: 7 at \S+; \d+ at \S+\.$/).waitFor();
        assert.deepEqual(await accessibilityViolations(page), []);
        assert.equal(await sidewaysOverflow(page), 0);
        await screenshot(`usage-cluster-${size}-${colorScheme}`);
        await close();
      }
    }
    const { page, close } = await openAsOperator(browser, `${url}/console/usage`);
    await page.getByText('2 of 2 ready').waitFor();
    await page.clock.install();
    second.kill('SIGTERM');
    await second.ended;
    await page.clock.runFor(16_000);
    await page.getByText('1 of 1 ready').waitFor();
    await close();
  });
});
