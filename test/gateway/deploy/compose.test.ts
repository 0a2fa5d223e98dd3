import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readConfig, settingFacts } from '#gateway/server/config/config.js';
import { dockerfile, stagesOf, textsOf } from '../../support/dockerfile.js';
import { runProgram, unlessInstalled } from '../../support/program.js';
import { programPath } from '../../support/program-path.js';
import { shippedConfiguration } from '../../support/reverse-proxy.js';
import { longestStopMs } from '../../support/stop-time.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Service {
  readonly image: string;
  readonly pull_policy?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly ulimits?: Readonly<Record<string, number>>;
  readonly stop_grace_period?: string;
}

interface Composition {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly internal?: true; readonly ipam?: { readonly config: readonly { subnet: string }[] } }>
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const folder = fileURLToPath(new URL('../../../gateway/deploy/', import.meta.url));
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const { services, networks, volumes } = parse(text, { merge: true }) as Composition;
const balancerFile = readFileSync(join(folder, 'haproxy-cluster.cfg'), 'utf8');
const secrets = { POSTGRES_PASSWORD: '0123456789abcdef', ADMIN_TOKEN: '0123456789abcdef0123456789abcdef' };

const gateways = Object.entries(services).filter(([, { image }]) => image === 'textmill');
const { haproxy, postgres } = services;
assert.ok(haproxy !== undefined && postgres !== undefined);

/** Replaces the variables of the file `.env`, as Compose does. */
function interpolated(value: string): string {
  return value.replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
    assert.ok(name in secrets, name);
    return secrets[name as keyof typeof secrets];
  });
}

const networksOf = ({ networks: used }: Service) => (Array.isArray(used) ? used : Object.keys(used)) as string[];

/** Returns the variables that the image sets. */
function imageVariables(): ReadonlyMap<string, string> {
  const last = stagesOf(dockerfile).at(-1);
  assert.ok(last !== undefined);
  const pairs = textsOf(last, 'ENV').flatMap((line) => line.split(' '));
  return new Map(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** Returns the lines of a section of a HAProxy file, without comments. */
function section(configuration: string, head: string): string[] {
  const [, lines] = new RegExp(`^${head}\n(.*?)(?:^\\S|(?![^]))`, 'ms').exec(configuration) ?? [];
  assert.ok(lines !== undefined, head);
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

describe('compose.yaml', () => {
  test('Docker Compose accepts it with both secrets, and nothing starts without one of them', {
    skip: unlessInstalled('docker-compose'),
  }, async (t) => {
    const place = temporaryFolder(t);
    // Version 1.29, which Debian has, does not know this line yet.
    writeFileSync(join(place, 'compose.yaml'), text.replace(/^name: .*\n/m, ''));
    const check = async (variables: Readonly<Record<string, string>>) => {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(place, '.env'), lines.join(''));
      const environment = { POSTGRES_PASSWORD: undefined, ADMIN_TOKEN: undefined };
      return runProgram('docker-compose', ['-f', 'compose.yaml', 'config', '-q'], { cwd: place, environment });
    };
    const { status, stderr } = await check(secrets);
    assert.equal(status, 0, stderr);
    for (const name of Object.keys(secrets)) {
      const refused = await check({ ...secrets, [name]: '' });
      assert.equal(refused.status, 1, name);
      assert.ok(refused.stderr.includes('set it in gateway/deploy/.env'), refused.stderr);
    }
  });

  test('has the commands of SEVERAL.md in its comment', () => {
    const page = readFileSync(join(folder, 'SEVERAL.md'), 'utf8');
    const [, commands] = /^## Try it\n\n```sh\n(.*?)^```$/ms.exec(page) ?? [];
    assert.ok(commands !== undefined);
    assert.deepEqual(commands, [...text.matchAll(/^# {3}(.+\n)/gm)].map(([, command]) => command).join(''));
  });

  test('has three gateways, whose variables are valid settings of Textmill', () => {
    assert.deepEqual(
      gateways.map(([name]) => name),
      ['gateway-1', 'gateway-2', 'gateway-3'],
    );
    const known = new Set<string>(settingFacts.map(({ name }) => name));
    for (const [name, { environment = {} }] of gateways) {
      for (const variable of Object.keys(environment)) assert.ok(known.has(variable), `${name}: ${variable}`);
      const values = Object.entries(environment).map(([variable, value]) => [variable, interpolated(value)]);
      const { databaseUrl, adminToken } = readConfig(Object.fromEntries(values));
      assert.ok(databaseUrl !== undefined && adminToken === secrets.ADMIN_TOKEN);
      const { username, password, hostname, pathname } = new URL(databaseUrl);
      assert.equal(hostname, 'postgres');
      const { environment: database = {} }: Service = postgres;
      assert.deepEqual([username, pathname.slice(1)], [database.POSTGRES_USER, database.POSTGRES_DB]);
      assert.equal(password, interpolated(database.POSTGRES_PASSWORD ?? ''));
    }
  });

  test('contains no secret, and no image of a stranger stands for that of Textmill', () => {
    for (const [name, { environment = {}, image, pull_policy }] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/PASSWORD|TOKEN/.test(variable)) assert.match(value, /^\$\{\w+:\?[^}]+\}$/, `${name}: ${variable}`);
        assert.doesNotMatch(value, /:\/\/\w+:(?!\$\{)/, `${name}: ${variable}`);
      }
      if (image === 'textmill') assert.equal(pull_policy, 'never', name);
      else assert.match(image, /:\d[\w.-]+$/, name);
    }
  });

  test('names only services, networks, volumes and files that there are', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const network of networksOf(service)) assert.ok(network in networks, `${name}: ${network}`);
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        const dependency = services[needed];
        assert.ok(dependency !== undefined, `${name}: ${needed}`);
        // The image of Textmill has a health check.
        const hasCheck = dependency.healthcheck !== undefined || dependency.image === 'textmill';
        assert.ok(condition === 'service_healthy' && hasCheck, `${name}: ${needed}`);
      }
      for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        assert.ok(source.startsWith('./') ? existsSync(join(folder, source)) : source in volumes, source);
      }
    }
  });

  test('PostgreSQL is reached by the gateways only, and the gateways by HAProxy', () => {
    const [database, web] = ['database', 'gateways'];
    assert.equal(networks[database]?.internal, true);
    assert.deepEqual(networksOf(postgres), [database]);
    assert.deepEqual(networksOf(haproxy), [web]);
    for (const [name, gateway] of gateways) assert.deepEqual(networksOf(gateway), [database, web], name);
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    assert.deepEqual(published, [['haproxy', haproxy]]);
    for (const port of haproxy.ports ?? []) assert.match(port, /^127\.0\.0\.1:/);
  });

  test('the gateways trust the address of HAProxy, and no other', () => {
    const place = Array.isArray(haproxy.networks) ? undefined : Object.entries(haproxy.networks)[0];
    assert.ok(place !== undefined);
    const [network, { ipv4_address: address }] = place as [string, { ipv4_address: string }];
    const [{ subnet = '' } = {}] = networks[network]?.ipam?.config ?? [];
    assert.equal(subnet, address.replace(/\.\d+$/, '.0/24'));
    for (const [name, { environment }] of gateways) assert.equal(environment?.TRUSTED_PROXIES, address, name);
  });

  test('no gateway writes a core file, which would contain keys and texts', () => {
    for (const [name, { ulimits }] of gateways) assert.equal(ulimits?.core, 0, name);
  });

  test('a container may take longer to stop than a gateway does', () => {
    for (const [name, { stop_grace_period = '' }] of gateways) {
      assert.match(stop_grace_period, /^\d+s$/);
      assert.ok(Number.parseInt(stop_grace_period, 10) * 1_000 > longestStopMs + 1_000, name);
    }
  });
});

describe('haproxy-cluster.cfg', () => {
  test('has the gateways of compose.yaml, at the port of the image', () => {
    const port = imageVariables().get('PORT');
    const servers = section(balancerFile, 'backend textmill').filter((line) => line.startsWith('server '));
    assert.deepEqual(
      servers,
      gateways.map(([name]) => `server ${name} ${name}:${port}`),
    );
  });

  test('listens on the port that compose.yaml publishes', () => {
    const [binding = ''] = section(balancerFile, 'frontend http');
    const targets = (haproxy.ports ?? []).map((port) => `bind :${port.split(':').at(-1)}`);
    assert.deepEqual([binding], targets);
    assert.ok((haproxy.volumes ?? []).some((volume) => volume.startsWith('./haproxy-cluster.cfg:')));
  });

  test('has the timeouts, errors, public paths and headers of haproxy.cfg', () => {
    const shipped = shippedConfiguration('haproxy');
    assert.deepEqual(section(balancerFile, 'defaults'), section(shipped, 'defaults'));
    const rules = (configuration: string, frontend: string) =>
      section(configuration, frontend).filter((line) => !/^bind |X-Forwarded-Proto| Cookie /.test(line));
    assert.deepEqual(rules(balancerFile, 'frontend http'), rules(shipped, 'frontend https'));
    // Without TLS, the name of a session's cookie contains the port.
    const cookies = section(balancerFile, 'frontend http').filter((line) => line.includes(' Cookie '));
    assert.deepEqual(cookies, ['http-request del-header Cookie unless { req.hdr(Cookie) -m sub textmill-session }']);
  });

  const program = programPath('haproxy');
  test('HAProxy accepts it', { skip: program === undefined && 'haproxy is not installed' }, async () => {
    const { status, stderr } = await runProgram(program ?? '', ['-c', '-f', join(folder, 'haproxy-cluster.cfg')]);
    const complaints = stderr.split('\n').filter((line) => /ALERT|WARNING/.test(line));
    // The names of the containers are known to Docker only.
    const unexpected = complaints.filter((line) => !line.includes("could not resolve address 'gateway-"));
    assert.deepEqual([status, unexpected], [0, []]);
  });
});
