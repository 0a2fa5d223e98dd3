import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isInNetwork, parseAddress } from '#gateway/core/ip-address.js';
import { type Config, ConfigError, readConfig, settingFacts, settingsTable } from '#gateway/server/config/config.js';
import { unknownSettings, withEnvFile } from '#gateway/server/config/env-file.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Returns the error lines that stop the start; empty if it continues. */
function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.message, error.problems.join('\n'));
    return error.problems;
  }
}

const port = 'an integer from 0 to 65535';
const hostName = 'an IP address or a host name';
const networkList = 'a comma-separated list of addresses and networks such as 10.0.0.0/8';
const toolList = 'a comma-separated list of tools such as csv-json-converter,trim-lines';
const hostNames = 'a comma-separated list of host names such as text.example.com';
const durations = 'minutes, hours or days such as 30m, 6h or 1d, up to 30d';
const publicUrl = 'a scheme and a host such as https://text.example.com, without a path';

/** The variable, its invalid value, and what it accepts. */
const refused: readonly (readonly [name: string, text: string, takes: string])[] = [
  ['PORT', '80000', port],
  ['PORT', '65536', port],
  ['PORT', ' 8080', port],
  ['PORT', '8080 ', port],
  ['PORT', '8080\n', port],
  ['PORT', '1e3', port],
  ['PORT', '-1', port],
  ['PORT', '+1', port],
  ['PORT', '-0', port],
  ['PORT', '0x10', port],
  ['PORT', '080', port],
  ['PORT', '80.0', port],
  ['PORT', '8_080', port],
  ['PORT', '٨٠', port],
  ['PORT', '9'.repeat(30), port],
  ['PORT', 'Infinity', port],
  ['PORT', ' ', port],
  ['HOST', 'http://127.0.0.1', hostName],
  ['HOST', '[::1]', hostName],
  ['HOST', '127.0.0.1:8080', hostName],
  ['HOST', '127.0.0.256', hostName],
  ['HOST', '127.1', hostName],
  ['HOST', 'a b', hostName],
  ['HOST', '-a', hostName],
  ['HOST', 'a..b', hostName],
  ['HTTP_SERVER', 'nginx', 'one of: auto, uws, node'],
  ['HTTP_SERVER', 'UWS', 'one of: auto, uws, node'],
  ['GATEWAYS', '0', 'an integer from 1 to 64, or auto'],
  ['GATEWAYS', '65', 'an integer from 1 to 64, or auto'],
  ['GATEWAYS', 'AUTO', 'an integer from 1 to 64, or auto'],
  ['WORKER_THREADS', '0', 'an integer from 1 to 256'],
  ['WORKER_THREADS', '257', 'an integer from 1 to 256'],
  ['MAX_QUEUE', '0', 'an integer from 1 to 100000'],
  ['JOB_TIMEOUT_MS', '0', 'an integer from 1 to 3600000'],
  ['JOB_TIMEOUT_MS', '10s', 'an integer from 1 to 3600000'],
  ['WORKER_MEMORY_MB', '16', 'an integer from 32 to 65536'],
  ['INLINE_MAX_BYTES', '1000001', 'an integer from 0 to 1000000'],
  ['MAX_BODY_BYTES', '8MiB', 'an integer from 1024 to 268435456'],
  ['BODY_TIMEOUT_MS', '2147483648', 'an integer from 1 to 2147483647'],
  ['BURST_PER_IP', '-1', 'an integer from 0 to 1000000000'],
  ['BURST_PER_KEY', 'off', 'an integer from 0 to 1000000000'],
  ['DAILY_QUOTA', '9007199254740993', 'an integer from 0 to 1000000000'],
  ['HISTORY_DAYS', '29', 'an integer from 30 to 4000'],
  ['AUDIT_DAYS', '0', 'an integer from 1 to 3650'],
  ['AUDIT_DAYS', '3651', 'an integer from 1 to 3650'],
  ['SYNC_INTERVAL_MS', '9', 'an integer from 10 to 3600000'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', networkList],
  ['TRUSTED_PROXIES', '10.0.0.0/8,', networkList],
  ['TRUSTED_PROXIES', '172.17.0.1/16', networkList],
  ['TRUSTED_PROXIES', '::1,2001:db8::1/32', networkList],
  ['TRUSTED_PROXIES', '10.0.0.0/8 10.1.0.0/16', networkList],
  ['TRUSTED_PROXIES', '10.1', networkList],
  ['TRUSTED_PROXIES', '::/129', networkList],
  ['TRUSTED_PROXIES', '10.0.0.0/+8', networkList],
  ['TRUSTED_PROXIES', 'proxy.example', networkList],
  ['PUBLIC_URL', 'text.example.com', publicUrl],
  ['PUBLIC_URL', 'https://text.example.com/', publicUrl],
  ['PUBLIC_URL', 'https://text.example.com/console', publicUrl],
  ['PUBLIC_URL', 'https://text.example.com?a=b', publicUrl],
  ['PUBLIC_URL', 'https://user:password@text.example.com', publicUrl],
  ['PUBLIC_URL', 'https://*.example.com', publicUrl],
  ['PUBLIC_URL', 'https://text.example.com:65536', publicUrl],
  ['PUBLIC_URL', 'ftp://text.example.com', publicUrl],
  ['PUBLIC_URL', 'https://', publicUrl],
  ['PUBLIC_URL', ' https://text.example.com', publicUrl],
  ['PUBLIC_URL', 'null', publicUrl],
  ['MCP_EXPOSE', 'trim-lines,', toolList],
  ['MCP_EXPOSE', 'trim_lines', toolList],
  ['MCP_EXPOSE', 'trim-lines upper-case', toolList],
  ['MCP_HOSTS', 'https://text.example.com', hostNames],
  ['MCP_HOSTS', 'text.example.com:8080', hostNames],
  ['MCP_HOSTS', '*.example.com', hostNames],
  ['MCP_HOSTS', 'a,,b', hostNames],
  ['BACKUP_EVERY', '0h', durations],
  ['BACKUP_EVERY', '90s', durations],
  ['BACKUP_EVERY', '31d', durations],
  ['BACKUP_EVERY', '1.5h', durations],
  ['BACKUP_EVERY', '6H', durations],
  ['BACKUP_EVERY', '6', durations],
  ['BACKUP_EVERY', '99999d', durations],
  ['BACKUP_KEEP', '0', 'an integer from 1 to 1000'],
  ['FREE_TIER', 'yes', 'true or false'],
  ['FREE_TIER', 'TRUE', 'true or false'],
  ['METRICS_PUBLIC', '1', 'true or false'],
  ['LOG_LEVEL', 'verbose', 'one of: fatal, error, warn, info, debug, trace, silent'],
];

describe('an invalid value gives one line: the variable, its value, and what it accepts', () => {
  for (const [name, text, takes] of refused) {
    test(`${name}=${JSON.stringify(text).slice(0, 40)}`, () => {
      const problem = `${name} is ${JSON.stringify(text)}, but it takes ${takes}`;
      assert.deepEqual(problemsOf({ [name]: text }), [problem]);
      assert.doesNotMatch(problem, /\n/);
    });
  }

  test('all invalid values are reported together, in the order of the table', () => {
    assert.deepEqual(problemsOf({ LOG_LEVEL: 'loud', PORT: '80000' }), [
      `PORT is "80000", but it takes ${port}`,
      'LOG_LEVEL is "loud", but it takes one of: fatal, error, warn, info, debug, trace, silent',
    ]);
  });

  test('a long value is truncated', () => {
    const [problem = ''] = problemsOf({ LOG_LEVEL: 'x'.repeat(100_000) });
    assert.match(problem, /^LOG_LEVEL is "x{80}…", but it takes /);
  });

  for (const token of [
    'short-secret-15',
    'a secret with blanks in it',
    'secret-ünicode-characters',
    's'.repeat(1_001),
  ]) {
    test(`ADMIN_TOKEN of ${token.length} characters is never shown`, () => {
      assert.deepEqual(problemsOf({ ADMIN_TOKEN: token }), [
        `ADMIN_TOKEN is a value of ${token.length} characters, but it takes 16 to 1000 printable ASCII characters without spaces`,
      ]);
    });
  }
});

/** The variable, what it got, and the setting's value. */
const taken: readonly (readonly [name: string, text: string, key: keyof Config, value: unknown])[] = [
  ['PORT', '0', 'port', 0],
  ['PORT', '1', 'port', 1],
  ['PORT', '65535', 'port', 65_535],
  ['PORT', '', 'port', 8_080],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['HOST', '::', 'host', '::'],
  ['HOST', 'fe80::1%eth0', 'host', 'fe80::1%eth0'],
  ['HOST', 'localhost', 'host', 'localhost'],
  ['HOST', 'mill_1.example-host.org', 'host', 'mill_1.example-host.org'],
  ['DATA_DIR', 'a folder/with "quotes"', 'dataDir', resolve('a folder/with "quotes"')],
  ['HTTP_SERVER', 'node', 'httpServer', 'node'],
  ['ADMIN_TOKEN', 'exactly-16-chars', 'adminToken', 'exactly-16-chars'],
  ['ADMIN_TOKEN', '', 'adminToken', undefined],
  ['GATEWAYS', '', 'gateways', 1],
  ['GATEWAYS', '64', 'gateways', 64],
  ['GATEWAYS', 'auto', 'gateways', Math.max(1, Math.floor(availableParallelism() / 4))],
  ['GATEWAYS', '64', 'workerThreads', Math.max(1, availableParallelism() - 64)],
  ['GATEWAYS', '1', 'workerThreads', Math.max(1, availableParallelism() - 1)],
  ['WORKER_THREADS', '1', 'workerThreads', 1],
  ['BODY_TIMEOUT_MS', '2147483647', 'bodyTimeoutMs', 2_147_483_647],
  ['BURST_PER_IP', '0', 'burstPerIp', 0],
  ['DAILY_QUOTA', '0', 'dailyQuota', 0],
  ['BACKUP_EVERY', '1m', 'backupEvery', 60_000],
  ['BACKUP_EVERY', '36h', 'backupEvery', 129_600_000],
  ['BACKUP_EVERY', '30d', 'backupEvery', 2_592_000_000],
  ['BACKUP_DIR', 'copies', 'backupDir', resolve('copies')],
  ['FREE_TIER', 'true', 'freeTier', true],
  ['METRICS_PUBLIC', 'false', 'metricsPublic', false],
  ['LOG_LEVEL', 'trace', 'logLevel', 'trace'],
  ['TRUSTED_PROXIES', '', 'trustedProxies', []],
  ['MCP_EXPOSE', 'trim-lines, upper-case,trim-lines', 'mcpExpose', ['trim-lines', 'upper-case']],
  ['MCP_HOSTS', 'Text.Example.com, my_box', 'mcpHosts', ['text.example.com', 'my_box']],
  ['PUBLIC_URL', '', 'publicUrl', undefined],
  ['PUBLIC_URL', 'https://text.example.com', 'publicUrl', 'https://text.example.com'],
  ['PUBLIC_URL', 'HTTPS://Text.Example.com:443', 'publicUrl', 'https://text.example.com'],
  ['PUBLIC_URL', 'http://[0:0:0:0:0:0:0:1]:8080', 'publicUrl', 'http://[::1]:8080'],
];

describe('a valid value', () => {
  for (const [name, text, key, value] of taken) {
    test(`${name}=${JSON.stringify(text)}`, () => assert.deepEqual(readConfig({ [name]: text })[key], value));
  }

  test('TRUSTED_PROXIES accepts networks and addresses of both families', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8::/32 ,::1' });
    const isTrusted = (text: string) => {
      const address = parseAddress(text);
      return address !== undefined && trustedProxies.some((network) => isInNetwork(address, network));
    };
    for (const address of ['10.255.0.1', '192.0.2.7', '2001:db8:ffff::1', '::1'])
      assert.ok(isTrusted(address), address);
    for (const address of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '::2']) assert.ok(!isTrusted(address), address);
  });

  test('unknown environment variables are ignored', () => {
    assert.deepEqual(readConfig({ TEXTMILL_PORT: 'x', Port: 'x', PORTS: '99999', ['__proto__']: 'x' }), readConfig({}));
  });
});

test('an unset variable means the documented default', () => {
  assert.deepEqual(readConfig({}), {
    host: '127.0.0.1',
    port: 8_080,
    dataDir: resolve('data'),
    httpServer: 'auto',
    databaseUrl: undefined,
    keyTrustSeconds: 300,
    quotaDuringOutage: 'serve',
    gateways: 1,
    adminToken: undefined,
    tlsCertFile: undefined,
    tlsKeyFile: undefined,
    workerThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: 256,
    jobTimeoutMs: 10_000,
    workerMemoryMb: 512,
    inlineMaxBytes: 8_192,
    maxBodyBytes: 8_388_608,
    bodyTimeoutMs: 30_000,
    burstPerIp: 120,
    burstPerKey: 120,
    dailyQuota: 5_000,
    historyDays: 400,
    auditDays: 400,
    syncIntervalMs: 1_000,
    trustedProxies: [],
    publicUrl: undefined,
    mcpExpose: [],
    mcpTextMb: 64,
    mcpHosts: [],
    rulesFile: undefined,
    backupEvery: undefined,
    backupKeep: 7,
    backupDir: undefined,
    webhookUrl: undefined,
    webhookSecret: undefined,
    toolsDir: undefined,
    freeTier: false,
    metricsPublic: false,
    logLevel: 'info',
    logFormat: 'auto',
    logAddresses: false,
    slowJobMs: 1_000,
  });
});

test('the settings are frozen', () => {
  const config = readConfig({ TRUSTED_PROXIES: '::1' });
  assert.ok(Object.isFrozen(config));
  assert.ok(Object.isFrozen(config.trustedProxies));
});

test('a database that machines share needs a token that they share, and its password is not shown', () => {
  const url = 'postgres://mill:hunter2@db.example:5432/mill';
  assert.equal(readConfig({ DATABASE_URL: url, ADMIN_TOKEN: 'x'.repeat(16) }).databaseUrl, url);
  assert.deepEqual(problemsOf({ DATABASE_URL: url, ADMIN_TOKEN: '' }), [
    'DATABASE_URL needs ADMIN_TOKEN: without it, each machine would generate a token of its own',
  ]);
  assert.deepEqual(problemsOf({ DATABASE_URL: 'mysql://mill:hunter2@db.example/mill', ADMIN_TOKEN: 'x'.repeat(16) }), [
    'DATABASE_URL is a value of 36 characters, but it takes the URL of a PostgreSQL database such as ' +
      'postgres://user:password@host:5432/name',
  ]);
});

describe('a secret in a file', () => {
  const token = 'a-token-from-a-file';
  const url = 'postgres://mill:hunter2@db.example/mill';
  const form = '16 to 1000 printable ASCII characters without spaces';

  /** What the file has, and the token; or the problem, in which FILE is the path. */
  const contents: readonly (readonly [content: string | undefined, token: string | undefined, problem?: string])[] = [
    [token, token],
    [`${token}\n`, token],
    [`${token}\r\n`, token],
    [`${token}\n\n`, undefined, `ADMIN_TOKEN_FILE has a value of 20 characters, but it takes ${form}`],
    [` ${token}`, undefined, `ADMIN_TOKEN_FILE has a value of 20 characters, but it takes ${form}`],
    ['hunter2', undefined, `ADMIN_TOKEN_FILE has a value of 7 characters, but it takes ${form}`],
    ['', undefined, 'ADMIN_TOKEN_FILE: FILE is empty'],
    ['\n', undefined, 'ADMIN_TOKEN_FILE: FILE is empty'],
    [undefined, undefined, 'ADMIN_TOKEN_FILE: FILE cannot be read (ENOENT)'],
  ];
  for (const [content, expected, problem] of contents) {
    test(JSON.stringify(content) ?? 'no file', (t) => {
      const file = join(temporaryFolder(t), 'token');
      if (content !== undefined) writeFileSync(file, content);
      const environment = { ADMIN_TOKEN_FILE: file };
      if (problem === undefined) assert.equal(readConfig(environment).adminToken, expected);
      else
        assert.deepEqual(problemsOf(environment), [
          problem.replace('FILE is', `${file} is`).replace('FILE cannot', `${file} cannot`),
        ]);
    });
  }

  test('has a path that is relative to the working folder', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'token'), token);
    assert.equal(readConfig({ ADMIN_TOKEN_FILE: 'token' }, folder).adminToken, token);
  });

  test('counts as set for what needs it, also if it cannot be read', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'url'), `${url}\n`);
    writeFileSync(join(folder, 'token'), token);
    const environment = { DATABASE_URL_FILE: join(folder, 'url'), ADMIN_TOKEN_FILE: join(folder, 'token') };
    assert.equal(readConfig(environment).databaseUrl, url);
    assert.deepEqual(problemsOf({ ...environment, ADMIN_TOKEN_FILE: folder }), [
      `ADMIN_TOKEN_FILE: ${folder} cannot be read (EISDIR)`,
    ]);
    assert.deepEqual(problemsOf({ DATABASE_URL_FILE: environment.DATABASE_URL_FILE }), [
      'DATABASE_URL needs ADMIN_TOKEN: without it, each machine would generate a token of its own',
    ]);
  });

  test('is refused beside the value itself', () => {
    assert.deepEqual(problemsOf({ ADMIN_TOKEN: token, ADMIN_TOKEN_FILE: 'token' }), [
      'ADMIN_TOKEN and ADMIN_TOKEN_FILE are both set: remove one of them',
    ]);
  });

  test('is offered for every secret setting, and known in .env', () => {
    const secrets = settingFacts.filter(({ secret }) => secret).map(({ name }) => name);
    assert.deepEqual(secrets, ['DATABASE_URL', 'ADMIN_TOKEN', 'WEBHOOK_URL', 'WEBHOOK_SECRET']);
    for (const name of secrets) {
      assert.ok(problemsOf({ [`${name}_FILE`]: '/no/such/file' })[0]?.startsWith(`${name}_FILE: /no/such/file `), name);
      assert.deepEqual(unknownSettings({ [`${name}_FILE`]: 'x', PORT_FILE: 'x' }), ['PORT_FILE']);
      assert.ok(settingsTable().includes(`. \`${name}_FILE\` names a file that has it |`), name);
    }
  });
});

describe('webhooks', () => {
  const secret = `whsec_${'A'.repeat(32)}`;
  const takesUrl = 'an https URL, or one of http on this machine, without a password';
  const taken = [
    'https://hooks.example/x?y=z',
    'https://10.0.0.7:8443/',
    'http://127.0.0.1:9000/in',
    'http://[::1]/',
    'http://localhost/',
  ];
  for (const url of taken) {
    test(`go to ${url}`, () => {
      const { webhookUrl, webhookSecret } = readConfig({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret });
      assert.deepEqual({ webhookUrl, webhookSecret }, { webhookUrl: url, webhookSecret: secret });
    });
  }
  for (const url of [
    'http://hooks.example/',
    'http://10.0.0.7/',
    'https://a:b@hooks.example/',
    'https://hooks.example/#x',
    'ftp://hooks.example',
    'hooks.example',
  ]) {
    test(`do not go to ${url}, which is not shown`, () => {
      assert.deepEqual(problemsOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }), [
        `WEBHOOK_URL is a value of ${url.length} characters, but it takes ${takesUrl}`,
      ]);
    });
  }
  for (const bad of [
    'A'.repeat(32),
    'whsec_',
    `whsec_${'A'.repeat(28)}`,
    `whsec_${'A'.repeat(33)}`,
    `whsec_${'A'.repeat(88)}`,
    `whsec_${'-'.repeat(32)}`,
  ]) {
    test(`are not signed with ${bad.length} characters`, () => {
      assert.deepEqual(problemsOf({ WEBHOOK_URL: 'https://hooks.example/', WEBHOOK_SECRET: bad }), [
        `WEBHOOK_SECRET is a value of ${bad.length} characters, but it takes whsec_ and 24 to 64 bytes in Base64`,
      ]);
    });
  }

  test('need both settings', () => {
    const problem = 'WEBHOOK_URL and WEBHOOK_SECRET go together, but only one of them is set';
    assert.deepEqual(problemsOf({ WEBHOOK_URL: 'https://hooks.example/' }), [problem]);
    assert.deepEqual(problemsOf({ WEBHOOK_SECRET: secret }), [problem]);
  });
});

test('copies of SQLite are refused with PostgreSQL', () => {
  const environment = { DATABASE_URL: 'postgres://db.example/mill', ADMIN_TOKEN: 'x'.repeat(16), BACKUP_EVERY: '1d' };
  assert.deepEqual(problemsOf(environment), [
    'BACKUP_EVERY copies SQLite, and DATABASE_URL is set: back up PostgreSQL with pg_dump',
  ]);
});

test('TOOLS_DIR is a folder that can be read', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.json');
  writeFileSync(file, '');
  assert.equal(readConfig({ TOOLS_DIR: folder }).toolsDir, folder);
  for (const path of [file, join(folder, 'missing')]) {
    assert.deepEqual(problemsOf({ TOOLS_DIR: path }), [
      `TOOLS_DIR is "${path}", but it takes the path of a folder that can be read`,
    ]);
  }
});

describe('the TLS files', () => {
  const takes = 'the path of a file that can be read';

  test('are accepted as a pair, and become absolute paths', (t) => {
    const file = join(temporaryFolder(t), 'cert.pem');
    writeFileSync(file, '');
    const { tlsCertFile, tlsKeyFile } = readConfig({ TLS_CERT_FILE: file, TLS_KEY_FILE: file });
    assert.deepEqual({ tlsCertFile, tlsKeyFile }, { tlsCertFile: file, tlsKeyFile: file });
  });

  test('are refused if only one is set', (t) => {
    const file = join(temporaryFolder(t), 'cert.pem');
    writeFileSync(file, '');
    const problem = 'TLS_CERT_FILE and TLS_KEY_FILE go together, but only one of them is set';
    assert.deepEqual(problemsOf({ TLS_CERT_FILE: file }), [problem]);
    assert.deepEqual(problemsOf({ TLS_KEY_FILE: file, TLS_CERT_FILE: '' }), [problem]);
  });

  test('must be readable files; each problem is reported', (t) => {
    const folder = temporaryFolder(t);
    const missing = join(folder, 'missing.pem');
    assert.deepEqual(problemsOf({ TLS_CERT_FILE: missing, TLS_KEY_FILE: folder }), [
      `TLS_CERT_FILE is "${missing}", but it takes ${takes}`,
      `TLS_KEY_FILE is "${folder}", but it takes ${takes}`,
    ]);
  });
});

describe('the .env file', () => {
  function read(t: { after(cleanup: () => void): void }, content: string, environment: Record<string, string> = {}) {
    const file = join(temporaryFolder(t), '.env');
    writeFileSync(file, content);
    return readConfig(withEnvFile(environment, file));
  }

  test('sets variables that the environment does not', (t) => {
    const {
      port: portNumber,
      host,
      logLevel,
    } = read(t, '# here\nPORT=9000\r\nexport HOST="::1" # loopback\nLOG_LEVEL=warn\n', {
      LOG_LEVEL: 'error',
    });
    assert.deepEqual({ portNumber, host, logLevel }, { portNumber: 9_000, host: '::1', logLevel: 'error' });
  });

  test('may start with a byte order mark', (t) => assert.equal(read(t, '\ufeffPORT=9000\n').port, 9_000));

  test('is validated like the environment', (t) => {
    assert.throws(() => read(t, 'PORT=80000\n'), { message: `PORT is "80000", but it takes ${port}` });
  });

  test('may be missing', (t) => {
    const environment = { PORT: '1' };
    assert.equal(withEnvFile(environment, join(temporaryFolder(t), '.env')), environment);
  });

  test('stops the start if it exists but cannot be read', (t) => {
    const file = join(temporaryFolder(t), '.env');
    mkdirSync(file);
    assert.throws(
      () => withEnvFile({}, file),
      (error) => error instanceof ConfigError && error.message.startsWith(`${file} cannot be read: EISDIR`),
    );
  });

  test('stops the start if its permissions forbid it', {
    skip: process.getuid?.() === 0 && 'root can read any file; run the tests as another user',
  }, (t) => {
    const file = join(temporaryFolder(t), '.env');
    writeFileSync(file, '');
    chmodSync(file, 0);
    assert.throws(() => withEnvFile({}, file), /cannot be read: EACCES/);
  });
});

test('something in the gateway reads each setting', () => {
  const gateway = fileURLToPath(new URL('../../../../gateway/', import.meta.url));
  const code = readdirSync(gateway, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(join('config', 'config.')))
    .map((file) => readFileSync(join(gateway, file), 'utf8'))
    .join('\n');
  const unread = Object.keys(readConfig({})).filter((property) => !new RegExp(`\\b${property}\\b`).test(code));
  assert.deepEqual(unread, []);
});

test('the table of settings for gateway/README.md has a row of four cells for each setting', () => {
  const [head, rule, ...rows] = settingsTable().split('\n');
  assert.equal(head, '| Name | Default | Takes | |');
  assert.equal(rule, '|---|---|---|---|');
  assert.equal(rows.length, Object.keys(readConfig({})).length);
  for (const row of rows) assert.match(row, /^\| `[A-Z_]+`(?: \*)? \| [^|]+ \| [^|]+ \| [^|]+ \|$/);
  assert.ok(
    rows.includes(
      '| `PORT` | 8080 | 0 to 65535 | Port to listen on; a second process on the same port fails. 0 is any free port |',
    ),
  );
});
