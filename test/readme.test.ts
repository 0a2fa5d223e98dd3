import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { httpErrors } from '../gateway/core/errors.js';
import { startTestGateway } from './support/gateway.js';
import { runProgram } from './support/program.js';
import { engineReadmeFile, readmePart, readReadme, renewedEngineReadme, renewedReadme } from './support/readme.js';
import { temporaryFolder } from './support/temporary-folder.js';

const readme = readReadme();

/** Fenced blocks in order: commands, and the answers that follow them. */
const blocks = [...readme.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({
  language,
  text,
}));

test('its tables are those of the program (npm run docs)', async () => {
  // Not assert.equal: the difference of two whole pages says less than this sentence.
  assert.ok(readme === (await renewedReadme(readme)), 'README.md is behind the program: npm run docs');
});

test('the table of the engine is that of the last long test (npm run docs)', async () => {
  const page = readReadme(engineReadmeFile);
  assert.ok(page === (await renewedEngineReadme(page)), 'engine/README.md is behind the program: npm run docs');
});

test('its drawing of the pipeline has every error of the gateway, and no other', () => {
  const drawn = [...readmePart(readme, 'pipeline').matchAll(/(\d{3}) ([A-Z][^\n]*)$/gm)].map(([line]) => line);
  const known = Object.values(httpErrors).map(({ status, message }) => `${status} ${message}`);
  assert.deepEqual([...new Set(drawn)].toSorted(), [...new Set(known)].toSorted());
});

describe('its commands', () => {
  test('answer as printed', {
    skip: spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed',
  }, async () => {
    const { url, config, gateway } = await startTestGateway(
      { after },
      {
        settings: { ADMIN_TOKEN: '', DAILY_QUOTA: '5000', BURST_PER_KEY: '120' },
      },
    );
    const commands = blocks
      .map(({ language, text }, index) => ({ language, text, answer: blocks[index + 1] }))
      .filter(({ language, text }) => language === 'sh' && text.includes('curl'));
    assert.ok(commands.length >= 6);
    const script = commands
      .map(({ text }) =>
        text.replaceAll('http://127.0.0.1:8080', url).replaceAll('data/admin-token', '"$DATA_DIR"/admin-token'),
      )
      .join('\necho; echo ---\n');
    const { stdout, stderr, status } = await runProgram('sh', ['-eu', '-c', script], {
      cwd: temporaryFolder({ after }),
      environment: { DATA_DIR: config.dataDir },
    });
    assert.equal(status, 0, stderr);
    assert.equal(gateway.keys.list({ limit: 10 })?.keys.length, 1);
    const answers = stdout.split('---\n').map((answer) => answer.trim());
    for (const [index, { text, answer }] of commands.entries()) {
      if (answer?.language === 'json') assert.deepEqual(masked(answers[index]), masked(answer.text), text);
    }
  });
});

/** An answer without what differs from run to run. */
function masked(answer = ''): unknown {
  return JSON.parse(answer, (name, value) => (name === 'processingTimeMs' ? 0 : value));
}
