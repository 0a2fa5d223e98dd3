// @ts-check
// A bare node:http server: reads the body and sends a constant response.
import { createServer } from 'node:http';

const body = Buffer.from(process.env.RESPONSE ?? '');
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.byteLength };

const server = createServer((request, response) => {
  // Without a listener the body would not be read.
  request.on('data', () => undefined);
  request.on('end', () => response.writeHead(200, headers).end(body));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
