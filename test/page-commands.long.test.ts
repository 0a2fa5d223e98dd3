import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startTestGateway } from './support/gateway.js';
import { blocksOf, pagePaths, project, readPage } from './support/pages.js';
import { runProgram, unlessInstalled } from './support/program.js';
import { temporaryFolder } from './support/temporary-folder.js';

/** The commands of each page that are marked as tested, with their documented output. */
const tested = pagePaths().map((path) => {
  const blocks = blocksOf(readPage(path));
  const commands = blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const printed = next?.language === 'json' || next?.language === 'text' ? next : undefined;
    return block.isTested ? [{ text: block.text, printed }] : [];
  });
  return { path, commands };
});

test('every command with curl is tested', () => {
  const untested = pagePaths().flatMap((path) =>
    blocksOf(readPage(path))
      .filter(({ language, isTested, text }) => language === 'sh' && /^curl /m.test(text) && !isTested)
      .map(({ text }) => `${path}: ${text}`),
  );
  assert.deepEqual(untested, []);
});

describe('the commands of the pages', { skip: unlessInstalled('curl') }, async () => {
  const settings = { ADMIN_TOKEN: '', DAILY_QUOTA: '5000', BURST_PER_KEY: '120' };
  const gateway = await startTestGateway({ after }, { settings });

  for (const { path, commands } of tested.filter((page) => page.commands.length > 0)) {
    test(`${path}: its commands print the documented output`, async (t) => {
      const folder = temporaryFolder(t);
      const { url, config } = gateway;
      symlinkSync(config.dataDir, join(folder, 'data'));
      symlinkSync(join(project, 'gateway/build/textmill'), join(folder, 'textmill'));
      // The folder is no clone of Textmill, where `npx .` is this.
      writeFileSync(join(folder, 'npx'), '#!/bin/sh\nshift\nexec textmill "$@"\n', { mode: 0o755 });
      const KEY = (await gateway.key()).secret;
      writeFileSync(join(folder, 'key-header'), `x-api-key: ${KEY}\n`, { mode: 0o600 });
      const script = commands
        .map(({ text }) => text.replaceAll('http://127.0.0.1:8080', url))
        .join('\necho; echo ---\n');
      const { stdout, stderr, status } = await runProgram('sh', ['-eu', '-c', script], {
        cwd: folder,
        environment: {
          KEY,
          PATH: `${folder}${delimiter}${process.env.PATH}`,
          TEXTMILL_URL: url,
        },
      });
      assert.equal(status, 0, stderr);
      const outputs = stdout.split('---\n').map((output) => output.trim());
      for (const [index, { text, printed }] of commands.entries()) {
        if (printed?.language === 'json') assert.deepEqual(masked(outputs[index]), masked(printed.text), text);
        else if (printed !== undefined) assert.equal(outputs[index], printed.text.trim(), text);
      }
    });
  }
});

/** Returns a response without the parts that differ from run to run. */
function masked(output = ''): unknown {
  return JSON.parse(output, (name, value) => {
    if (name === 'processingTimeMs' || name === 'ms') return 0;
    // Results of agents are texts of JSON, with random ids.
    return typeof value === 'string' ? value.replaceAll(/("(?:input|result)_id":")[\w-]{12}"/g, '$1…"') : value;
  });
}
