import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/**
 * Starts a proxy that adds an API key to each request, for clients that cannot send one.
 *
 * @param port - of the gateway, on this machine.
 * @returns its own port.
 */
export async function startKeyAddingProxy(scope: CleanupScope, port: number, key: string): Promise<number> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passedOn = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, 'x-api-key': key } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cleanUpAfter(scope, async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return (proxy.address() as AddressInfo).port;
}
