import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { baseUrl, welcome } from '../../gateway/welcome.js';
import { adminToken, startTestGateway } from '../support/gateway.js';

test('the address is one that reaches the server', () => {
  assert.deepEqual(
    [
      baseUrl('127.0.0.1', 8080, false),
      baseUrl('0.0.0.0', 1, true),
      baseUrl('::', 2, false),
      baseUrl('::1', 3, false),
      baseUrl('mill.example', 4, false),
    ],
    ['http://127.0.0.1:8080', 'https://127.0.0.1:1', 'http://[::1]:2', 'http://[::1]:3', 'http://mill.example:4'],
  );
});

/** The indented commands of the page, as a script. */
function commandsOf(page: string): string {
  return page
    .split('\n')
    .filter((line) => /^ {2}(KEY=|curl)/.test(line))
    .join('\n');
}

function shell(script: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-eu', '-c', script], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 20_000,
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

const skip = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed';

test('its commands work as pasted, whatever the data folder is called', { skip }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), `a "quoted" $HOME 'folder' `));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const { gateway, url } = await startTestGateway({ after }, { dataDir, settings: { ADMIN_TOKEN: '' } });
  const answer = await shell(commandsOf(welcome({ url, dataDir, tokenFile: gateway.adminToken.file })));
  assert.equal(JSON.parse(answer).result, 'apple\npear');
});

test('its commands work with a token from the environment', { skip }, async () => {
  const { url, config } = await startTestGateway({ after });
  const page = welcome({ url, dataDir: config.dataDir, tokenFile: undefined });
  const answer = await shell(commandsOf(page), { ADMIN_TOKEN: adminToken });
  assert.equal(JSON.parse(answer).result, 'apple\npear');
  assert.ok(!page.includes(adminToken), 'a configured token is not shown');
});
