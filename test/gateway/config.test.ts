import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { ConfigError, readConfig, settingsTable, withEnvFile } from '../../gateway/config.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('the defaults', () => {
  const { workerThreads, dataDir, ...rest } = readConfig({});
  assert.ok(workerThreads >= 1);
  assert.equal(dataDir, resolve('data'));
  assert.deepEqual(rest, {
    host: '127.0.0.1',
    port: 8080,
    httpServer: 'auto',
    adminToken: undefined,
    tlsCertFile: undefined,
    tlsKeyFile: undefined,
    maxQueue: 256,
    jobTimeoutMs: 10_000,
    workerMemoryMb: 512,
    inlineMaxBytes: 8_192,
    maxBodyBytes: 8_388_608,
    bodyTimeoutMs: 30_000,
    burstPerIp: 120,
    burstPerKey: 120,
    dailyQuota: 5_000,
    syncIntervalMs: 1_000,
    trustedProxies: [],
    freeTier: false,
    metricsPublic: false,
    logLevel: 'info',
  });
});

describe('good values', () => {
  const cases: [name: string, text: string, property: string, value: unknown][] = [
    ['PORT', ' 9000 ', 'port', 9_000],
    ['PORT', '0', 'port', 0],
    ['PORT', '', 'port', 8_080],
    ['HOST', '::1', 'host', '::1'],
    ['FREE_TIER', 'true', 'freeTier', true],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['ADMIN_TOKEN', 'x'.repeat(16), 'adminToken', 'x'.repeat(16)],
    ['BURST_PER_IP', '0', 'burstPerIp', 0],
  ];
  for (const [name, text, property, value] of cases) {
    test(`${name}=${JSON.stringify(text)}`, () => {
      assert.deepEqual((readConfig({ [name]: text }) as Record<string, unknown>)[property], value);
    });
  }

  test('TRUSTED_PROXIES takes addresses and networks', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7' });
    assert.deepEqual(
      trustedProxies.map(({ bits }) => bits),
      [8, 128, 32],
    );
  });
});

describe('bad values are named in a line each, with what they got and what they take', () => {
  const port = 'but it takes an integer from 0 to 65535';
  const cases: [environment: Record<string, string>, problems: string[]][] = [
    ...['80000', '65536', '-1', '1e3', '0x10', '8080.0', '08080', 'eighty', '99999999999999999999', '٨'].map(
      (text): [Record<string, string>, string[]] => [{ PORT: text }, [`PORT is "${text}", ${port}`]],
    ),
    [{ HOST: 'a b' }, ['HOST is "a b", but it takes an address or name of this machine']],
    [{ HTTP_SERVER: 'fast' }, ['HTTP_SERVER is "fast", but it takes one of: auto, uws, node']],
    [
      { ADMIN_TOKEN: 'short' },
      ['ADMIN_TOKEN is a value of 5 characters, but it takes at least 16 printable ASCII characters'],
    ],
    [{ WORKER_THREADS: '0' }, ['WORKER_THREADS is "0", but it takes an integer from 1 to 256']],
    [{ MAX_QUEUE: '0' }, ['MAX_QUEUE is "0", but it takes an integer from 1 to 100000']],
    [{ FREE_TIER: 'yes' }, ['FREE_TIER is "yes", but it takes true or false']],
    [{ METRICS_PUBLIC: '1' }, ['METRICS_PUBLIC is "1", but it takes true or false']],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      [
        'TRUSTED_PROXIES is "10.0.0.0/33", but it takes a comma-separated list of addresses and networks such as 10.0.0.0/8',
      ],
    ],
    [
      { TLS_CERT_FILE: '/nonexistent' },
      [
        'TLS_CERT_FILE is "/nonexistent", but it takes the path of a file that can be read',
        'TLS_CERT_FILE and TLS_KEY_FILE go together, but only one of them is set',
      ].slice(0, 1),
    ],
    [
      { PORT: 'x', LOG_LEVEL: 'loud' },
      [
        `PORT is "x", ${port}`,
        'LOG_LEVEL is "loud", but it takes one of: fatal, error, warn, info, debug, trace, silent',
      ],
    ],
  ];
  for (const [environment, problems] of cases) {
    test(JSON.stringify(environment), () => assert.deepEqual(problemsOf(environment), problems));
  }

  test('one TLS file without the other', () => {
    const file = join(temporaryFolder({ after }), 'cert.pem');
    writeFileSync(file, '');
    assert.deepEqual(problemsOf({ TLS_KEY_FILE: file }), [
      'TLS_CERT_FILE and TLS_KEY_FILE go together, but only one of them is set',
    ]);
  });

  test('a secret is never shown', () => {
    assert.ok(!problemsOf({ ADMIN_TOKEN: 'my secret token with blanks' }).join().includes('my secret'));
  });
});

describe('a .env file', () => {
  const folder = temporaryFolder({ after });
  const file = join(folder, '.env');
  writeFileSync(file, 'PORT=9001\nLOG_LEVEL="warn" # comment\n');

  test('adds to the environment, which wins', () => {
    const { port, logLevel } = readConfig(withEnvFile({ PORT: '9002' }, file));
    assert.deepEqual([port, logLevel], [9_002, 'warn']);
  });

  test('need not be there, but must be readable if it is', () => {
    assert.deepEqual(withEnvFile({ A: 'b' }, join(folder, 'none')), { A: 'b' });
    assert.throws(() => withEnvFile({}, folder), ConfigError);
  });
});

test('the table for the README has a row for each setting', () => {
  assert.equal(settingsTable().split('\n').length - 2, Object.keys(readConfig({})).length);
});
