import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { processSettings, SupervisedGateway, until } from '../support/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { atTerminal } from '../support/terminal.js';

/** Starts a gateway and stops it. @returns what it wrote to standard error, and its address. */
async function startAndStop(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
  folder: string,
  launcher: readonly string[] = [],
) {
  const gateway = new SupervisedGateway(t, { ...processSettings, ...settings }, folder, { launcher });
  return stopped(gateway, await gateway.ready());
}

async function stopped(gateway: SupervisedGateway, url: string) {
  gateway.kill('SIGTERM');
  const { stdout, stderr } = await gateway.ended;
  const log = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { url, log, says: stderr.replaceAll('\r\n', '\n') };
}

/** How every banner begins. */
const opening = (url: string, folder: string) => `
Textmill is listening on ${url}
  console      ${url}/console/
  data folder  ${folder}/data
  admin token  the environment variable ADMIN_TOKEN
`;

describe('the startup banner on standard error', () => {
  test('is complete at the first start, and absent later without a terminal', async (t) => {
    const folder = temporaryFolder(t);
    const first = await startAndStop(t, {}, folder);
    assert.ok(first.says.startsWith(`${opening(first.url, folder)}\nTry it in a browser`), first.says);
    assert.equal((await startAndStop(t, {}, folder)).says, '');
  });

  test('is short at every later start at a terminal, and not repeated when the gateway is started again', {
    skip: !atTerminal && 'no python3',
  }, async (t) => {
    const folder = temporaryFolder(t);
    const gateway = new SupervisedGateway(t, processSettings, folder, { launcher: atTerminal ?? [] });
    const firstUrl = await gateway.ready();
    process.kill(gateway.gatewayPid, 'SIGKILL');
    const listening = () => gateway.log.filter(({ msg }) => msg === 'listening').length;
    await until('it listens again', () => listening() === 2, 60_000);
    const first = await stopped(gateway, firstUrl);
    const stop = '  stop         Ctrl-C\n';
    assert.ok(first.says.startsWith(`${opening(firstUrl, folder)}${stop}\nOpen this link to sign in`), first.says);
    assert.equal(first.says.split('Textmill is listening on').length - 1, 1);
    const { url, says, log } = await startAndStop(t, {}, folder, atTerminal);
    const rest = says.slice((opening(url, folder) + stop).length);
    const [, secret = ''] =
      /^\nOpen this link .*\n\n {2}http:\/\/127\.0\.0\.1:\d+\/console\/#signin=([\w-]{43})\n$/.exec(rest) ?? [];
    assert.ok(secret !== '', says);
    assert.ok(!JSON.stringify(log).includes(secret), 'the log has no secret');
  });
});

test('the log and the startup banner warn of HTTP without TLS on all addresses', async (t) => {
  const { log, says } = await startAndStop(t, { HOST: '0.0.0.0' }, temporaryFolder(t));
  const [warning, ...more] = log.filter(({ level }) => level === 40);
  assert.ok(warning !== undefined && more.length === 0);
  assert.match(String(warning.msg), /^Other machines reach the gateway over HTTP without TLS/);
  const lines = (warning.addresses as readonly string[]).map((address) => `  ${address}\n`).join('');
  assert.ok(says.includes(`\nWarning: ${warning.msg}\n${lines}\n`), says);
});
