import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as open } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { freePort } from './free-port.js';
import { until } from './gateway-process.js';
import { programEnvironment } from './program.js';
import { programPath } from './program-path.js';
import { temporaryFolder } from './temporary-folder.js';

export type ProxyName = 'nginx' | 'haproxy' | 'caddy';

/** A reverse proxy that runs with its shipped configuration file. */
export interface ReverseProxy {
  /** The port for TLS connections on 127.0.0.1. */
  readonly port: number;
  /** Its self-signed certificate, as PEM. */
  readonly certificate: string;
  /** Returns what it has written so far to its log and to standard error. */
  readonly output: () => string;
}

/** Replacements in a shipped file for values of the operator's machine. */
interface Place {
  readonly folder: string;
  readonly port: number;
  readonly upstreamPort: number;
}

interface Program {
  /** Name in gateway/deploy. */
  readonly file: string;
  /** Texts that the shipped file must contain, and their replacements. */
  readonly replacements: (place: Place) => readonly (readonly [from: RegExp | string, to: string])[];
  readonly args: (configFile: string) => readonly string[];
}

/** nginx cannot write its log to a pipe of Node. */
const accessLog = 'access.log';
const deployFolder = fileURLToPath(new URL('../../gateway/deploy/', import.meta.url));

const programs: Readonly<Record<ProxyName, Program>> = {
  nginx: {
    file: 'nginx.conf',
    replacements: ({ folder, port, upstreamPort }) => [
      ['pid /run/nginx.pid;', `pid "${folder}/nginx.pid"; daemon off;`],
      ['worker_processes auto;', 'worker_processes 2;'],
      ['\nhttp {', `\nhttp {\n${nginxTemporaryPaths(folder)}`],
      ['server 127.0.0.1:8080;', `server 127.0.0.1:${upstreamPort};`],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['listen [::]:443 ssl http2;', ''],
      ['/etc/nginx/tls/fullchain.pem', `"${folder}/certificate.pem"`],
      ['/etc/nginx/tls/privkey.pem', `"${folder}/key.pem"`],
      ['/var/log/nginx/textmill.log', `"${folder}/${accessLog}"`],
      ['/var/log/nginx/error.log', 'stderr'],
    ],
    args: (configFile) => ['-e', 'stderr', '-c', configFile],
  },
  haproxy: {
    file: 'haproxy.cfg',
    replacements: ({ folder, port, upstreamPort }) => [
      ['log /dev/log local0', 'log stdout format raw local0'],
      [/ {2}user haproxy\n {2}group haproxy\n {2}chroot .*\n/, ''],
      ['bind :443 ssl crt /etc/haproxy/textmill.pem', `bind 127.0.0.1:${port} ssl crt "${folder}/both.pem"`],
      [/ {2}bind \[::\]:443 .*\n/, ''],
      ['server gateway 127.0.0.1:8080', `server gateway 127.0.0.1:${upstreamPort}`],
    ],
    args: (configFile) => ['-db', '-f', configFile],
  },
  caddy: {
    file: 'Caddyfile',
    replacements: ({ folder, port, upstreamPort }) => [
      ['\n{\n', '\n{\n\tadmin off\n\tauto_https disable_redirects\n'],
      ['\napi.example.com {', `\nhttps://localhost:${port}, https://127.0.0.1:${port} {\n\tbind 127.0.0.1`],
      ['# tls /etc/caddy/fullchain.pem /etc/caddy/privkey.pem', `tls "${folder}/certificate.pem" "${folder}/key.pem"`],
      ['reverse_proxy 127.0.0.1:8080 {', `reverse_proxy 127.0.0.1:${upstreamPort} {`],
    ],
    args: (configFile) => ['run', '--adapter', 'caddyfile', '--config', configFile],
  },
};

export const proxyNames = Object.keys(programs) as ProxyName[];

/** Returns the shipped file of a proxy. */
export function shippedConfiguration(name: ProxyName): string {
  return readFileSync(join(deployFolder, programs[name].file), 'utf8');
}

/**
 * Starts a reverse proxy on a free port of 127.0.0.1, and waits until it accepts connections. It ends with the scope,
 * and so do its worker processes.
 *
 * @param upstreamPort - a port of 127.0.0.1, instead of Textmill's 8080.
 * @param edit - changes the configuration further.
 */
export async function startReverseProxy(
  scope: CleanupScope,
  name: ProxyName,
  upstreamPort: number,
  edit: (configuration: string) => string = (configuration) => configuration,
): Promise<ReverseProxy> {
  const program = programs[name];
  const folder = temporaryFolder(scope);
  const certificate = makeCertificate(folder);
  const place = { folder, port: await freePort(), upstreamPort };
  const configuration = edit(replaceAll(shippedConfiguration(name), program.replacements(place)));
  const output = await startProxy(scope, name, configuration, place, certificate);
  return { port: place.port, certificate, output };
}

/**
 * Starts the HAProxy of compose.yaml, which speaks HTTP without TLS. It ends with the scope.
 *
 * @param gateways - the ports of the gateways on 127.0.0.1, instead of its containers.
 * @returns its port.
 */
export async function startClusterBalancer(scope: CleanupScope, gateways: readonly number[]): Promise<number> {
  const place = { folder: temporaryFolder(scope), port: await freePort() };
  const shipped = readFileSync(join(deployFolder, 'haproxy-cluster.cfg'), 'utf8');
  const configuration = replaceAll(shipped, [
    ['bind :8080', `bind 127.0.0.1:${place.port}`],
    ...gateways.map((port, index) => [` gateway-${index + 1}:8080`, ` 127.0.0.1:${port}`] as const),
  ]);
  await startProxy(scope, 'haproxy', configuration, place);
  return place.port;
}

/**
 * Starts the program of a proxy, and waits until it accepts connections.
 *
 * @param certificate - undefined if it speaks HTTP without TLS.
 * @returns what returns its output so far.
 */
async function startProxy(
  scope: CleanupScope,
  name: ProxyName,
  configuration: string,
  { folder, port }: Omit<Place, 'upstreamPort'>,
  certificate?: string,
): Promise<() => string> {
  const program = programs[name];
  const path = programPath(name);
  assert.ok(path !== undefined, `${name} is not installed`);
  const configFile = join(folder, program.file);
  writeFileSync(configFile, configuration);
  let output = '';
  const child = spawn(path, program.args(configFile), {
    cwd: folder,
    env: programEnvironment({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A new process group, which includes nginx's workers: they would outlive their master.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  cleanUpAfter(scope, () => killGroup(child));
  await until(`${name} takes connections`, async () => {
    assert.equal(child.exitCode, null, `${name} ended: ${output}`);
    return takesConnections(port, certificate !== undefined);
  });
  const log = join(folder, accessLog);
  return () => output + (existsSync(log) ? readFileSync(log, 'utf8') : '');
}

/** Opens a TLS connection to a proxy. @param localAddress - the client's address; Linux has all of 127.0.0.0/8. */
export function connectTls({ port, certificate }: ReverseProxy, localAddress = '127.0.0.1'): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', localAddress, ca: certificate, servername: 'localhost' };
    const socket = connect(options, () => resolve(socket));
    socket.once('error', reject);
  });
}

function replaceAll(text: string, replacements: readonly (readonly [RegExp | string, string])[]): string {
  let result = text;
  for (const [from, to] of replacements) {
    const replaced = result.replace(from, () => to);
    assert.notEqual(replaced, result, `the shipped file does not contain ${from}`);
    result = replaced;
  }
  return result;
}

/** nginx creates these folders when it starts, even if it does not need them. */
function nginxTemporaryPaths(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path "${folder}/${kind}";`)
    .join('\n');
}

/** Writes certificate.pem, key.pem, and both.pem, which contains both. @returns the certificate. */
export function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', certificate, '-days', '2'], {
    stdio: 'ignore',
  });
  const pem = readFileSync(certificate, 'utf8');
  writeFileSync(join(folder, 'both.pem'), pem + readFileSync(key, 'utf8'));
  return pem;
}

function takesConnections(port: number, hasTls: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const place = { port, host: '127.0.0.1' };
    const socket = hasTls ? connect({ ...place, servername: 'localhost', rejectUnauthorized: false }) : open(place);
    socket.once(hasTls ? 'secureConnect' : 'connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole process group has ended.
  }
}
