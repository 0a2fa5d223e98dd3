import type { HttpResponse } from 'uWebSockets.js';
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { withoutUws } from '../../../support/gateway.js';
import { RawConnection } from '../../../support/raw-http.js';

// The experiment behind "Pipelining" in gateway/server/http/README.md, over a server without Textmill. If a newer release of
// uWebSockets.js fails here, Textmill may be able to serve pipelined requests.

/** Responds to a request that has arrived. @param end - ends the response, unless the connection has ended. */
type Responding = (response: HttpResponse, end: () => void) => void;

const inVain: Readonly<Record<string, Responding>> = {
  'respond in a later turn': (_, end) => setImmediate(end),
  'pause reading until the response': (response, end) => {
    response.pause();
    setImmediate(end);
  },
  'write the status before, respond later': (response, end) => {
    response.cork(() => response.writeStatus('200 OK'));
    setImmediate(end);
  },
  'write a byte before, respond later': (response, end) => {
    response.cork(() => response.write('x'));
    setImmediate(end);
  },
};

/** Starts a server without Textmill. @returns its port. */
async function serve(t: TestContext, respond: Responding): Promise<number> {
  const { App, us_socket_local_port: portOf } = await import('uWebSockets.js');
  const app = App().any('/*', (response) => {
    let isGone = false;
    response.onAborted(() => {
      isGone = true;
    });
    respond(response, () => {
      if (!isGone) response.cork(() => response.end('done'));
    });
  });
  t.after(() => app.close());
  return new Promise((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => resolve(portOf(socket || assert.fail('cannot listen'))));
  });
}

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('two requests in one write to uWebSockets.js', { skip: withoutUws }, () => {
  for (const [name, respond] of Object.entries(inVain)) {
    test(`${name}: neither gets a response, and the connection ends`, async (t) => {
      const port = await serve(t, respond);
      const connection = (await RawConnection.open(port)).write(request.repeat(2));
      await connection.end();
      await assert.rejects(connection.response(), /ended after ""/);
      // One at a time, each gets its response, but for a connection that is still paused.
      const single = (await RawConnection.open(port)).write(request);
      assert.equal((await single.response()).status, 200);
      single.destroy();
    });
  }

  test('respond in the handler: both get their responses', async (t) => {
    const connection = (await RawConnection.open(await serve(t, (_, end) => end()))).write(request.repeat(2));
    for (let i = 0; i < 2; i++) assert.equal((await connection.response()).status, 200);
    connection.destroy();
  });
});
