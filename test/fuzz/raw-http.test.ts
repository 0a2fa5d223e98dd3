import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings } from '../support/gateway-process.js';
import { responsesIn } from '../support/raw-http.js';
import { figure } from '../support/reliability.js';
import { chunkedBodies } from './raw-http/chunks.js';
import { converse, statusOfWork } from './raw-http/conversation.js';
import { headerFields } from './raw-http/header-fields.js';
import { judge } from './raw-http/judgement.js';
import { bodyLengths } from './raw-http/lengths.js';
import { otherProtocols } from './raw-http/other-protocols.js';
import { SoundRequests } from './raw-http/raw-case.js';
import { requestLines } from './raw-http/request-line.js';
import { sequences } from './raw-http/sequences.js';

const topics = [requestLines, headerFields, bodyLengths, chunkedBodies, sequences, otherProtocols];
/** Parallel connections: many, because servers mostly wait for clients that send nothing more. */
const atATime = 500;

// Mostly they wait, so both servers are tested at a time.
describe('each server', { concurrency: true }, () => {
  for (const adapter of httpServers) {
    test(`raw HTTP over ${adapter}: malformed requests are refused, valid ones get one response`, async (t) => {
      const gateway = new GatewayProcess(t, { ...processSettings, HTTP_SERVER: adapter });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const { key } = await createKey(url);
      const cases = topics.flatMap((topic) => topic(new SoundRequests(key)));
      const names = cases.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, 'names are unique');
      assert.ok(cases.length >= 250);

      const failures: string[] = [];
      let slowestMs = 0;
      let silent = 0;
      for (let from = 0; from < cases.length; from += atATime) {
        await Promise.all(
          cases.slice(from, from + atATime).map(async (raw) => {
            const responses = raw.statuses.length + (raw.kind === 'well-framed' ? 0 : 1);
            const conversation = await converse(port, raw.sent, { responses, inTurn: raw.inTurn });
            const failure = judge(raw, adapter, conversation);
            if (failure !== undefined) failures.push(`${raw.name}: ${failure}`);
            slowestMs = Math.max(slowestMs, conversation.lastMs);
            if (conversation.received.length === 0) silent++;
          }),
        );
        assert.equal(await statusOfWork(url, key), 200, 'the process lives and serves');
      }
      assert.deepEqual(failures, []);

      const brokenCases = cases.filter(({ kind }) => kind === 'broken').length;
      const forgiven = cases.filter(({ exceptions }) => exceptions[adapter]?.does === 'forgives').length;
      const found = [
        `${cases.length} cases, ${brokenCases} of them broken`,
        `${silent} closed without a response`,
        `${forgiven} forgiven by the parser`,
        `no request invented, the slowest end after ${(slowestMs / 1_000).toFixed(1)} s`,
      ];
      figure(t, 'R9', found.join('; '), `over ${adapter}`);
    });
  }
});

test('only a complete response counts as complete', () => {
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  assert.equal(responsesIn(Buffer.from(whole.repeat(3))).length, 3);
  assert.equal(responsesIn(Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${whole}`)).length, 1);
  for (const wrong of [whole.slice(0, -1), `${whole}x`, `HTTP/1.0 200 OK\r\n\r\n`, 'HTTP/1.1 2000 OK\r\n\r\n']) {
    assert.throws(() => responsesIn(Buffer.from(wrong)), /No whole response/, wrong);
  }
});
