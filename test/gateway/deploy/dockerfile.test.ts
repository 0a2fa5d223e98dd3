import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { validate } from 'dockerfile-utils';
import { settingFacts } from '#gateway/server/config/config.js';
import { copyOf, dockerfile, isIgnored, stagesOf, textsOf } from '../../support/dockerfile.js';

const project = new URL('../../../', import.meta.url);
const stages = stagesOf(dockerfile);
const final = stages.at(-1);
assert.ok(final !== undefined);

describe('Dockerfile', () => {
  test('a linter finds nothing', () => {
    assert.deepEqual(
      validate(dockerfile).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
      [],
    );
    assert.equal(validate('FROM node\nEXPOSE eighty').length, 1, 'the linter finds a fault in an invalid file');
  });

  test('every copied file of the project exists, and is in the build context', () => {
    const sources = stages
      .flatMap((stage) => textsOf(stage, 'COPY'))
      .map(copyOf)
      .flatMap(({ from, sources }) => (from === undefined ? sources : []));
    assert.ok(sources.length > 5);
    for (const source of sources) {
      assert.ok(existsSync(new URL(source, project)), `${source} does not exist`);
      assert.ok(!isIgnored(source), `${source} is ignored`);
    }
  });

  test('no secret, large or useless file is in the build context', () => {
    const unwanted = [
      '.env',
      'gateway/.env',
      'data/admin-token',
      'data/textmill.sqlite',
      'data/textmill.sqlite-wal',
      'node_modules/ajv/package.json',
      'dist/current/main.mjs',
      '.git/config',
      'test/run.mjs',
      'README.md',
      'gateway/README.md',
      'gateway/console/playground.png',
      'gateway/deploy/Dockerfile',
      'gateway/deploy/nginx.conf',
    ];
    for (const path of unwanted) assert.ok(isIgnored(path), path);
    for (const path of [
      'gateway/server/main.ts',
      'gateway/deploy/healthcheck.sh',
      'gateway/server/storage/sqlite/migrations/0001.sql',
    ])
      assert.ok(!isIgnored(path), path);
  });

  test('every image is pinned by digest, and none uses musl', () => {
    const images = stages.map(({ base }) => base).filter((base) => !stages.some(({ name }) => name === base));
    const [builder = '', ...others] = images;
    assert.match(builder, /^node:22-bookworm-slim@sha256:[\da-f]{64}$/);
    assert.deepEqual(others, ['scratch']);
    assert.doesNotMatch(dockerfile, /x86_64|aarch64|--platform=/, 'both architectures are built alike');
  });

  test('packages come from the lock file, nothing is compiled, and the image contains only a release', () => {
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN'));
    for (const install of commands.filter((text) => /\bnpm\b/.test(text))) {
      assert.match(install, /^npm ci /);
      assert.match(install, / --ignore-scripts /);
    }
    assert.ok(!commands.some((text) => text.includes('apt-get')));
    const copies = textsOf(final, 'COPY').map(copyOf);
    assert.deepEqual(copies, [
      { from: 'build', sources: ['/opt/root'], destination: '/' },
      { from: 'build', sources: ['/opt/release'], destination: '/opt/textmill' },
      { from: 'build', sources: ['/opt/volume'], destination: '/' },
    ]);
    assert.ok(
      textsOf(stages[0] ?? final, 'RUN').some((text) => text.endsWith(' gateway/build/build.mjs /opt/release')),
    );
  });

  test('its labels say what package.json says', () => {
    const { name, description, version, license, homepage, repository } = JSON.parse(
      readFileSync(new URL('package.json', project), 'utf8'),
    );
    const labels = [
      ...textsOf(final, 'LABEL')
        .join(' ')
        .matchAll(/org\.opencontainers\.image\.(\w+)="(.*?)"/g),
    ];
    assert.deepEqual(Object.fromEntries(labels.map(([, label, value]) => [label, value])), {
      title: name,
      description,
      version,
      revision: '$REVISION',
      url: homepage,
      source: repository.url.replace(/^git\+|\.git$/g, ''),
      licenses: license,
    });
  });

  test('it does not run as root, receives SIGTERM, and stores its data in a volume', () => {
    const [user = '0'] = (textsOf(final, 'USER').at(-1) ?? '').split(':');
    assert.ok(Number(user) > 0, `user ${user}`);
    assert.equal(textsOf(final, 'STOPSIGNAL').join(), 'SIGTERM');
    for (const name of ['ENTRYPOINT', 'CMD']) {
      const command: unknown = JSON.parse(textsOf(final, name).join());
      assert.ok(Array.isArray(command) && command.length > 0, `${name} is not in exec form`);
    }
    const variables = new Map(textsOf(final, 'ENV').flatMap((text) => text.split(' ').map(pair)));
    assert.equal(textsOf(final, 'VOLUME').join(), variables.get('DATA_DIR'));
    assert.equal(textsOf(final, 'EXPOSE').join(), variables.get('PORT'));
    const settings = new Set<string>([...settingFacts.map(({ name }) => name), 'NODE_ENV', 'container', 'PATH']);
    for (const name of variables.keys()) assert.ok(settings.has(name), name);
    assert.ok(!variables.has('ADMIN_TOKEN'));
  });

  test('the health check has a longer timeout than its script, and uses a file of the build', () => {
    const [healthCheck = ''] = textsOf(final, 'HEALTHCHECK');
    const [, timeout] = /--timeout=(\d+)s/.exec(healthCheck) ?? [];
    const [, script = ''] = /"\/opt\/textmill\/(.+\.sh)"/.exec(healthCheck) ?? [];
    const [, readTimeout] = /read -r -t (\d+) /.exec(readFileSync(new URL(script, project), 'utf8')) ?? [];
    assert.ok(Number(timeout) > Number(readTimeout));
  });
});

function pair(text: string): [string, string] {
  const [name = '', value = ''] = text.split('=');
  return [name, value];
}
