import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createLog } from '#gateway/core/log.js';
import { ConfigError } from '#gateway/server/config/config.js';
import { faultyTools, startTestGateway } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function removing(...names: string[]): string {
  return JSON.stringify({ rules: [{ rule: 'ours', hosts: ['shop.example'], names }] });
}

const input = 'https://shop.example/?a=1&b=2';
const steps = [{ toolSlug: 'url-cleaner', config: { profile: 'extended' } }];
/** Longer than what the event loop does itself. */
const filler = 'https://example.org/no-tracking\n'.repeat(2_000);

describe('RULES_FILE', async () => {
  const folder = temporaryFolder({ after });
  const file = join(folder, 'rules.json');
  const lines: Record<string, unknown>[] = [];
  writeFileSync(file, removing('a'));
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const service = await startTestGateway(
    { after },
    {
      settings: { RULES_FILE: file, WORKER_THREADS: '2', LOG_LEVEL: 'info' },
      log,
      toolDirectories: [toolsDirectory, faultyTools],
    },
  );
  const { secret } = await service.key();

  /** Cleans the URL at every door, on the event loop and on both threads. */
  async function expectAll(cleaned: string): Promise<void> {
    const sanitize = async (urls: object) => {
      const { json } = await service.post('/v1/sanitize', { ...urls, profile: 'extended' }, secret);
      return (json as { sanitized: string[] }).sanitized[0];
    };
    const run = async (text: string) => {
      const { json } = await service.post('/v1/run', { input: text, steps }, secret);
      return (json as { result: string }).result.split('\n')[0];
    };
    const call = async () => {
      const params = { name: 'sanitize_urls', arguments: { urls: [input], profile: 'extended' } };
      const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { bytes } = await service.request('POST', '/mcp', { key: secret, headers, body });
      return bytes.toString();
    };
    const manyUrls = Array.from({ length: 500 }, () => `${input}&${'c'.repeat(100)}`);
    const onThreads = Array.from({ length: 8 }, () => [
      run(`${input}\n${filler}`),
      sanitize({ urls: manyUrls }),
    ]).flat();
    const results = await Promise.all([sanitize({ url: input }), sanitize({ input }), run(input), ...onThreads]);
    for (const result of results) assert.equal(result?.replace(/[?&]c+$/, ''), cleaned);
    assert.ok((await call()).includes(JSON.stringify(cleaned).slice(1, -1)));
  }

  test('holds from the start, at every door', () => expectAll('https://shop.example/?b=2'));

  test('is read again on a reload, also when only the file has changed, and the log says so', async () => {
    writeFileSync(file, removing('b'));
    lines.length = 0;
    service.change({});
    await expectAll('https://shop.example/?a=1');
    const changed = lines.filter(({ msg }) => msg === 'The rules for URLs have changed');
    assert.deepEqual(
      changed.map(({ rules, exceptions, redirectors }) => [rules, exceptions, redirectors]),
      [[1, 0, 0]],
    );
    service.change({});
    assert.equal(lines.filter(({ msg }) => msg === 'The rules for URLs have changed').length, 1);
  });

  test('a wrong file changes neither the rules nor a setting', async () => {
    writeFileSync(file, '{\n "rules": [{}]\n}');
    assert.throws(
      () => service.change({ LOG_ADDRESSES: 'true' }),
      (error) =>
        error instanceof ConfigError &&
        error.problems.join() === `RULES_FILE: ${file}, line 2, column 12: rules[0].rule is required`,
    );
    await expectAll('https://shop.example/?a=1');
  });

  test('a thread that replaces another has the rules of the last reload', async () => {
    writeFileSync(file, removing('a', 'b'));
    service.change({});
    const crash = () => service.post('/v1/run', { input: filler, steps: ['exit-thread'] }, secret);
    assert.deepEqual(
      (await Promise.all([crash(), crash()])).map(({ status }) => status),
      [500, 500],
    );
    await expectAll('https://shop.example/');
  });

  test('another file, and none', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, removing('a'));
    service.change({ RULES_FILE: other });
    await expectAll('https://shop.example/?b=2');
    service.change({ RULES_FILE: '' });
    await expectAll(input);
  });
});

test('a wrong file stops the start with its name, the place and the reason', async (t) => {
  const file = join(temporaryFolder(t), 'rules.json');
  writeFileSync(file, '{"rules": [{"rule": "a", "names": []}]}');
  await assert.rejects(startTestGateway(t, { settings: { RULES_FILE: file } }), ({ message }: Error) => {
    assert.equal(message, `RULES_FILE: ${file}, line 1, column 26: rules[0].names must have at least 1 item`);
    return true;
  });
});
