import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { FilesOfAgent } from '#gateway/cli/agent-files/agent-files.js';
import { OpenFolders } from '#gateway/cli/agent-files/open-folders.js';
import { patterns } from '#gateway/mcp/patterns.js';
import { readPage } from '../../support/pages.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { callResult, refusalOf, startSession } from './agent-session.js';

const around = temporaryFolder({ after });
const folder = join(around, 'open');
const tools = new LazyCatalogue();

function open(options: readonly string[], hasDescriptors?: boolean): Promise<Awaited<ReturnType<typeof startSession>>> {
  return startSession({ after }, { files: new FilesOfAgent(new OpenFolders(options, around, hasDescriptors), tools) });
}

mkdirSync(join(folder, 'sub'), { recursive: true });
mkdirSync(join(around, 'open-too'));
const customers = 'name,mail,age\nAnn Lee, ANN@Example.com ,41\nBob,bob at example,7\n"Cy\n2",cy@example.com,\n';
const given: Readonly<Record<string, string | Buffer>> = {
  'customers.csv': customers,
  'log.ndjson': '{"level":"info","n":1}\n{"level":null,"n":2}\n\n',
  'latin.txt': Buffer.from('Caf\xe9 cr\xe8me\n', 'latin1'),
  'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0]),
  'urls.txt': 'https://a.example/?utm_source=x&id=1\n\nhttps://b.example/?fbclid=y\n',
  'list.txt': 'pear\napple\npear\n',
  'empty.txt': '',
  'new\nline.txt': 'a\n',
  'sub/b.txt': 'b\n',
};
for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
writeFileSync(join(around, 'secret.txt'), 'secret');
writeFileSync(join(around, 'open-too', 'near.txt'), 'near');
symlinkSync('sub/b.txt', join(folder, 'inner-link'));
symlinkSync('sub', join(folder, 'inner-folder'));
symlinkSync('../secret.txt', join(folder, 'outer-link'));
symlinkSync('..', join(folder, 'outer-folder'));
symlinkSync('../nowhere', join(folder, 'dangling'));
symlinkSync('circle', join(folder, 'circle'));
spawnSync('mkfifo', [join(folder, 'pipe')]);

const client = await open([folder]);
/** As on a system that does not show what a process has opened. */
const elsewhere = await open([folder], false);
const run = (args: object) => callResult(client, 'run_text_workflow', args);
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('list_files', () => {
  test('lists a folder: files with their sizes, folders and links', async () => {
    const { files, folders, links } = await callResult(client, 'list_files', {});
    const sizes = (files as { file: string; bytes: number; modified: string }[]).map(({ file, bytes }) => [
      file,
      bytes,
    ]);
    const top = Object.keys(given).filter((name) => !name.includes('/'));
    assert.deepEqual(
      sizes,
      top.sort().map((name) => [name, Buffer.byteLength(given[name] ?? '')]),
    );
    assert.deepEqual(folders, ['sub']);
    assert.deepEqual(links, ['circle', 'dangling', 'inner-folder', 'inner-link', 'outer-folder', 'outer-link']);
    const inner = await callResult(client, 'list_files', { folder: 'inner-folder' });
    assert.match(
      JSON.stringify(inner),
      /^\{"files":\[\{"file":"inner-folder\/b\.txt","bytes":2,"modified":"[\dT:-]+Z"\}\]\}$/,
    );
  });

  test('has an entry for each of several folders, whose names begin the paths', async () => {
    const two = await open([`${folder}:ro`, 'open-too', `${around}/open`]);
    assert.deepEqual(await callResult(two, 'list_files', {}), { files: [], folders: ['open', 'open-2', 'open-too'] });
    const { result } = await callResult(two, 'run_text_workflow', {
      input_file: 'open-too/near.txt',
      steps: ['upper-case'],
    });
    assert.equal(result, 'NEAR');
  });
});

describe('describe_file', () => {
  for (const [file, expected] of [
    [
      'customers.csv',
      {
        ...{ encoding: 'UTF-8', format: 'csv', delimiter: ',', lines: 5, rows: 3, hasHeaders: true },
        columns: [
          { name: 'name', type: 'text' },
          { name: 'mail', type: 'text' },
          { name: 'age', type: 'integer', blank: 1 },
        ],
        columnsNote: 'Types and blanks are those of the first 3 rows',
        firstLines: ['name,mail,age', 'Ann Lee, ANN@Example.com ,41'],
      },
    ],
    [
      'log.ndjson',
      {
        ...{ format: 'ndjson', rows: 2, lines: 3 },
        columns: [
          { name: 'level', type: 'string or null' },
          { name: 'n', type: 'number' },
        ],
      },
    ],
    ['latin.txt', { encoding: 'windows-1252', firstLines: ['Café crème'] }],
    ['urls.txt', { format: 'url-list' }],
    ['empty.txt', { format: 'empty', bytes: 0, lines: 0 }],
    [
      'picture.png',
      {
        format: 'unreadable',
        reason:
          'The encoding of "picture.png" cannot be found out, since it is not text: 9 NUL bytes are among its first 18 bytes: if it is text, pass input_encoding',
      },
    ],
  ] as const) {
    test(`tells what ${file} is`, async () => {
      const described = await callResult(client, 'describe_file', { file, lines: 2 });
      const wanted = Object.fromEntries(Object.keys(expected).map((name) => [name, described[name]]));
      assert.deepEqual(wanted, expected);
    });
  }

  test('shows no line on demand', async () => {
    const described = await callResult(client, 'describe_file', { file: 'latin.txt', lines: 0 });
    assert.equal(described.firstLines, undefined);
  });
});

describe('a call with files', () => {
  const steps = [
    {
      each: { csv: { columns: ['mail'], delimiter: 'auto' } },
      onError: 'keep',
      steps: [{ toolSlug: 'email-normalizer', config: { invalid: 'error' } }],
    },
  ];

  test('writes the result to a file, and shows its start', async () => {
    const { meta, ...response } = await run({ input_file: 'customers.csv', output_file: 'sub/out.csv', steps });
    const expected = customers.replace(' ANN@Example.com ', 'ann@example.com');
    assert.equal(textOf('sub/out.csv'), expected);
    assert.deepEqual(response, {
      ...{
        output_file: 'sub/out.csv',
        bytes: Buffer.byteLength(expected),
        lines: 5,
        preview: expected,
        truncated: false,
      },
      inputEncoding: 'UTF-8',
    });
    const { processingTimeMs: _, failed, ...counts } = meta as Record<string, unknown>;
    assert.deepEqual(counts, { stepsExecuted: 1, inputLength: customers.length });
    assert.match(JSON.stringify(failed), /^\{"count":1,"first":\["Step 1 \(email-normalizer\) failed at line 3: /);
  });

  test('returns a short result itself, in pages and with an id', async () => {
    const page = await run({ input_file: 'list.txt', steps: ['upper-case'], resultLimit: 4 });
    assert.deepEqual([page.result, page.truncated], ['PEAR', true]);
    const { result } = await run({ input_id: page.result_id, steps: ['lower-case'] });
    assert.equal(result, 'pear\napple\npear\n');
  });

  test('reads a file whose name is decomposed on the disk by its composed name', async () => {
    const file = join(folder, 'sub', 'Ma\u0308rz.txt');
    writeFileSync(file, 'x');
    assert.equal((await run({ input_file: 'sub/M\u00e4rz.txt', steps: ['upper-case'] })).result, 'X');
    rmSync(file);
  });

  test('finds out the encoding, unless it is named, and writes UTF-8', async () => {
    const { result, inputEncoding } = await run({ input_file: 'latin.txt', steps: ['upper-case'] });
    assert.deepEqual([result, inputEncoding], ['CAFÉ CRÈME\n', 'windows-1252']);
    const named = await run({ input_file: 'latin.txt', input_encoding: 'iso-8859-2', steps: ['trim-lines'] });
    assert.match(String(named.result), /^Café crčme/);
  });

  for (const [name, args, response, written] of [
    [
      'sanitize_urls',
      { input_file: 'urls.txt' },
      { sanitized: ['https://a.example/?id=1', 'https://b.example/'], count: 2 },
    ],
    ['sanitize_urls', { urls: ['https://a/?gclid=1'] }, {}, 'https://a/'],
    ['sanitize_urls', { input_file: 'urls.txt' }, { lines: 2 }, 'https://a.example/?id=1\nhttps://b.example/\n'],
    ['sort_dedupe_lines', { input_file: 'list.txt' }, { output: 'apple\npear', lines: 2 }],
    ['sort_dedupe_lines', { input_file: 'list.txt', direction: 'desc' }, { lines: 2 }, 'pear\napple\n'],
    ['sort_dedupe_lines', { lines: ['b', '', 'a'] }, { bytes: 4 }, 'a\nb\n'],
    ['run_text_workflow', { input: 'x', steps: ['upper-case'] }, { preview: 'X' }, 'X'],
  ] as const) {
    test(`${name} ${JSON.stringify(args)} ${written === undefined ? 'in the response' : 'to a file'}`, async () => {
      const output = written === undefined ? {} : { output_file: 'out.txt', overwrite: true };
      const result = await callResult(client, name, { ...args, ...output });
      assert.deepEqual(Object.fromEntries(Object.keys(response).map((field) => [field, result[field]])), response);
      if (written !== undefined) assert.equal(textOf('out.txt'), written);
    });
  }

  test('says that a group had nothing to do', async () => {
    const idle = { each: { json: { path: '$.nme', lines: true } }, steps: ['upper-case'] };
    const { meta } = await run({ input_file: 'log.ndjson', steps: [idle] });
    assert.match(JSON.stringify(meta), /"notes":\["steps\[0\] did nothing: there is nothing at \$\.nme/);
  });

  test('replaces a file only on demand, keeps its mode, and may replace its input', async () => {
    writeFileSync(join(folder, 'own.txt'), ' a\n', { mode: 0o640 });
    const call = { input_file: 'own.txt', output_file: 'own.txt', steps: ['trim-lines'] };
    assert.match(
      await refusalOf(client, 'run_text_workflow', call),
      /^"own\.txt" exists: choose another name, or pass "overwrite": true\. /,
    );
    assert.equal(textOf('own.txt'), ' a\n');
    await run({ ...call, overwrite: true });
    assert.equal(textOf('own.txt'), 'a\n');
    assert.equal(lstatSync(join(folder, 'own.txt')).mode & 0o777, 0o640);
  });

  test('works on a system that does not show what a process has opened', async () => {
    const call = { input_file: 'inner-link', output_file: 'inner-folder/other.txt', steps: ['upper-case'] };
    await callResult(elsewhere, 'run_text_workflow', call);
    assert.equal(textOf('sub/other.txt'), 'B\n');
    assert.match(await refusalOf(elsewhere, 'run_text_workflow', call), / exists: /);
    const { files } = await callResult(elsewhere, 'list_files', { folder: 'sub' });
    assert.match(JSON.stringify(files), /"sub\/b\.txt".*"sub\/other\.txt"/);
  });

  test('leaves nothing behind when it fails', async () => {
    const before = readdirSync(folder);
    const args = { input_file: 'list.txt', output_file: 'failed.txt', steps: ['json-minifier'] };
    assert.match(
      await refusalOf(client, 'run_text_workflow', args),
      /^Step 1 \(json-minifier\) failed: line 1, column 1: .*put the step "json-repair"/,
    );
    assert.deepEqual(readdirSync(folder), before);
  });

  test('is checked by validate, with its files', async () => {
    const call = { input_file: 'list.txt', output_file: 'checked.txt', validate: true };
    assert.deepEqual(await run({ ...call, steps: ['trim-lines', 'sort-lines'] }), {
      ...{ valid: true, tools: 2, anySize: false, needsWholeText: 'steps[1] (sort-lines)' },
    });
    assert.deepEqual(await run({ ...call, steps }), { valid: true, tools: 1, anySize: true });
    const invalid = { ...call, steps: [{ toolSlug: 'regex-replace', config: { pattern: '(', replacement: '' } }] };
    assert.match(await refusalOf(client, 'run_text_workflow', invalid), /^Step 1 \(regex-replace\) failed: pattern/);
    assert.match(
      await refusalOf(client, 'run_text_workflow', { ...call, input_file: 'no', steps }),
      /^There is no "no"/,
    );
    assert.equal(existsSync(join(folder, 'checked.txt')), false);
  });

  for (const [args, message] of [
    [{ input: 'a', input_file: 'list.txt' }, /^Provide only one of input, input_file\./],
    [
      { input_file: 'latin.txt', input_encoding: 'utf-8' },
      /^"latin\.txt" is not UTF-8: byte 3 .*without input_encoding it is found out/,
    ],
    [{ input_file: 'latin.txt', input_encoding: 'latin-99' }, /^input_encoding: /],
    [{ output_file: 'a.txt' }, /^There is no text: give input or input_file\./],
    [{ input_id: 'none', output_file: 'a.txt' }, /^Unknown input_id: none/],
  ] as const) {
    test(`is refused: ${message.source}`, async () => {
      assert.match(await refusalOf(client, 'run_text_workflow', { ...args, steps: ['trim-lines'] }), message);
    });
  }
});

describe('a path', () => {
  const missing = /^There is no ".*" in the folders that are open\. list_files shows what there is\. Correct it/s;
  const outside = [
    ...[
      '../secret.txt',
      'sub/../../secret.txt',
      '..',
      '/etc/passwd',
      join(around, 'secret.txt'),
      `${folder}-too/near.txt`,
    ],
    ...['outer-link', 'outer-folder/secret.txt', 'outer-folder/open-too/near.txt', 'dangling', 'circle', 'circle/a'],
    ...['inner-folder/../../secret.txt', 'LIST.TXT', 'list.txt/x', 'no\nfile', 'list.txt\0', '\0', '~/x'],
    ...[
      'a'.repeat(300),
      'a/'.repeat(3_000),
      'C:/Windows/win.ini',
      '//server/share',
      'file:///etc/passwd',
      '/proc/self/fd/0',
    ],
  ];
  for (const path of outside) {
    test(`${JSON.stringify(path.slice(0, 60))} is refused as what is not there`, async () => {
      for (const [name, args] of [
        ['run_text_workflow', { input_file: path, steps: ['trim-lines'] }],
        ['describe_file', { file: path }],
        ['list_files', { folder: path }],
      ] as const) {
        for (const agent of [client, elsewhere]) {
          const refusal = await refusalOf(agent, name, args);
          assert.match(refusal, missing);
          if (!path.includes(around)) assert.ok(!refusal.includes(around), refusal);
        }
      }
    });
  }

  for (const [path, message] of [
    ['sub', /^"sub" is a folder/],
    ['pipe', /^"pipe" is not a file/],
    ['sub\\b.txt', /^"sub\\\\b\.txt": write \/ between folders/],
    ['..\\secret.txt', /: write \/ between folders/],
  ] as const) {
    test(`${path} is refused`, async () => {
      assert.match(await refusalOf(client, 'describe_file', { file: path }), message);
    });
  }

  test('leads to a file through links that stay inside, or as an absolute path', async () => {
    for (const path of [
      'inner-link',
      'inner-folder/b.txt',
      './sub//b.txt',
      join(folder, 'sub/b.txt'),
      'no/../sub/b.txt',
    ]) {
      assert.equal((await run({ input_file: path, steps: ['upper-case'] })).result, 'B\n', path);
    }
    assert.equal((await run({ input_file: 'new\nline.txt', steps: ['upper-case'] })).result, 'A\n');
  });

  const unwritable: readonly (readonly [path: string, message: RegExp])[] = [
    ...[
      '../new.txt',
      join(around, 'new.txt'),
      'outer-folder/new.txt',
      'no/new.txt',
      'list.txt/new.txt',
      '/tmp/new.txt',
    ].map((path): [string, RegExp] => [path, missing]),
    ['outer-link', /^"outer-link" is a link/],
    ['dangling', /^"dangling" is a link/],
    ['inner-link', /^"inner-link" is a link/],
    ['sub', /^"sub" is a folder/],
    ['.', /^"\." is a folder/],
    ['pipe', /^"pipe" is not a file/],
    ['a'.repeat(256), /^"a+…" cannot be written: its name is too long/],
    ['a\\b', /: write \/ between folders/],
  ];
  for (const [path, message] of unwritable) {
    test(`${JSON.stringify(path.slice(0, 60))} is not written to`, async () => {
      const args = { input: 'x', output_file: path, overwrite: true, steps: ['trim-lines'] };
      for (const agent of [client, elsewhere]) assert.match(await refusalOf(agent, 'run_text_workflow', args), message);
      assert.equal(existsSync(join(around, 'new.txt')), false);
      assert.equal(readFileSync(join(around, 'secret.txt'), 'utf8'), 'secret');
    });
  }

  test('in a folder with :ro is not written to, nor through another folder around it', async () => {
    const call = { input: 'x', steps: ['trim-lines'] };
    const readOnly = await open([`${folder}:ro`]);
    const { tools: offered } = await readOnly.listTools();
    const workflow = offered.find(({ name }) => name === 'run_text_workflow');
    assert.deepEqual(Object.keys(workflow?.inputSchema.properties ?? {}).slice(-2), ['input_file', 'input_encoding']);
    assert.equal(workflow?.annotations?.readOnlyHint, true);
    const both = await open([around, `${folder}:ro`]);
    const name = around.slice(around.lastIndexOf('/') + 1);
    for (const output_file of [`${name}/open/x.txt`, 'open/x.txt', `${folder}/x.txt`]) {
      const refusal = await refusalOf(both, 'run_text_workflow', { ...call, output_file });
      assert.match(refusal, /may only be read: its folder was opened with :ro/);
    }
    await callResult(both, 'run_text_workflow', { ...call, output_file: `${name}/x.txt` });
    assert.equal(readFileSync(join(around, 'x.txt'), 'utf8'), 'x');
  });
});

describe('the tools with files', () => {
  test('are below 3,700 tokens, and two more', async () => {
    const { tools: offered } = await client.listTools();
    const names = offered.map(({ name }) => name).slice(2);
    assert.deepEqual(names, ['list_files', 'describe_file', 'run_text_workflow', 'sanitize_urls', 'sort_dedupe_lines']);
    const tokens = Math.ceil(Buffer.byteLength(JSON.stringify({ tools: offered })) / 3);
    assert.ok(tokens < 3_700, `${tokens} tokens`);
    assert.match(client.getInstructions() ?? '', /describe_file/);
    const { annotations } = offered.find(({ name }) => name === 'sanitize_urls') ?? {};
    assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [false, true]);
  });
});

describe('the prompt', () => {
  test('has calls that work in their order', async () => {
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['text_work'],
    );
    const { messages } = await client.getPrompt({ name: 'text_work', arguments: { task: 'Clean it.' } });
    const [{ content } = { content: undefined }] = messages;
    assert.deepEqual(content, { type: 'text', text: `${patterns}\nThe task: Clean it.\n` });
    const calls = [...patterns.matchAll(/^ {7}(\w+) (\{.*\})$/gm)].map(
      ([, name = '', args = '']) => [name, args] as const,
    );
    assert.equal(calls.length, 7);
    for (const [name, args] of calls) await callResult(client, name, JSON.parse(args));
    assert.match(textOf('shown.csv'), /\[EMAIL\]|\[email\]|email/i);
    await assert.rejects(client.getPrompt({ name: 'other' }), { code: -32602, message: /Unknown prompt: other/ });
  });

  test('is the text of the skill', () => {
    const page = readPage('gateway/mcp/skills/textmill/SKILL.md');
    assert.match(page, /^---\nname: textmill\ndescription: .{100,1024}\n---\n/);
    assert.ok(page.includes(patterns));
  });
});
