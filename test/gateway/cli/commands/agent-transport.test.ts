import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { AgentTransport } from '#gateway/cli/commands/agent-transport.js';

const text = 'a'.repeat(1024 * 1024);

/** A host that does not read until it is told to. */
function lazyReader() {
  const waiting: (() => void)[] = [];
  let reads = false;
  const output = new Writable({
    write(_chunk, _encoding, done) {
      if (reads) done();
      else waiting.push(done);
    },
  });
  return {
    output,
    read: () => {
      reads = true;
      for (const done of waiting) done();
    },
  };
}

test('no more calls are read while 16 MiB of responses wait for the host', async (t) => {
  const input = new PassThrough();
  const { output, read } = lazyReader();
  const warnings: Error[] = [];
  const warned = (warning: Error) => void warnings.push(warning);
  process.on('warning', warned);
  t.after(() => process.off('warning', warned));

  const transport = new AgentTransport(input, output, 1024);
  await transport.start();
  const send = (id: number) => transport.send({ jsonrpc: '2.0', id, result: { text } });
  const sent = Array.from({ length: 15 }, (_, id) => send(id));
  assert.equal(input.isPaused(), false);
  sent.push(send(15), send(16));
  assert.equal(input.isPaused(), true);

  read();
  await Promise.all(sent);
  assert.equal(input.isPaused(), false);
  assert.deepEqual(warnings, []);
  await transport.close();
});
