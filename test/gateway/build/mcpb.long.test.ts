import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import { registryEntry, writeAgent, zipOf } from '../../../gateway/build/mcpb.mjs';
import { listFiles } from '../../../gateway/build/sources.mjs';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { callResult, newClient } from '../mcp/agent-session.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const jsonOf = (path: string) => JSON.parse(readFileSync(join(project, path), 'utf8'));
const settings = jsonOf('package.json');

/** What a host replaces. */
const variable = (name: string) => `\${${name}}`;

/** Asserts that a document is what a published format demands. */
function assertValid(schema: string, document: unknown): void {
  const ajv = new Ajv({ strict: false });
  assert.ok(ajv.validate(jsonOf(`test/fixtures/published/${schema}.schema.json`), document), ajv.errorsText());
}

test('server.json is what the registry demands, with name and version of package.json', () => {
  const entry = registryEntry(settings);
  assertValid('server', entry);
  assert.deepEqual([entry.name, entry.version], [settings.mcpName, settings.version]);
  const [pack] = entry.packages;
  assert.deepEqual([pack?.identifier, pack?.version], [settings.name, settings.version]);
});

test('the bundle for desktop hosts has at most 10 MB, a valid manifest, no native code, and works alone', async (t) => {
  const folder = join(temporaryFolder(t), 'a folder with blanks');
  const inputs = await writeAgent(project, folder);
  const files = listFiles(folder).map((path) => ({ path, contents: readFileSync(join(folder, path)) }));
  const zip = zipOf(files);
  t.diagnostic(`${zip.length} bytes, ${files.length} files`);
  assert.ok(zip.length <= 10e6, `${zip.length} bytes`);
  assert.deepEqual(
    files.filter(({ path }) => path.endsWith('.node')),
    [],
  );
  assert.deepEqual(
    inputs.filter((input) =>
      /uWebSockets|better-sqlite3|piscina|gateway\/server\/(?!endpoints\/openapi|config\/setting)/.test(input),
    ),
    [],
  );

  // The ZIP file has the same in it, in the eyes of another program.
  const [file, unpacked] = [join(temporaryFolder(t), 'textmill.mcpb'), join(temporaryFolder(t), 'unpacked')];
  writeFileSync(file, zip);
  mkdirSync(unpacked);
  const program = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';
  assert.equal(spawnSync('python3', ['-c', program, file, unpacked]).status, 0);
  for (const { path, contents } of files) assert.ok(readFileSync(join(unpacked, path)).equals(contents), path);

  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
  assertValid('mcpb-manifest', manifest);
  assert.deepEqual(
    [manifest.name, manifest.version, manifest.license],
    [settings.name, settings.version, settings.license],
  );
  const names = manifest.tools.map(({ name }: { name: string }) => name);
  assert.deepEqual(names.slice(2, 4), ['list_files', 'describe_file']);
  assert.equal(manifest.prompts[0].name, 'text_work');

  // As a host replaces the variables.
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'a.csv'), 'name,mail\nann, A@B.com \n');
  for (const [isReadOnly, folders] of [
    ['false', [data]],
    ['true', [data]],
    ['false', [variable('user_config.folders')]],
  ] as const) {
    const args = manifest.server.mcp_config.args.flatMap((argument: string): readonly string[] =>
      argument === variable('user_config.folders')
        ? folders
        : [argument.replace(variable('__dirname'), unpacked).replace(variable('user_config.read_only'), isReadOnly)],
    );
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: '/', stderr: 'inherit' });
    const client = newClient();
    await client.connect(transport);
    try {
      const { tools } = await client.listTools();
      const workflow = tools.find(({ name }) => name === 'run_text_workflow');
      const arguments_ = Object.keys(workflow?.inputSchema.properties ?? {});
      assert.equal(client.getServerVersion()?.version, settings.version);
      assert.equal(arguments_.includes('input_file'), folders[0] === data);
      assert.equal(arguments_.includes('output_file'), folders[0] === data && isReadOnly === 'false');
      const steps = [{ each: { csv: { columns: ['mail'] } }, steps: ['email-normalizer'] }];
      const text = folders[0] === data ? { input_file: 'a.csv' } : { input: 'name,mail\nann, A@B.com \n' };
      const { result } = await callResult(client, 'run_text_workflow', { ...text, steps });
      assert.equal(result, 'name,mail\nann,a@b.com\n');
    } finally {
      await client.close();
    }
  }
});
