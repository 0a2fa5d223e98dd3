import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/** Starts a proxy of a server that passes on a number of requests, and responds to none after that. @returns its URL. */
export async function startLimitedProxy(
  t: CleanupScope,
  { url: target }: { readonly url: string },
  passes: number,
): Promise<string> {
  let left = passes;
  const server = createServer((request, response) => {
    if (left-- <= 0) return void request.resume().on('end', () => response.destroy());
    const { method, url, headers } = request;
    const onward = forward(target + url, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 500, incoming.headers);
      incoming.pipe(response);
    });
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  cleanUpAfter(t, () => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
