import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';
import { shortDocument } from '#gateway/server/endpoints/openapi/short-document.js';
import { runProgram, unlessInstalled } from '../../../../support/program.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../../../', import.meta.url));
const document = shortDocument(openApiDocument(await loadCatalogue(), '1.4.0', endpoints));

type Generate = (folder: string) => Promise<unknown>;

/** Returns a generator that is a program. @param args - what follows the path of the document. */
function program(name: string, ...args: readonly string[]): Generate {
  return async (folder) => {
    const { status, stderr } = await runProgram(name, ['openapi.json', ...args], { cwd: folder });
    assert.equal(status, 0, stderr);
  };
}

const generators: Readonly<Record<string, Generate>> = {
  'openapi-typescript': program('openapi-typescript', '-o', 'client.ts'),
  oazapfts: async (folder) => {
    await program('oazapfts', 'client.ts')(folder);
    // What it generates imports a package that is installed beside it.
    const found = execFileSync('sh', ['-c', 'command -v oazapfts'], { encoding: 'utf8' }).trimEnd();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(dirname(realpathSync(found)), '../../@oazapfts'), join(folder, 'node_modules/@oazapfts'));
  },
  'swagger-typescript-api': (folder) =>
    generateApi({
      input: join(folder, 'openapi.json'),
      output: folder,
      fileName: 'client.ts',
      httpClientType: 'fetch',
      silent: true,
    }),
};

describe('of the short document a client that compiles is made by', () => {
  for (const [name, generate] of Object.entries(generators)) {
    const skip = name === 'swagger-typescript-api' ? false : unlessInstalled(name);
    test(name, { skip }, async (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
      await generate(folder);
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      const compilerOptions = {
        strict: true,
        noEmit: true,
        types: [],
        module: 'nodenext',
        lib: ['es2023', 'dom', 'dom.iterable'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
      const compiled = await runProgram(join(project, 'node_modules/.bin/tsc'), ['-p', folder]);
      assert.deepEqual([compiled.status, compiled.stdout], [0, '']);
    });
  }
});
