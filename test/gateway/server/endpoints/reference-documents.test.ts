import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '#gateway/server/endpoints/endpoint.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { startTestGateway } from '../../../support/gateway.js';

for (const path of ['/openapi.json', '/docs/openapi-full.json', '/docs']) {
  test(`a failure while ${path} is made for the first time does not last`, async (t) => {
    const [first, ...others] = endpoints;
    assert.ok(first !== undefined);
    let failures = 1;
    const failing: Endpoint = {
      ...first,
      describe(vocabulary) {
        if (failures-- > 0) throw new Error('too many open files');
        return first.describe(vocabulary);
      },
    };
    const { url } = await startTestGateway(t, { endpoints: [failing, ...others] });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await fetch(url + path)).status);
    assert.deepEqual(statuses, [500, 200, 200]);
  });
}
