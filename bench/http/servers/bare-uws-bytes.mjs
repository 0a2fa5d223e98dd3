// @ts-check
// uWebSockets.js with nothing on it: collects the body, as every user of it must, and responds with the number of bytes
// in the path, `/40000`.
import { App, us_socket_local_port } from 'uWebSockets.js';

/** @type {Map<string, Buffer>} */
const contents = new Map();

App()
  .any('/*', (response, request) => {
    const path = request.getUrl();
    const content = contents.get(path) ?? Buffer.alloc(Number(path.slice(1)), 'a');
    contents.set(path, content);
    const body = Buffer.allocUnsafe(Number(request.getHeader('content-length')));
    let length = 0;
    response.onAborted(() => undefined);
    response.onData((chunk, isLast) => {
      body.set(new Uint8Array(chunk), length);
      length += chunk.byteLength;
      if (isLast) response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(content);
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (!socket) throw new Error('No free port');
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${us_socket_local_port(socket)}` })}\n`);
  });
