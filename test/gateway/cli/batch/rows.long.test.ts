import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { csvRows } from '#gateway/cli/batch/rows/csv-rows.js';
import { ndjsonRows } from '#gateway/cli/batch/rows/ndjson-rows.js';
import type { Segment } from '#gateway/cli/batch/rows/row.js';
import { runCommand } from '../../../support/command-line.js';
import { sharedTestGateway } from '../../../support/gateway.js';
import { startLimitedProxy } from '../../../support/limited-proxy.js';
import { sampleSize } from '../../../support/sample-size.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

async function access() {
  const gateway = await sharedTestGateway();
  return { gateway, environment: { TEXTMILL_URL: gateway.url, TEXTMILL_API_KEY: (await gateway.key()).secret } };
}

async function run(args: readonly string[], input: string, folder = '/') {
  const { environment } = await access();
  return await runCommand(['batch', 'run', ...args], { environment, input, folder });
}

/** Rows of which every 5,883rd is wrong, 17 in 100,000: no JSON, no member, or a text that the tool refuses. */
function mailRows(count: number): { readonly input: string; readonly output: string; readonly bad: readonly number[] } {
  const [input, output, bad]: [string[], string[], number[]] = [[], [], []];
  for (let number = 1; number <= count; number++) {
    const isBad = number % 5_883 === 7;
    if (isBad) bad.push(number);
    const body = isBad ? ['{ "id": 1,', '{"id":"x"}', `{"id":"b${number}","body":"{"}`][bad.length % 3] : undefined;
    input.push(body ?? `{"id": "r${number}", "body":"[ ${number} ]" }`);
    if (!isBad) output.push(`{"id": "r${number}", "body":"[${number}]" }`);
  }
  return { input: `${input.join('\n')}\n`, output: `${output.join('\n')}\n`, bad };
}

describe('textmill batch run --text', () => {
  test('100,000 rows with 17 bad ones give 99,983 results, and 17 lines that name row and reason', async (t) => {
    const folder = temporaryFolder(t);
    const { input, output, bad } = mailRows(100_000);
    assert.equal(bad.length, 17);
    writeFileSync(join(folder, 'rows.ndjson'), input);
    const args = ['rows.ndjson', '--text', 'body', '--id', 'id', 'json-minifier', '-o', 'out.ndjson', '--errors'];
    const { code, stdout, stderr } = await run([...args, 'bad.ndjson', '--json'], '', folder);
    assert.deepEqual([code, stderr], [1, 'textmill: 17 rows failed, left out; see bad.ndjson\n']);
    const { requests, retries, rows, failed } = JSON.parse(stdout);
    assert.deepEqual({ requests, retries, rows, failed }, { requests: 20, retries: 0, rows: 100_000, failed: 17 });
    assert.ok(readFileSync(join(folder, 'out.ndjson'), 'utf8') === output);
    const errors = linesOf(join(folder, 'bad.ndjson'));
    assert.deepEqual(
      errors.map(({ row }) => row),
      bad,
    );
    assert.deepEqual(errors.slice(0, 4), [
      { row: 7, id: 'x', error: { code: 'no-text', detail: 'there is no member "body"' } },
      {
        row: 5_890,
        id: 'b5890',
        error: {
          code: 'step-failed',
          detail:
            'Step 1 (json-minifier) failed: line 1, column 2: expected a property name in double quotes, found the end of the text',
          step: 1,
          line: 1,
          column: 2,
        },
        text: '{',
      },
      {
        row: 11_773,
        error: {
          code: 'not-json',
          detail: 'expected a property name in double quotes, found the end of the text',
          line: 1,
          column: 11,
        },
      },
      // Its id is that of row 7.
      { row: 17_656, id: 'x', error: { code: 'duplicate-id', detail: 'row 7 has this id, too' } },
    ]);
    assert.deepEqual(readdirSync(folder), ['bad.ndjson', 'out.ndjson', 'rows.ndjson']);
  });

  for (const onError of ['error', 'skip', 'keep']) {
    test(`stops in the middle and goes on to the same bytes: --on-error ${onError}`, async (t) => {
      const { input } = mailRows(30_000);
      const { gateway, environment } = await access();
      const folders = [temporaryFolder(t), temporaryFolder(t)] as const;
      const args = ['--text', 'body', '--id', 'id', '-o', 'out', '--errors', 'bad', '--on-error', onError, './rows'];
      const all = ['batch', 'run', ...args, '--format', 'ndjson', '--max-wait', '0', 'json-minifier'];
      const ends = [];
      for (const folder of folders) writeFileSync(join(folder, 'rows'), input);
      ends.push(await runCommand(all, { environment, folder: folders[0] }));
      const stopped = { ...environment, TEXTMILL_URL: await startLimitedProxy(t, gateway, 3) };
      const stop = await runCommand(all, { environment: stopped, folder: folders[1] });
      assert.equal(stop.code, 1);
      assert.deepEqual(readdirSync(folders[1]), ['bad', 'out', 'out.progress', 'rows']);
      // What is written behind the noted progress is cut off.
      writeFileSync(join(folders[1], 'bad'), '{"half', { flag: 'a' });
      ends.push(await runCommand([...all, '--resume'], { environment, folder: folders[1] }));
      assert.deepEqual(ends[1], ends[0]);
      assert.equal(ends[0]?.code, onError === 'error' ? 1 : 0);
      for (const name of ['out', 'bad']) {
        const [first, second] = folders.map((folder) => readFileSync(join(folder, name), 'utf8'));
        assert.ok(first === second, name);
      }
      const again = await runCommand([...all, '--resume'], { environment, folder: folders[1] });
      assert.match(again.stderr, /Nothing to resume/);
    });
  }

  test('a batch with other options, another input or a shorter file of errors is not resumed', async (t) => {
    const folder = temporaryFolder(t);
    const { gateway, environment } = await access();
    const { input } = mailRows(15_000);
    writeFileSync(join(folder, 'rows.ndjson'), input);
    const args = ['batch', 'run', 'rows.ndjson', '--text', 'body', 'json-minifier', '-o', 'out', '--max-wait', '0'];
    const stopped = { ...environment, TEXTMILL_URL: await startLimitedProxy(t, gateway, 2) };
    await runCommand([...args, '--errors', 'bad'], { environment: stopped, folder });
    const resume = (more: readonly string[]) => runCommand([...args, ...more, '--resume'], { environment, folder });
    assert.match((await resume(['--errors', 'worse'])).stderr, /belongs to a batch with other options/);
    writeFileSync(join(folder, 'rows.ndjson'), input.replace('r2', 'r3'));
    assert.match((await resume(['--errors', 'bad'])).stderr, /The input is not that of the unfinished batch/);
    writeFileSync(join(folder, 'rows.ndjson'), input.slice(0, 100));
    assert.match((await resume(['--errors', 'bad'])).stderr, /The input is shorter than the part that is already done/);
    writeFileSync(join(folder, 'bad'), '');
    assert.match((await resume(['--errors', 'bad'])).stderr, /bad is shorter than what the batch has written/);
  });

  const cases: readonly (readonly [title: string, args: readonly string[], input: string, output: string])[] = [
    ['a string as it is spelt if it does not change', ['--text', 'a'], '{"a":"\\u0041"}', '{"a":"\\u0041"}'],
    ['a number that changes becomes a string', ['--text', 'a', '--into', 'b'], '{"a":1.50}', '{"a":1.50,"b":"1.50"}'],
    ['a member that is there', ['--text', 'a', '--into', 'b'], '{"b":0,"a":"x"}\r\n', '{"b":"X","a":"x"}\r\n'],
    ['blank lines stay', ['--text', 'a'], '\n{"a":"x"}\n \n{"a":"y"}', '\n{"a":"X"}\n \n{"a":"Y"}'],
    [
      'numbers of 40 digits stay',
      ['--text', 'a'],
      `{"n":${'1'.repeat(40)},"a":"x"}`,
      `{"n":${'1'.repeat(40)},"a":"X"}`,
    ],
    ['lone surrogates stay', ['--text', 'a'], '{"a":"x\\ud800"}', '{"a":"X\\ud800"}'],
    ['members inside are others', ['--text', 'a'], '{"b":{"a":"x"},"a":"y"}', '{"b":{"a":"x"},"a":"Y"}'],
    ['an empty file', ['--text', 'a'], '', ''],
    ['objects stay objects', ['--text', 'a'], '{"a":{"b":1}}', '{"a":{"B":1}}'],
  ];
  for (const [title, args, input, output] of cases) {
    test(`NDJSON: ${title}`, async () => {
      const end = await run([...args, '--format', 'ndjson', 'upper-case'], input);
      assert.deepEqual(end, { code: 0, stdout: output, stderr: '' });
    });
  }

  const tables: readonly (readonly [title: string, args: readonly string[], input: string, output: string])[] = [
    ['a column', ['--text', 'b'], 'a,b\nx,y\n', 'a,b\nx,Y\n'],
    [
      'semicolons and quotes',
      ['--text', 'b', '--delimiter', ';'],
      'a;b\r\n"x;"";";"y,\n;z"\r\n',
      'a;b\r\n"x;"";";"Y,\n;Z"\r\n',
    ],
    ['auto', ['--text', 'b', '--delimiter', 'auto'], 'a|b\nx|"y" \n', 'a|b\nx|"Y" \n'],
    ['a line sep=', ['--text', 'b', '--delimiter', 'auto'], 'sep=;\na;b\n,;y\n', 'sep=;\na;b\n,;Y\n'],
    ['tabs', ['--text', 'b', '--delimiter', 'tab'], 'a\tb\nx\ty', 'a\tb\nx\tY'],
    ['a number of a column', ['--text', '2'], 'a,b\nx,y\n', 'a,b\nx,Y\n'],
    ['a new column', ['--text', 'a', '--into', 'c,d'], 'a,b\nx,\n"y",z', 'a,b,"c,d"\nx,,X\n"y",z,Y'],
    ['a column that is there', ['--text', 'a', '--into', 'b'], 'a,b\nx,"y"\nz,\n', 'a,b\nx,"X"\nz,Z\n'],
    ['blank lines stay, lone returns end lines', ['--text', 'a'], 'a\r\rx\ry', 'a\r\rX\rY'],
    ['an empty file', ['--text', 'a'], '', ''],
    ['a header only', ['--text', 'a'], 'a\n', 'a\n'],
  ];
  for (const [title, args, input, output] of tables) {
    test(`CSV: ${title}`, async () => {
      const end = await run([...args, '--format', 'csv', 'upper-case'], input);
      assert.deepEqual(end, { code: 0, stdout: output, stderr: '' });
    });
  }

  test('names rows that are ragged or quoted wrongly, and keeps them', async () => {
    const input = 'id,a,b\n1,x,y\n2\n3,"x"y,z\n4,"x,y\n5,x,y,z\n1,x,y\n,x,y\n6,x,y\n';
    const args = ['--format', 'csv', '--text', 'a', '--id', 'id', 'upper-case'];
    const { code, stdout, stderr } = await run(args, input);
    assert.deepEqual([code, stdout], [1, 'id,a,b\n1,X,y\n5,X,y,z\n6,X,y\n']);
    assert.equal(
      stderr,
      'Row 2 ("2"): the row has 1 cell, so it has no column 2\n' +
        'Row 3: "y" follows a closing quote; a quote inside a quoted cell is written twice\n' +
        'Row 4: the quote that opens a cell here is never closed\n' +
        'Row 6 ("1"): row 1 has this id, too\n' +
        'Row 7: the row has no id in its column\n' +
        'textmill: 5 rows failed, left out\n',
    );
    const kept = await run([...args, '--on-error', 'keep', '--into', 'c'], input);
    assert.deepEqual(
      [kept.code, kept.stdout],
      [0, 'id,a,b,c\n1,x,y,X\n2\n3,"x"y,z\n4,"x,y\n5,x,y,z\n1,x,y,\n,x,y,\n6,x,y,X\n'],
    );
    assert.match(kept.stderr, /^Row 5 \("5"\): the row has 4 cells, and the header 3$/m);
    assert.match(kept.stderr, /textmill: 6 rows failed, kept as they were\n$/);
  });

  test('names rows of NDJSON that are none, have no text or a wrong id', async () => {
    const rows = [
      '[1]',
      '{"id":1,"a":null}',
      '{"id":2,"a":"x","a":"y"}',
      `{"id":"${'i'.repeat(201)}","a":"x"}`,
      '{"id":true,"a":"x"}',
      '{"id":3,"a":"x"} {}',
      `{"id":4,"a":"${'x'.repeat(500_001)}"}`,
      '{"id":5,"a":"x"}',
    ];
    const { code, stdout, stderr } = await run(
      ['--format', 'ndjson', '--text', 'a', '--id', 'id', 'upper-case', '--on-error', 'skip'],
      rows.join('\n'),
    );
    assert.deepEqual([code, stdout], [0, '{"id":5,"a":"X"}']);
    assert.deepEqual(stderr.split('\n'), [
      'Row 1: the row is no JSON object',
      'Row 2 ("1"): the member "a" is null',
      'Row 3 ("2"): there are several members "a"',
      `Row 4 ("${'i'.repeat(201)}"): the id has 201 characters, and an id may have 200`,
      'Row 5: the row has no string or number "id"',
      'Row 6: expected the end of the text, found "{"',
      'Row 7 ("4"): the text has 500001 characters, and a text may have 500000',
      'textmill: 7 rows failed, left out',
      '',
    ]);
  });

  test('a row that alone exceeds a limit fails, and the others of its request do not', async () => {
    const long = 'x'.repeat(300_000);
    const rows = ['a', long, 'b'].map((a) => `${JSON.stringify({ a })}\n`);
    const repeat = 'repeat-text={"times":20}';
    const { code, stdout, stderr } = await run(['--format', 'ndjson', '--text', 'a', repeat], rows.join(''));
    assert.deepEqual([code, stdout], [1, `{"a":"${'a'.repeat(20)}"}\n{"a":"${'b'.repeat(20)}"}\n`]);
    assert.match(stderr, /^Row 2: Step 1 \(repeat-text\) failed: the output would be longer than 4000000 characters$/m);
  });

  test('says what a group forgave, and where a step in a group failed', async (t) => {
    const folder = temporaryFolder(t);
    const steps = (onError: string) => JSON.stringify([{ each: 'line', onError, steps: ['number-base-converter'] }]);
    writeFileSync(join(folder, 'mark.json'), steps('mark'));
    const rows = '{"a":"1\\nz"}\n{"a":"2"}\n';
    const args = ['--format', 'ndjson', '--text', 'a'];
    const marked = await run([...args, '--steps', 'mark.json'], rows, folder);
    assert.deepEqual([marked.code, marked.stdout], [0, '{"a":"1\\ninvalid: z"}\n{"a":"2"}\n']);
    assert.match(marked.stderr, /^Row 1: Step 1 \(number-base-converter\) failed at line 2: /);
    const failed = await run([...args, '--each', 'line', '--errors', 'bad', 'number-base-converter'], rows, folder);
    assert.deepEqual([failed.code, failed.stdout], [1, '{"a":"2"}\n']);
    const [{ error }] = linesOf(join(folder, 'bad')) as [{ error: Record<string, unknown> }];
    assert.deepEqual([error.path, error.part, error.line, error.column], ['steps[0].steps[0]', 2, 2, 1]);
  });

  const refusals: readonly (readonly [args: readonly string[], code: number, message: RegExp])[] = [
    [['--text', 'a', 'upper-case'], 2, /Say what the rows of standard input are: --format ndjson or --format csv/],
    [['--text', 'a', '--format', 'xml', 'upper-case'], 2, /--format xml: write ndjson or csv/],
    [['--text', 'a', '--format', 'csv', '--on-error', 'drop', 'upper-case'], 2, /one of error, skip, keep/],
    [['--id', 'a', 'upper-case'], 2, /--id is for rows: name the member or column with --text/],
    [['--text', 'a', 'upper-case', '--', 'a.csv', 'b.csv'], 2, /Rows come from one file/],
    [['--text', 'a', '--format', 'ndjson', '--delimiter', ';', 'upper-case'], 2, /--delimiter is for rows of CSV/],
    [['--text', 'a', '--format', 'csv', '--delimiter', 'comma', 'upper-case'], 1, /delimiter must be tab, auto/],
    [['--text', 'z', '--format', 'csv', 'upper-case'], 1, /there is no column "z"; the columns are "?a/],
    [['--text', 'a', '--format', 'csv', 'uper-case'], 2, /Did you mean upper-case\?/],
    [['--text', 'a', '--format', 'csv', '-o', 'x', '--errors', './x', 'upper-case'], 2, /neither the input nor/],
  ];
  test('names what is wrong with its options', async (t) => {
    const folder = temporaryFolder(t);
    for (const [args, code, message] of refusals) {
      const end = await run(args, 'a\nx\n', folder);
      assert.match(end.stderr, message);
      assert.equal(end.code, code, args.join(' '));
      assert.deepEqual(readdirSync(folder), []);
    }
  });
});

describe('rows that arrive in pieces', () => {
  async function segments(
    read: (pieces: AsyncIterable<string>) => AsyncIterable<readonly Segment[]>,
    pieces: string[],
  ) {
    const found: unknown[] = [];
    async function* arriving() {
      yield* pieces;
    }
    for await (const some of read(arriving())) {
      for (const { source, row, written } of some) {
        const { number, id, text, fault } = row ?? {};
        const result = row?.fault === undefined ? row?.write('"new"') : row.keep();
        found.push({ source, written, number, id, text, fault, result });
      }
    }
    return found as { readonly source: string; readonly number: number | undefined }[];
  }

  const fields = { text: 'a', id: 'b', into: 'c' };
  const readers = {
    csv: (pieces: AsyncIterable<string>) => csvRows(pieces, fields, ','),
    ndjson: (pieces: AsyncIterable<string>) => ndjsonRows(pieces, fields),
  };
  const token = fc.constantFrom(
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    '\r',
    'x',
    ' ',
    '{',
    '}',
    '"a":',
    '"b":1',
    'y,z\n',
    '"q"',
  );
  const texts = {
    csv: fc.array(token, { maxLength: 30 }).map((tokens) => `a,b\n${tokens.join('')}`),
    ndjson: fc.array(fc.oneof(token, fc.constant('{"a":"x","b":1}\n')), { maxLength: 20 }).map((all) => all.join('')),
  };
  for (const kind of ['csv', 'ndjson'] as const) {
    test(`${kind}: the rows are the same, and their sources are the text`, async () => {
      const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(texts[kind], cuts, async (text, places) => {
          const whole = await segments(readers[kind], [text]);
          assert.equal(whole.map(({ source }) => source).join(''), text);
          const ends = [...places.map((place) => Math.min(place, text.length)), text.length].sort((a, b) => a - b);
          const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
          // Blank lines between two rows may come as several segments.
          const rowsOf = (all: typeof whole) => all.filter(({ number }) => number !== undefined);
          assert.deepEqual(rowsOf(await segments(readers[kind], pieces)), rowsOf(whole));
        }),
        { numRuns: sampleSize(300) },
      );
    });
  }
});

function linesOf(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
