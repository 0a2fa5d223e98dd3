import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestGateway } from '../../support/gateway.js';
import { readPage } from '../../support/pages.js';
import { runProgram } from '../../support/program.js';
import { installPackage } from '../../support/published-package.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
/** The programs of the README, each with its output. */
const programs = [...readPage('gateway/client/README.md').matchAll(/^```ts\n(.*?)^```\n+```text\n(.*?)^```$/gms)].map(
  ([, program = '', output = '']) => ({ program, output }),
);

describe("the examples of the client's README", () => {
  test('compile, and print what the README says', async () => {
    assert.ok(programs.length >= 2);
    const folder = temporaryFolder({ after });
    installPackage(folder);
    for (const name of ['@types', 'undici-types']) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [index, { program }] of programs.entries()) writeFileSync(join(folder, `${index}.ts`), program);
    const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', lib: ['es2023'], types: ['node'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const compiled = await runProgram(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', folder]);
    assert.deepEqual([compiled.status, compiled.stdout], [0, '']);
    const gateway = await startTestGateway({ after });
    const environment = { TEXTMILL_URL: gateway.url, TEXTMILL_API_KEY: (await gateway.key()).secret };
    for (const [index, { output }] of programs.entries()) {
      const ended = await runProgram(process.execPath, [join(folder, `${index}.js`)], { environment });
      assert.deepEqual(ended, { status: 0, stdout: output, stderr: '' });
    }
  });
});
