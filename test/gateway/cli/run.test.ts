import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { commandLineProgram, runCommand } from '../../support/command-line.js';
import { runOperation } from '../../support/operations.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

function* chunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('textmill run', () => {
  test('runs the steps of the command line', async () => {
    const args = ['run', 'trim-lines', 'find-replace={"find":"a","replace":"="}', 'upper-case'];
    assert.deepEqual(await runCommand(args, { input: ' ab \r\n ca' }), { code: 0, stdout: '=B\r\nC=', stderr: '' });
  });

  test('runs the steps of a file, from a file to a file', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(
      join(folder, 'my steps.json'),
      '["trim-lines", { "toolSlug": "dedupe-sort", "config": { "order": "desc" } }]',
    );
    writeFileSync(join(folder, 'text'), '\ufeff a\nb\na');
    const args = ['run', '--steps', 'my steps.json', '--output', 'text', '--', 'text'];
    assert.deepEqual(await runCommand(args, { folder }), { code: 0, stdout: '', stderr: '' });
    assert.equal(readFileSync(join(folder, 'text'), 'utf8'), 'b\na');
  });

  test('reads files in other encodings, and says which it has found out', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'old.txt'), Buffer.from('cff0e8e2e5f22c20eceef0e521', 'hex'));
    writeFileSync(join(folder, 'excel.txt'), Buffer.from('\ufeffÜber', 'utf16le'));
    writeFileSync(join(folder, 'new.txt'), 'Ä');
    const args = ['run', 'lower-case', '--encoding', 'auto', '--', 'old.txt', 'excel.txt', 'new.txt'];
    const said = ['old.txt is read as windows-1251', 'excel.txt is read as UTF-16LE', 'new.txt is read as UTF-8'];
    assert.deepEqual(await runCommand(args, { folder }), {
      code: 0,
      stdout: 'привет, море!\nüber\nä',
      stderr: said.map((line) => `textmill: ${line}\n`).join(''),
    });
    const named = await runCommand(['run', 'lower-case', '--encoding=CP1251', '--', 'old.txt'], { folder });
    assert.deepEqual(named, { code: 0, stdout: 'привет, море!', stderr: '' });
  });

  for (const [label, hint] of [
    ['cp-125l', '; use a label such as windows-1252, Shift_JIS or gb18030, or auto.'],
    ['shift-jiss', '. Did you mean Shift_JIS?'],
  ] as const) {
    test(`refuses the encoding ${label}`, async () => {
      const { code, stderr } = await runCommand(['run', 'lower-case', '--encoding', label], { input: 'a' });
      assert.equal(code, 2);
      assert.ok(stderr.includes(`charset "${label}" is unknown${hint}\n`), stderr);
    });
  }

  test('reads the files after --, which may have names of tools or options', async (t) => {
    const folder = temporaryFolder(t);
    for (const name of ['upper-case', '-o', 'c']) writeFileSync(join(folder, name), ` ${name} `);
    const args = ['run', 'trim-lines', 'swap-case', '--', 'upper-case', '-', '-o', 'c', '--'];
    const missing = await runCommand(args, { folder, input: 'in' });
    assert.deepEqual([missing.code, missing.stdout], [1, '']);
    assert.match(missing.stderr, /^textmill: -- cannot be read: ENOENT/);
    const { code, stdout } = await runCommand(args.slice(0, -1), { folder, input: 'in' });
    assert.deepEqual([code, stdout], [0, 'UPPER-CASE\nIN\n-O\nC']);
  });

  test('explains how to name a file that was named like a step', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'in.txt'), 'a');
    const { code, stderr } = await runCommand(['run', 'trim-lines', 'in.txt'], { folder });
    assert.equal(code, 2);
    assert.match(stderr, /^textmill: Unknown tool: in\.txt\. To read the file in\.txt, put -- before it\.\n$/);
  });

  const streamed = [
    ['trim-lines'],
    ['line-ending-converter'],
    ['trim-lines', 'line-ending-converter'],
    ['html-decode', 'line-ending-converter', 'alternating-case'],
    ['capitalize-words', 'swap-case', { toolSlug: 'mask-text', config: { unit: 'line' } }],
  ];
  for (const steps of streamed) {
    const args = steps.map((step) =>
      typeof step === 'string' ? step : `${step.toolSlug}=${JSON.stringify(step.config)}`,
    );
    test(`${args.join(' ')} gives for a text in pieces the result of the API for the whole text`, async () => {
      const part = fc.constantFrom('a b', ' ', '\t', '\n', '\r', '\r\n', '&#10;', '&#13;', '\u00e9', '\ud83d\udc4d');
      await fc.assert(
        fc.asyncProperty(fc.array(part), fc.integer({ min: 1, max: 9 }), async (parts, size) => {
          const input = parts.join('');
          const { stdout } = await runCommand(['run', ...args], { input: chunks(input, size) });
          assert.equal(stdout, (runOperation('run', { input, steps }) as { result: string }).result);
        }),
        { seed: 4, numRuns: 150 },
      );
    });
  }

  test('with --line-by-line, steps that need the whole text are refused: the input is a part of one', async () => {
    const replace = 'find-replace={"find":"a","replace":"b"}';
    const run = (...steps: string[]) => runCommand(['run', '--line-by-line', ...steps], { input: 'a\nc' });
    assert.deepEqual(await run('trim-lines', replace), { code: 0, stdout: 'b\nc', stderr: '' });
    const { code, stdout, stderr } = await run('trim-lines', 'reverse-lines');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^textmill: Step 2 \(reverse-lines\) needs the whole text with these options\. /);
    assert.equal((await run('find-replace={"find":"a\\nc","replace":"b"}')).code, 2);
  });

  const untimed = (stderr: string) => stderr.replace(/ +[\d,]+\.\d ms +/g, ' … ms ');

  test('with --trace, what each step did is on standard error, and the text alone on standard output', async () => {
    const args = ['run', '--trace', 'trim-lines', 'reverse-lines', 'find-replace={"find":"b","replace":""}'];
    const { code, stdout, stderr } = await runCommand(args, { input: ` ${'a'.repeat(1_200)} \n b` });
    assert.deepEqual([code, stdout], [0, `\n${'a'.repeat(1_200)}`]);
    assert.equal(
      untimed(stderr),
      '1  trim-lines … ms 1,202 characters\n2  reverse-lines … ms 1,202 characters\n3  find-replace … ms 1,201 characters\n',
    );
  });

  test('with --trace, a text in pieces counts once, though each step runs many times', async () => {
    const input = chunks('ab \n'.repeat(100), 7);
    const { stdout, stderr } = await runCommand(['run', '--trace', 'trim-lines', 'upper-case'], { input });
    assert.equal(stdout, 'AB\n'.repeat(100));
    assert.equal(untimed(stderr), '1  trim-lines … ms 300 characters\n2  upper-case … ms 300 characters\n');
  });

  test('with --trace, a failing step is named after the steps that ran', async () => {
    const { code, stdout, stderr } = await runCommand(['run', '--trace', 'trim-lines', 'json-formatter'], {
      input: ' {',
    });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(untimed(stderr), /^1 {2}trim-lines … ms 1 character\ntextmill: Step 2 \(json-formatter\) failed: /);
  });

  test('a tool that needs the whole text gets up to four million characters', async () => {
    const args = ['run', 'trim-lines', 'reverse-lines'];
    const long = `${'x'.repeat(99)}\n`.repeat(40_000);
    assert.equal((await runCommand(args, { input: long })).stdout, long);
    const { code, stdout, stderr } = await runCommand(args, { input: `${long}x` });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /Step 2 \(reverse-lines\) needs the whole text, which may have 4000000 characters/);
  });

  test('line-by-line tools accept any length, but no line beyond the limit', async () => {
    const line = `${'x'.repeat(99)}\n`;
    function* input(count: number, text: string) {
      for (let i = 0; i < count; i++) yield Buffer.from(text);
    }
    const { stdout } = await runCommand(['run', 'upper-case'], { input: input(220, line.repeat(500)) });
    assert.ok(stdout === line.toUpperCase().repeat(110_000));
    const { code, stderr } = await runCommand(['run', 'upper-case'], { input: input(101, 'x'.repeat(100_000)) });
    assert.equal(code, 1);
    assert.match(stderr, /Line 1 of the input is longer than 4000000 characters/);
  });

  test('an error names its line in the text', async () => {
    const good = '%41\r\n'.repeat(2_500);
    const args = ['run', 'upper-case', 'url-decode'];
    const { code, stdout, stderr } = await runCommand(args, {
      input: [good, 'a\n%41\n%4\n'].map((text) => Buffer.from(text)),
    });
    assert.equal(code, 1);
    assert.equal(stdout, 'A\r\n'.repeat(2_500));
    assert.equal(
      stderr,
      'textmill: Step 2 (url-decode) failed: line 2503, column 1: "%" must be followed by two hexadecimal digits; write %25 ' +
        'for the character itself\n',
    );
  });

  const usages: [string, string[], RegExp][] = [
    ['no steps', [], /No steps provided/],
    ['an unknown tool', ['uppercase'], /Unknown tool: uppercase\. Did you mean upper-case\?/],
    ['a word for one', ['dedupe'], /Unknown tool: dedupe\. To find one: textmill tools --search dedupe\n$/],
    ['an unknown option', ['trim-lines={"sides":"end"}'], /Unknown option for trim-lines: sides\. Did you mean side\?/],
    ['a bad option', ['trim-lines={"side":1}'], /steps\[0\]\.config\.side must be one of: both, start, end/],
    ['options that are not JSON', ['trim-lines={side}'], /The options of trim-lines are not JSON/],
    ['options that are no object', ['trim-lines=[]'], /The options of trim-lines must be a JSON object/],
    ['too many steps', Array.from({ length: 26 }, () => 'trim-lines'), /Too many steps: 26 \(maximum 25\)/],
    ['steps twice', ['trim-lines', '--steps', 'x'], /either as arguments or in a file, not both/],
    ['an unknown option', ['trim-lines', '--input', 'x'], /unknown option '--input'/],
    ['a file without a name', ['trim-lines', '--', ''], /An input file has an empty name/],
    ['an output without a name', ['trim-lines', '-o', ''], /argument '' is invalid\. It must not be empty\./],
    ['a tool without a name', [''], /^textmill: Unknown tool: \n$/],
    ['a file of steps that is not there', ['--steps', 'x'], /Cannot read steps from x: ENOENT/],
  ];
  for (const [name, args, message] of usages) {
    test(`refuses ${name} with exit code 2`, async () => {
      const { code, stdout, stderr } = await runCommand(['run', ...args], { input: 'a' });
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, message);
    });
  }

  test('reads a file of steps as Windows writes it: with a byte order mark', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'steps.json'), '\ufeff["upper-case"]\r\n');
    const { stdout, stderr } = await runCommand(['run', '--steps', 'steps.json'], { folder, input: 'a' });
    assert.deepEqual([stdout, stderr], ['A', '']);
  });

  test('refuses a file of steps that is not UTF-8, which would put other characters into options', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'steps.json'), Buffer.from('[{"toolSlug":"trim-lines","config":{"\xe4":1}}]', 'latin1'));
    const { code, stderr } = await runCommand(['run', '--steps', 'steps.json'], { folder, input: 'a' });
    assert.equal(code, 2);
    assert.match(stderr, /^textmill: Cannot read steps from steps\.json: it is not UTF-8\n$/);
  });

  test('refuses a folder as standard input', async () => {
    const folder = openSync('/', 'r');
    const args = [...commandLineProgram(), 'run', 'trim-lines'];
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: [folder, 'pipe', 'pipe'], encoding: 'utf8' });
    closeSync(folder);
    assert.deepEqual([status, stderr], [1, 'textmill: standard input is a folder\n']);
  });

  test('refuses a file that contains no steps', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'steps.json'), '[{"slug":"trim-lines"}]');
    const { code, stderr } = await runCommand(['run', '--steps', 'steps.json'], { folder });
    assert.equal(code, 2);
    assert.match(stderr, /^textmill: steps\.json: /);
  });
});

test('lines whose results exceed a limit together are processed in smaller parts', async () => {
  const replace = 'x'.repeat(400);
  const input = 'a\n'.repeat(100_000);
  const { code, stdout, stderr } = await runCommand(['run', `find-replace={"find":"a","replace":"${replace}"}`], {
    input,
  });
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(stdout, `${replace}\n`.repeat(100_000));
});
