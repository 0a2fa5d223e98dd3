// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns different ports of 127.0.0.1 on which no process listens.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  }
  // All are taken until the last one is known, so that no two are equal.
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}

/**
 * Returns a port of 127.0.0.1 on which no process listens.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const [port = 0] = await freePorts(1);
  return port;
}
