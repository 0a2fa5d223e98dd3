import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#gateway/server/config/config.js';
import { withEnvFile } from '#gateway/server/config/env-file.js';
import { startTestGateway } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('a data folder that cannot be created stops the start with one sentence that names the setting', async (t) => {
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    const sentence = `DATA_DIR is ${JSON.stringify(dataDir)}, but it takes the path of a folder that can be created and written to`;
    await assert.rejects(startTestGateway(t, { dataDir }), ({ message }: Error) => message.startsWith(sentence));
  }
});

test('an empty environment variable does not override the .env file', (t) => {
  const file = join(temporaryFolder(t), '.env');
  writeFileSync(file, 'PORT=9001\n');
  assert.equal(readConfig(withEnvFile({ PORT: '' }, file)).port, 9_001);
});
