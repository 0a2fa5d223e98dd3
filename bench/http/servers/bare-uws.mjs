// @ts-check
// A bare uWebSockets.js server: reads the body and sends a constant response. The fastest HTTP server for Node.js.
import { App, us_socket_local_port } from 'uWebSockets.js';

const body = process.env.RESPONSE ?? '';

App()
  .any('/*', (response) => {
    response.onAborted(() => undefined);
    response.onData((_, isLast) => {
      if (isLast) response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body);
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (!socket) throw new Error('No free port');
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${us_socket_local_port(socket)}` })}\n`);
  });
