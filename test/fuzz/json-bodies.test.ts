import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  adminToken,
  httpServers,
  overEachServer,
  type RequestOptions,
  type TestGateway,
  type TestResponse,
} from '../support/gateway.js';
import type { BodyEndpoint, BodyRow, BodyTable } from '../support/json-bodies.js';
import { figure, full } from '../support/reliability.js';
import { encoding } from './json-bodies/encoding.js';
import { limits, tooLong } from './json-bodies/limits.js';
import { names } from './json-bodies/names.js';
import { syntax } from './json-bodies/syntax.js';
import { wrongTypes } from './json-bodies/types.js';
import { values } from './json-bodies/values.js';

type Topics = Readonly<Record<string, readonly BodyTable[]>>;

/** What each server reads by itself: the bytes of a body, up to its limit. */
const topicsOfServers: Topics = {
  'bytes and characters': encoding,
  'bodies that are too long': tooLong,
};

const topics: Topics = {
  ...topicsOfServers,
  'what is no JSON, or no object': syntax,
  'nesting, repeated names and numbers': values,
  'fields of the wrong type': wrongTypes,
  'one beyond each limit, and exactly at it': limits,
  'unknown names': names,
};

/** A gateway and a key to send bodies with. */
class Door {
  readonly #service: TestGateway;
  readonly #secret: string;
  readonly #keyId: string;

  private constructor(service: TestGateway, secret: string, keyId: string) {
    this.#service = service;
    this.#secret = secret;
    this.#keyId = keyId;
  }

  static async to(service: TestGateway): Promise<Door> {
    const { key, secret } = await service.key();
    const { id } = (await service.key()).key;
    assert.notEqual(id, key.id, 'rotations leave the secret alone with which operations are asked for');
    return new Door(service, secret, id);
  }

  send(endpoint: BodyEndpoint, body: string | Uint8Array): Promise<TestResponse> {
    const admin: RequestOptions = { headers: { 'x-admin-token': adminToken }, body };
    switch (endpoint) {
      case 'keys':
        return this.#service.request('POST', '/keys', admin);
      case 'origins':
        return this.#service.request('PUT', `/keys/${this.#keyId}/origins`, admin);
      case 'label':
        return this.#service.request('PUT', `/keys/${this.#keyId}/label`, admin);
      case 'rotate':
        return this.#service.request('POST', `/keys/${this.#keyId}/rotate`, admin);
      default:
        return this.#service.request('POST', `/v1/${endpoint}`, { key: this.#secret, body });
    }
  }
}

/** Returns the bytes of a response without the only value that depends on time. */
function timeless({ bytes }: TestResponse): string {
  return bytes.toString('latin1').replace(/"processingTimeMs":\d+\}\}$/, '"processingTimeMs":0}}');
}

/** Returns the text that an operation wrote. */
function textOf({ json }: TestResponse): string | undefined {
  const { result, output, sanitized } = json as { result?: string; output?: string; sanitized?: string[] };
  return result ?? output ?? sanitized?.join('\n');
}

overEachServer(async (start, httpServer) => {
  // What both servers do is shown over one of them, unless all is asked for.
  const hasAll = full || httpServer === httpServers[0];
  const inline = await Door.to(await start({ after }, { settings: { INLINE_MAX_BYTES: '1000000' } }));
  const settings = { INLINE_MAX_BYTES: '0', JOB_TIMEOUT_MS: '60000' };
  const pooled = await Door.to(await start({ after }, { settings }));
  let cases = 0;

  const check = async ({ endpoint, status }: BodyTable, [, body, expected]: BodyRow): Promise<void> => {
    const sent = typeof body === 'function' ? body() : body;
    const [one, other] = [await inline.send(endpoint, sent), await pooled.send(endpoint, sent)];
    cases++;
    for (const response of [one, other]) {
      assert.equal(response.status, status, response.bytes.toString().slice(0, 300));
      assert.equal(Buffer.from(response.bytes.toString()).equals(response.bytes), true, 'the response is UTF-8');
      if (status >= 400) assert.deepEqual(response.json, { error: expected });
      // Not assert.equal: on failure it would compare megabytes line by line.
      else if (textOf(response) !== undefined)
        assert.ok(textOf(response) === expected, textOf(response)?.slice(0, 300));
    }
    if (status !== 201 && endpoint !== 'rotate') assert.ok(timeless(one) === timeless(other), 'inline is pooled');
  };

  for (const [topic, tables] of Object.entries(hasAll ? topics : topicsOfServers)) {
    describe(topic, () => {
      for (const table of tables) {
        for (const row of table.rows) test(`${table.endpoint}: ${row[0]}`, () => check(table, row));
      }
    });
  }

  test('summary of the figures', (t) => {
    assert.ok(cases >= (hasAll ? 150 : 20), `${cases} cases`);
    figure(
      t,
      'R11',
      `${cases} bodies: the documented status and message, the same bytes inline and pooled`,
      `over ${httpServer}`,
    );
  });
});
