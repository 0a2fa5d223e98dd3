// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { programPath } from '../program-path.mjs';
import { projectDirectory, ScriptError } from '../script.mjs';

/** In the order in which they are looked for: only HAProxy and Caddy ask the gateways whether they are ready. */
export const balancerNames = /** @type {const} */ (['haproxy', 'nginx', 'caddy']);

/** @typedef {typeof balancerNames[number]} BalancerName */

/**
 * What a balancer needs to run.
 * @typedef {object} Balancing
 * @property {string} file - the name of its configuration.
 * @property {(port: number, gateways: readonly number[]) => string} configuration - for ports of 127.0.0.1.
 * @property {(file: string) => string[]} args
 */

/** @type {Readonly<Record<BalancerName, Balancing>>} */
const balancers = {
  haproxy: { file: 'haproxy.cfg', configuration: haproxyConfiguration, args: (file) => ['-db', '-f', file] },
  nginx: {
    file: 'nginx.conf',
    configuration: nginxConfiguration,
    args: (file) => ['-p', '.', '-e', 'stderr', '-c', file],
  },
  caddy: {
    file: 'Caddyfile',
    configuration: caddyConfiguration,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

/** @returns {BalancerName | undefined} the first that is installed. */
export function installedBalancer() {
  return balancerNames.find((name) => programPath(name) !== undefined);
}

/**
 * Writes the configuration of a balancer.
 *
 * @param {BalancerName} name
 * @param {string} home - its folder.
 * @param {number} port - where it listens on 127.0.0.1.
 * @param {readonly number[]} gateways - the ports of the gateways.
 * @throws {ScriptError} if it is not installed.
 */
export function prepareBalancer(name, home, port, gateways) {
  const command = programPath(name);
  if (command === undefined) throw new ScriptError(`${name} is not installed (Debian: apt-get install ${name}).`);
  const { file, configuration, args } = balancers[name];
  writeFileSync(join(home, file), configuration(port, gateways));
  const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  // Its files are in its working folder, so that no path needs quotes.
  return { command, args: args(file), options: { cwd: home, env } };
}

/**
 * Returns whether a process listens on a port of 127.0.0.1.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function listens(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * Returns the file of compose.yaml, with the addresses of this machine.
 *
 * @param {number} port
 * @param {readonly number[]} gateways
 */
function haproxyConfiguration(port, gateways) {
  const shipped = readFileSync(join(projectDirectory, 'gateway/operating/haproxy-cluster.cfg'), 'utf8');
  const listening = replaced(shipped, 'bind :8080', `bind 127.0.0.1:${port}`);
  return gateways.reduce(
    (text, gateway, index) => replaced(text, ` gateway-${index + 1}:8080`, ` 127.0.0.1:${gateway}`),
    listening,
  );
}

/**
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`haproxy-cluster.cfg does not contain ${from}`);
  return text.replace(from, to);
}

/**
 * @param {number} port
 * @param {readonly number[]} gateways
 */
function nginxConfiguration(port, gateways) {
  const servers = gateways.map((gateway) => `    server 127.0.0.1:${gateway} max_fails=1 fail_timeout=1s;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${kind};`);
  return `daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
${temporary.join('\n')}
  access_log off;
  upstream textmill {
    zone textmill 64k;
${servers.join('\n')}
    keepalive 16;
    keepalive_timeout 8s;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://textmill;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      # A connection that fails; never a POST that was sent.
      proxy_next_upstream error;
    }
  }
}
`;
}

/**
 * @param {number} port
 * @param {readonly number[]} gateways
 */
function caddyConfiguration(port, gateways) {
  const addresses = gateways.map((gateway) => `127.0.0.1:${gateway}`);
  return `{
	admin off
	auto_https off
}

http://127.0.0.1:${port}, http://localhost:${port} {
	bind 127.0.0.1
	reverse_proxy ${addresses.join(' ')} {
		lb_policy round_robin
		lb_retries 2
		health_uri /readyz
		health_interval 1s
		fail_duration 2s
		header_up X-Forwarded-For {remote_host}
	}
}
`;
}
