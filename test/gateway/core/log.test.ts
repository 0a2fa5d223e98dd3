import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLog, type Log } from '#gateway/core/log.js';
import { lineFormat } from '#gateway/core/log-format.js';

/** A log whose lines a test can read, as text. */
function linesOf(write: (log: Log) => void, level = 'trace'): string[] {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
}

/** Returns the line that a log writes for these fields, as text and as JSON. */
function written(fields: object): { line: string; fields: Record<string, unknown> } {
  const [line = '', ...more] = linesOf((log) => log.info(fields, 'message'));
  assert.deepEqual(more, []);
  return { line, fields: JSON.parse(line) };
}

const hidden = '[redacted]';
const apiKey = `svc_live_${'a1B2'.repeat(8)}`;

test('a line is one JSON object with level, time, message and fields', () => {
  const { line, fields } = written({ requestId: 'r-1', port: 8_080 });
  assert.match(line, /^\{.*\}\n$/);
  const { time, ...rest } = fields;
  assert.equal(typeof time, 'number');
  assert.deepEqual(rest, { level: 30, requestId: 'r-1', port: 8_080, msg: 'message' });
});

test('the level decides which lines are written', () => {
  const all = (log: Log) => {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) log[level](level);
  };
  assert.equal(linesOf(all, 'trace').length, 6);
  assert.equal(linesOf(all, 'warn').length, 3);
  assert.equal(linesOf(all, 'silent').length, 0);
});

describe('secrets and texts that are passed to the log are not written', () => {
  const secret = 'do-not-show-this';
  const rows: Record<string, object> = {
    'under its name': { key: secret },
    'under the name of its header': { 'x-api-key': secret, 'x-admin-token': secret },
    'in any case': { 'X-Api-Key': secret, ADMIN_TOKEN: secret, adminToken: secret },
    'among headers': { req: { headers: { 'x-api-key': secret } } },
    'at any depth': { a: { b: { c: [{ secret }] } } },
    'as the text of a request': { input: secret, body: { input: secret }, lines: [secret], urls: [secret] },
    'as bytes': { data: Buffer.from(secret), bytes: new TextEncoder().encode(secret).buffer },
    'in another property of an error': {
      err: Object.assign(new TypeError('Invalid URL'), { input: secret, base: secret }),
    },
    'in the cause of an error': {
      err: new Error('failed', { cause: Object.assign(new Error('x'), { token: secret }) }),
    },
    'in what JSON.parse quotes': { err: parseError(`{"input":${secret}}`) },
  };
  for (const [name, fields] of Object.entries(rows)) {
    test(name, () => {
      const { line } = written(fields);
      assert.doesNotMatch(line, /do-not/);
      assert.doesNotMatch(line, /100,111,45,110,111,116/);
    });
  }

  test('in a message, if it is an API key', () => {
    const lines = linesOf((log) => {
      log.info(`${apiKey} was revoked`);
      log.error({ err: new Error(`no such key: ${apiKey}`), path: `/keys/${apiKey.replace('live', 'dev')}` }, 'failed');
    });
    assert.doesNotMatch(lines.join(''), /a1B2/);
    assert.match(lines[0] ?? '', /"msg":"svc_live_\[redacted\] was revoked"/);
    assert.match(lines[1] ?? '', /\/keys\/svc_dev_\[redacted\]"/);
  });

  for (const before of ['', ' ', '\n', '\t', '\r\n', '\u0000', '"', '\\', '_', 'x', '9', 'ü', '\u2028']) {
    test(`in a message, if it is an API key after ${JSON.stringify(before)}`, () => {
      const text = linesOf((log) => log.error({ err: new Error(`the keys:${before}${apiKey}`) }, 'failed')).join('');
      assert.doesNotMatch(text, /a1B2/);
      assert.match(text, /svc_live_\[redacted\]/);
    });
  }
});

test('text next to a secret is still logged', () => {
  const { fields } = written({ key: 'x', keyId: 'key_1', lines: 12, body: undefined, when: new Date(0) });
  const { level, time, msg, ...rest } = fields;
  assert.deepEqual(rest, { key: hidden, keyId: 'key_1', lines: 12, when: '1970-01-01T00:00:00.000Z' });
});

test('an error is logged with its message, code, stack frames and cause', () => {
  const cause = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
  const { fields } = written({ err: new Error('cannot write', { cause }) });
  const err = fields.err as { message: string; stack: string; cause: { message: string; code: string } };
  assert.equal(err.message, 'cannot write');
  assert.match(err.stack, /^Error\n {4}at .*log\.test\.ts/);
  assert.equal(err.cause.message, 'disk full');
  assert.equal(err.cause.code, 'SQLITE_FULL');
});

test('cyclic fields do not loop forever', () => {
  const fields: Record<string, unknown> = { name: 'loop' };
  fields.self = fields;
  assert.match(written(fields).line, /nested too deeply/);
});

test('the last line reaches standard output before the process exits', () => {
  const script = `
    import { createLog } from './gateway/core/log.ts';
    const log = createLog('info');
    for (let i = 0; i < 1000; i++) log.info({ i }, 'line');
    process.exit(0);
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './gateway/build/typescript.mjs', '--input-type=module', '--eval', script],
    { cwd: fileURLToPath(new URL('../../../', import.meta.url)), encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 1_000);
  assert.equal(JSON.parse(lines.at(-1) ?? '').i, 999);
});

function parseError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

test('a line for people has the time, the level, the message and the fields, and nothing that a terminal obeys', () => {
  const format = lineFormat('auto', true);
  assert.equal(lineFormat('auto', false), undefined);
  assert.equal(lineFormat('json', true), undefined);
  assert.equal(lineFormat('text', false), format);
  const line = (fields: object): string =>
    format?.(`${JSON.stringify({ level: 40, time: 34_200_125, ...fields })}\n`) ?? '';
  assert.equal(
    line({ path: '/v1/run', status: 200, reason: 'a b', msg: 'Slow job' }),
    '09:30:00.125 WARN  Slow job  path=/v1/run status=200 reason="a b"\n',
  );
  assert.equal(line({ msg: 'Ready' }), '09:30:00.125 WARN  Ready\n');
  assert.doesNotMatch(line({ label: 'a\u001b[31m\u009b\u202e\n', more: { list: [1] } }).trimEnd(), /\p{Cc}|\u202e/u);
  assert.equal(format?.('no JSON\n'), 'no JSON\n');
});
