// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectDirectory } from '../script.mjs';

/** Settings that the environment of `npm run cluster` may have: they are the same for all gateways. */
const passedOn = ['BURST_PER_IP', 'BURST_PER_KEY', 'DAILY_QUOTA', 'QUOTA_DURING_OUTAGE'];

/**
 * A gateway that is ready to be started, with its supervisor.
 * @typedef {object} PreparedGateway
 * @property {string} name
 * @property {string} home - its working folder, with its `.env`.
 * @property {string} url
 */

/**
 * Writes the settings of a gateway.
 *
 * @param {object} place
 * @param {string} place.folder - of the cluster.
 * @param {number} place.number - from 1.
 * @param {number} place.port
 * @param {string} place.databaseUrl
 * @param {string} place.adminToken
 * @param {number} place.gateways - how many share the cores of the machine.
 * @returns {PreparedGateway}
 */
export function prepareGateway({ folder, number, port, databaseUrl, adminToken, gateways }) {
  const name = `gateway-${number}`;
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  const settings = {
    PORT: port,
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN: adminToken,
    TRUSTED_PROXIES: '127.0.0.1',
    WORKER_THREADS: Math.max(1, Math.floor(availableParallelism() / gateways)),
    ...Object.fromEntries(passedOn.flatMap((each) => (process.env[each] ? [[each, process.env[each]]] : []))),
  };
  // In the file, not in the environment, so that `textmill` in the folder is about this gateway.
  const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
  writeFileSync(join(home, '.env'), lines.join(''), { mode: 0o600 });
  return { name, home, url: `http://127.0.0.1:${port}` };
}

/** @param {PreparedGateway} gateway */
export function gatewayProgram({ name, home }) {
  const main = join(projectDirectory, 'dist/gateway/server/main.js');
  /** @type {NodeJS.Signals} */
  const stopSignal = 'SIGINT';
  const options = { cwd: home, env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' } };
  return { name, command: process.execPath, args: [main], stopSignal, options };
}

/**
 * Returns whether a gateway accepts work.
 *
 * @param {PreparedGateway} gateway
 */
export async function isReady({ url }) {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

/**
 * Creates an API key.
 *
 * @param {PreparedGateway} gateway
 * @param {string} adminToken
 * @returns {Promise<string>}
 */
export async function createKey({ url }, adminToken) {
  const response = await fetch(`${url}/keys`, {
    method: 'POST',
    headers: { 'x-admin-token': adminToken, 'content-type': 'application/json' },
    body: JSON.stringify({ plan: 'pro', label: 'npm run cluster' }),
  });
  if (!response.ok) throw new Error(`/keys: ${response.status} ${await response.text()}`);
  return /** @type {{ key: string }} */ (await response.json()).key;
}

/**
 * Writes the header with an API key to a file in a gateway's folder, for curl.
 *
 * @param {PreparedGateway} gateway
 * @param {string} key
 * @returns {string} the file.
 */
export function writeHeader({ home }, key) {
  const file = join(home, 'key-header');
  writeFileSync(file, `x-api-key: ${key}\n`, { mode: 0o600 });
  return file;
}
