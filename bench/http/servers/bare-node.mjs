// @ts-check
// node:http with nothing on it: reads the body and answers a constant.
import { createServer } from 'node:http';

const answer = Buffer.from(process.env.ANSWER ?? '');
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.byteLength };

const server = createServer((request, response) => {
  // A stream that nobody listens to would not be read.
  request.on('data', () => undefined);
  request.on('end', () => response.writeHead(200, headers).end(answer));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
