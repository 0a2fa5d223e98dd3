import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { suiteScope } from '../../support/cleanup.js';
import { sendRequest } from '../../support/gateway.js';
import { createKey, GatewayProcess, processSettings, until } from '../../support/gateway-process.js';
import { metric, metricsOf } from '../../support/metrics.js';
import { copyProject } from '../../support/project-copy.js';
import { assertServesExamples } from '../../support/served-examples.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

describe('a gateway whose checkout loses its packages and sources while it runs', async () => {
  const scope = suiteScope();
  const copy = copyProject(scope, { installed: true });
  const sources = ['engine', 'gateway', 'workers', 'data'];
  for (const name of sources) cpSync(join(project, name), join(copy.directory, name), { recursive: true });
  const start = (settings: Readonly<Record<string, string>>) =>
    new GatewayProcess(scope, { ...processSettings, ...settings }, temporaryFolder(scope), {}, [
      join(copy.directory, 'gateway/build/start.mjs'),
    ]);
  // The second one takes the release of the first one.
  const urls: string[] = [];
  for (const settings of [{}, { INLINE_MAX_BYTES: '0' }, { JOB_TIMEOUT_MS: '100' }])
    urls.push(await start(settings).ready());
  const [onLoop = '', onThreads = '', impatient = ''] = urls;
  for (const name of ['node_modules', ...sources]) rmSync(join(copy.directory, name), { recursive: true });

  test('loads the library of every tool on the event loop', async () => {
    const { key } = await createKey(onLoop);
    await assertServesExamples(onLoop, key);
  });

  test('loads every tool and its library on a thread', async () => {
    const { key } = await createKey(onThreads);
    await assertServesExamples(onThreads, key);
  });

  test('replaces a thread', async () => {
    const { key } = await createKey(impatient);
    const run = (input: string, steps: readonly unknown[]) =>
      sendRequest(`${impatient}/v1/run`, 'POST', { key, body: { input, steps } });
    const lines = Array.from({ length: 60_000 }, (_, i) => `ä${(i * 7_919) % 60_000}`).join('\n');
    // Sorting so many, twelve times, takes much longer on any machine.
    const steps = Array.from({ length: 12 }, () => [
      { toolSlug: 'shuffle-lines', config: { seed: 'a' } },
      'sort-lines',
    ]).flat();
    assert.equal((await run(lines, steps)).status, 503);
    assert.equal(metric(await metricsOf(impatient), 'textmill_thread_restarts_total{reason="timeout"}'), 1);
    await until('the new thread works', async () => (await run('a'.repeat(400_000), ['upper-case'])).status === 200);
  });

  test('documents itself, and serves the console', async () => {
    for (const path of ['/openapi.json', '/docs', '/console/'])
      assert.equal((await fetch(onLoop + path)).status, 200, path);
  });
});
