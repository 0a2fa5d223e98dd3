import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { FilesOfAgent } from '#gateway/cli/agent-files/agent-files.js';
import { OpenFolders } from '#gateway/cli/agent-files/open-folders.js';
import { commandLineProgram, runCommand } from '../../support/command-line.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { callResult, newClient, refusalOf } from '../mcp/agent-session.js';

const folder = temporaryFolder({ after });

/** The command as a host starts it, in the folder. */
async function connect(args: readonly string[]) {
  const command = [...commandLineProgram(), 'mcp', ...args];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: command,
    cwd: folder,
    stderr: 'inherit',
  });
  const client = newClient();
  await client.connect(transport);
  after(() => client.close());
  return { client, pid: Number(transport.pid) };
}

/** The most memory that a process had, in MiB. */
function peakOf(pid: number): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const rows = 300_000;

/** Writes a table of 66 MB. The text is long, because the steps on the other column are slow. */
function writeTable(file: string): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, 'id,mail,text\n');
  const text = 'A long text with all that people write, "" in quotes, '.repeat(3);
  for (let from = 0; from < rows; from += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, i) => {
      const id = ((from + i) * 7_919) % 300_007;
      return `${id}, Person.${id}@Example.COM ,"${text}\nand a second line"\n`;
    });
    writeSync(descriptor, lines.join(''));
  }
  closeSync(descriptor);
}

test('a file of 66 MB is cleaned and sorted in bounded memory, and its text does not pass through the agent', async (t) => {
  writeTable(join(folder, 'big.csv'));
  const { size } = statSync(join(folder, 'big.csv'));
  assert.ok(size > 60e6, `${size} bytes`);
  const { client, pid } = await connect(['--files', '.']);
  let received = 0;
  const called = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const result = await callResult(client, name, args);
    received += JSON.stringify(result).length;
    return result;
  };
  const { rows: counted, columns } = await called('describe_file', { file: 'big.csv', lines: 1 });
  assert.equal(counted, rows);
  assert.equal(
    JSON.stringify(columns),
    '[{"name":"id","type":"integer"},{"name":"mail","type":"text"},{"name":"text","type":"text"}]',
  );
  const described = peakOf(pid);
  const steps = [
    { each: { csv: { columns: ['mail'], delimiter: 'auto' } }, steps: ['email-normalizer'] },
    'trim-lines',
  ];
  assert.equal((await called('run_text_workflow', { steps, validate: true })).anySize, true);
  let progress = 0;
  const onprogress = (told: { progress: number; total?: number | undefined }) => {
    assert.ok(told.progress > progress && told.total === size);
    progress = told.progress;
  };
  const filtering = {
    name: 'run_text_workflow',
    arguments: { input_file: 'big.csv', steps: [{ toolSlug: 'filter-lines', config: { pattern: 'Person.77777@' } }] },
  };
  const found = await client.callTool(filtering, { onprogress, timeout: 300_000 });
  assert.match(JSON.stringify(found.content), /77777, Person\.77777@Example\.COM/);
  t.diagnostic(`progress was told up to ${progress} bytes`);
  const cleaned = await called('run_text_workflow', { input_file: 'big.csv', output_file: 'clean.csv', steps });
  assert.equal(cleaned.lines, 2 * rows + 1);
  assert.match(String(cleaned.preview), /^id,mail,text\n0,person\.0@example\.com,"A long text/);
  const ran = peakOf(pid);
  const sorted = await called('sort_dedupe_lines', { input_file: 'clean.csv', output_file: 'sorted.txt' });
  assert.equal(sorted.lines, rows + 2);
  t.diagnostic(
    `at most ${Math.round(described)} MiB to describe, ${Math.round(ran)} to run, ${Math.round(peakOf(pid))} to sort`,
  );
  assert.ok(ran < 300, `${ran} MiB`);
  assert.ok(peakOf(pid) < 450, `${peakOf(pid)} MiB`);
  assert.ok(received < 5_000, `${received} characters`);
  assert.deepEqual(readdirSync(folder).sort(), ['big.csv', 'clean.csv', 'sorted.txt']);

  // A call that nobody waits for, or whose process ends, leaves nothing behind.
  const writing = { input_file: 'big.csv', output_file: 'never.csv', steps: ['upper-case'] };
  const isClean = () => readdirSync(folder).every((name) => !name.includes('textmill-'));
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 3_000 && !isSo(); tries++) await wait(10);
    assert.ok(isSo());
  };
  const cancelled = new AbortController();
  const call = client.callTool({ name: 'run_text_workflow', arguments: writing }, { signal: cancelled.signal });
  await until(() => !isClean());
  cancelled.abort();
  await assert.rejects(call);
  await until(isClean);
  const other = client.callTool({ name: 'run_text_workflow', arguments: writing });
  other.catch(() => undefined);
  await until(() => !isClean());
  process.kill(pid, 'SIGTERM');
  await until(() => isClean() && !existsSync(`/proc/${pid}`));
  assert.equal(existsSync(join(folder, 'never.csv')), false);
});

test('a text that is too long for a step or a response is refused, and says what to do', async () => {
  writeFileSync(join(folder, 'long.txt'), 'abcdefghi\n'.repeat(400_001));
  const { client } = await connect(['--files', `${folder}:ro`]);
  const long = { input_file: 'long.txt' };
  assert.match(
    await refusalOf(client, 'run_text_workflow', { ...long, steps: ['sort-lines'] }),
    /^Step 1 \(sort-lines\) needs the whole text, which may have 4000000 characters; this one has more\. Steps that work on lines, .* sort_dedupe_lines take any length/,
  );
  assert.match(
    await refusalOf(client, 'run_text_workflow', { ...long, steps: ['trim-lines'] }),
    /^The result is longer than 500000 characters: pass output_file/,
  );
  assert.equal((await callResult(client, 'sort_dedupe_lines', long)).output, 'abcdefghi');
  writeFileSync(join(folder, 'line.txt'), 'a'.repeat(4_000_001));
  for (const [name, more] of [
    ['run_text_workflow', { steps: ['trim-lines'] }],
    ['sort_dedupe_lines', {}],
    ['sanitize_urls', {}],
  ] as const) {
    const refusal = await refusalOf(client, name, { input_file: 'line.txt', ...more });
    assert.match(refusal, /^(?:Line 1 of the input is longer than 4000000 characters|The result is longer)/, name);
  }
});

/** Lets a link to the outside take the place of the folder `swap`, again and again, while something is done. */
async function whileSwapping(open: string, work: () => Promise<void>): Promise<void> {
  const script = `
    const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    for (;;) {
      renameSync('swap', 'folder');
      symlinkSync('../outside', 'swap');
      unlinkSync('swap');
      renameSync('folder', 'swap');
    }`;
  const swapping = spawn(process.execPath, ['-e', script], { cwd: open, stdio: 'ignore' });
  try {
    await work();
  } finally {
    swapping.kill('SIGKILL');
    await once(swapping, 'exit');
  }
}

/** Most calls until one of them finds the folder in its place: a busy machine may stop the swapping program anywhere. */
const mostCalls = 20_000;

/** Returns the different outcomes of many calls: of so many, and of more while all had the same. */
async function outcomesOf(count: number, run: (index: number) => Promise<unknown>): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let index = 0; index < count || (found.size < 2 && index < mostCalls); index++) {
    found.add(String(await run(index).catch(({ message }: Error) => message.replace(/\d+/, 'N'))));
  }
  return [...found].sort();
}

test('nothing outside is read or written while a link takes the place of a folder', async (t) => {
  const around = temporaryFolder(t);
  const [open, outside] = [join(around, 'open'), join(around, 'outside')];
  mkdirSync(join(open, 'swap'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(open, 'swap/a.txt'), 'inside');
  writeFileSync(join(outside, 'a.txt'), 'secret!');
  const files = new FilesOfAgent(new OpenFolders([open], '/'), new LazyCatalogue());
  const [call, options] = [{ resultOffset: 0, resultLimit: 1_000 }, { steps: ['trim-lines'] }];
  const missing = (name: string) =>
    `There is no "${name}" in the folders that are open. list_files shows what there is`;
  await whileSwapping(open, async () => {
    const read = await outcomesOf(2_000, async () => {
      const { result } = await files.run('run', { ...call, input_file: 'swap/a.txt' }, options);
      return result;
    });
    assert.deepEqual(read, [missing('swap/a.txt'), 'inside']);
    const sizes = await outcomesOf(500, async () => {
      const listed = (await files.list('swap', 0)).files as readonly { readonly bytes: number }[];
      return listed.map(({ bytes }) => bytes);
    });
    assert.deepEqual(sizes, ['6', missing('swap')]);
    const written = await outcomesOf(500, async (index) => {
      await files.run('run', { ...call, input: 'x', output_file: `swap/${index}.txt` }, options);
      return 'written';
    });
    assert.deepEqual(written, [missing('swap/N.txt'), 'written']);
  });
  assert.deepEqual(readdirSync(outside), ['a.txt']);
  assert.equal(readFileSync(join(outside, 'a.txt'), 'utf8'), 'secret!');
});

test('textmill mcp --files refuses what is no folder', async () => {
  for (const name of ['nowhere', '', ':ro', 'long.txt']) {
    const { code, stderr } = await runCommand(['mcp', '--files', name], { folder });
    assert.deepEqual([code, stderr], [2, `textmill: --files ${name}: there is no such folder\n`]);
  }
});
