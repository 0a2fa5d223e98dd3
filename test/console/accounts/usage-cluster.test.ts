import { describe, test } from 'node:test';
import { assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { openAsOperator } from '../../support/console-operator.js';
import { GatewayProcess, processSettings, until } from '../../support/gateway-process.js';
import { membersOf } from '../../support/gateways.js';
import { startPostgres, withoutPostgres } from '../../support/postgres.js';

describe('the cluster in the console', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();

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
    const { page, screenshot, close } = await openAsOperator(browser, `${url}/console/usage`);
    await page.getByText('2 of 2 ready; 1 lapsed.').waitFor();
    const row = (pid: number) => page.getByRole('row', { name: new RegExp(`:${pid}\\b`) });
    const [at = ''] = /127.*$/.exec(url) ?? [];
    await row(first.pid).getByText('this one').waitFor();
    await row(first.pid).getByRole('cell', { name: at }).waitFor();
    await row(second.pid).getByRole('cell', { name: 'Ready', exact: true }).waitFor();
    await row(third.pid).getByRole('cell', { name: 'Lapsed', exact: true }).waitFor();
    await page.getByText(/^The gateways differ in DAILY_QUOTA: 7 at \S+; \d+ at \S+\.$/).waitFor();
    await assertLooksRight('usage-cluster', { page, screenshot }, [1_280, 390]);
    await page.clock.install();
    second.kill('SIGTERM');
    await second.ended;
    await page.clock.runFor(16_000);
    await page.getByText('1 of 1 ready').waitFor();
    await close();
  });
});
