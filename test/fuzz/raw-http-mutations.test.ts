import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings } from '../support/gateway-process.js';
import { responsesIn } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { type Conversation, converse, statusOfWork } from './raw-http/conversation.js';
import { type Mutant, mutants } from './raw-http/mutation.js';
import { SoundRequests } from './raw-http/raw-case.js';

const seed = full ? Date.now() % 2 ** 31 : 20_261;
const numRuns = full ? 20_000 : 600;
const atATime = 200;
/** A mutant that is half a request waits for the idle timeout, which other tests check. */
const timeoutMs = 1_500;

// Mostly they wait, so both servers are tested at a time.
describe('each server', { concurrency: true }, () => {
  for (const adapter of httpServers) {
    test(`mutated requests over ${adapter}: complete responses or none, and never more than requests`, async (t) => {
      const gateway = new GatewayProcess(t, { ...processSettings, HTTP_SERVER: adapter });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const { key } = await createKey(url);
      const sound = new SoundRequests(key);
      const chunks = `${sound.workHex}\r\n${sound.work}\r\n0\r\n\r\n`;
      const originals = [
        sound.get('X: a\r\nAccept: */*\r\n'),
        sound.post(),
        sound.chunked(chunks),
        sound.post('Expect: 100-continue\r\nConnection: close\r\n'),
      ];
      const statuses = new Map<number, number>();
      const sample = fc.sample(mutants(originals), { seed, numRuns });
      for (let from = 0; from < sample.length; from += atATime) {
        await Promise.all(
          sample.slice(from, from + atATime).map(async (mutant) => {
            const conversation = await converse(port, mutant.sent, { responses: mutant.requests + 1, timeoutMs });
            for (const status of statusesOf(mutant, conversation))
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }),
        );
        assert.equal(await statusOfWork(url, key), 200, 'the process lives and serves');
      }
      const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
      figure(
        t,
        'R9',
        `${numRuns} mutants of seed ${seed}: ${counts.join(', ')}; process alive`,
        `mutants over ${adapter}`,
      );
    });
  }
});

function statusesOf({ requests, sent }: Mutant, { received }: Conversation): number[] {
  const what = `seed ${seed}, sent ${JSON.stringify(sent)}, got ${JSON.stringify(received.toString('latin1', 0, 500))}`;
  let statuses: number[] = [];
  assert.doesNotThrow(() => {
    statuses = responsesIn(received).map(({ status }) => status);
  }, what);
  // At most one refusal follows the valid requests, or takes the place of one.
  assert.ok(statuses.length <= requests + 1, what);
  assert.ok(statuses.filter((status) => status < 400).length <= requests, what);
  assert.ok(!statuses.includes(500), what);
  return statuses;
}
