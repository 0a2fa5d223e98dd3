// @ts-check
// uWebSockets.js with nothing on it: reads the body and answers a constant. The fastest that HTTP gets on Node.
import { App, us_socket_local_port } from 'uWebSockets.js';

const answer = process.env.ANSWER ?? '';

App()
  .any('/*', (response) => {
    response.onAborted(() => undefined);
    response.onData((_, isLast) => {
      if (isLast) response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(answer);
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (!socket) throw new Error('No free port');
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${us_socket_local_port(socket)}` })}\n`);
  });
