import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { author } from '../support/author.js';
import { adminToken, overEachServer } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';

overEachServer(async (startTestGateway) => {
  /** Tests every check with every later one: a request with two faults gets the error of the earlier check. */

  const burst = 2;
  const quota = 2 * burst;
  const service = await startTestGateway(
    { after },
    {
      clock: new ManualClock(),
      settings: {
        TRUSTED_PROXIES: '127.0.0.1',
        BURST_PER_IP: '3',
        BURST_PER_KEY: String(burst),
        DAILY_QUOTA: String(quota),
        FREE_TIER: 'true',
        MAX_BODY_BYTES: '1024',
      },
    },
  );
  const path = '/v1/sort-dedupe';
  const good = '{"lines":["a"]}';
  const spentAddress = '192.0.2.1';

  /** The faults of a request, in the order of the checks. */
  const faults = [
    { fault: 'path', status: 404, message: 'Not found' },
    { fault: 'method', status: 405, message: 'Method not allowed' },
    { fault: 'burst of the address', status: 429, message: 'Rate limit exceeded' },
    { fault: 'key', status: 401, message: 'Invalid API key' },
    { fault: 'origin', status: 403, message: 'Origin not allowed' },
    { fault: 'address', status: 403, message: 'Address not allowed' },
    { fault: 'plan', status: 403, message: 'Pro plan required' },
    { fault: 'operation', status: 403, message: 'Key not allowed for this operation' },
    { fault: 'burst of the key', status: 429, message: 'Rate limit exceeded' },
    { fault: 'daily quota', status: 429, message: 'Rate limit exceeded' },
    { fault: 'content type', status: 415, message: 'Content-Type must be application/json' },
    { fault: 'content encoding', status: 415, message: 'Unsupported Content-Encoding' },
    { fault: 'size', status: 413, message: 'Request body too large' },
    { fault: 'unpacking', status: 400, message: 'Request body does not match its Content-Encoding' },
    { fault: 'JSON', status: 400, message: 'Invalid JSON body' },
    { fault: 'fields', status: 400, message: 'Unknown field: line' },
  ] as const;
  type Fault = (typeof faults)[number]['fault'];
  /** From this fault on, a request costs quota although it fails. */
  const firstCharged = faults.findIndex(({ fault }) => fault === 'content type');

  let addresses = 0;

  /** Returns an address that no client has used yet. */
  function freshAddress(): string {
    addresses++;
    return `203.0.${addresses >> 8}.${addresses & 255}`;
  }

  async function send(key: string, wrong: ReadonlySet<Fault> = new Set()) {
    const padding = wrong.has('size') ? ' '.repeat(1_024) : '';
    const body = wrong.has('JSON') ? '{' : wrong.has('fields') ? '{"lines":["a"],"line":"a"}' : good;
    return service.request(wrong.has('method') ? 'PUT' : 'POST', wrong.has('path') ? '/v1/sort' : path, {
      key: wrong.has('key') ? `${key}x` : key,
      headers: {
        'x-forwarded-for': wrong.has('burst of the address') ? spentAddress : freshAddress(),
        ...(wrong.has('origin') ? { origin: 'https://foreign.example' } : {}),
        ...(wrong.has('content type') ? { 'content-type': 'text/plain' } : {}),
        ...(wrong.has('unpacking') ? { 'content-encoding': 'gzip' } : {}),
        ...(wrong.has('content encoding') ? { 'content-encoding': 'deflate' } : {}),
      },
      body: body + padding,
    });
  }

  /** Creates a key whose burst and quota match the faults. */
  async function keyFor(wrong: ReadonlySet<Fault>): Promise<IssuedKey> {
    const plan = wrong.has('plan') ? 'free' : 'pro';
    const issued = await service.key({ plan });
    const { accountId } = issued.key;
    if (wrong.has('burst of the key')) await spendBurst(issued);
    const { keys } = service.gateway;
    const patch = {
      ...(wrong.has('address') && { addresses: ['203.0.113.0/24'] }),
      ...(wrong.has('operation') && { operations: ['run' as const] }),
    };
    await keys.setBounds(issued.key.id, 'operator', patch, author);
    while (wrong.has('daily quota') && (await used(accountId)) < quota)
      await spendBurst(await service.key({ plan, accountId }));
    return issued;
  }

  async function spendBurst({ secret }: IssuedKey): Promise<void> {
    for (let i = 0; i < burst; i++) {
      // The only operation that free keys may call.
      const body = { input: '', steps: ['upper-case'] };
      const headers = { 'x-forwarded-for': freshAddress() };
      assert.equal((await service.request('POST', '/v1/run', { key: secret, headers, body })).status, 200);
    }
  }

  async function used(accountId: string): Promise<number> {
    const headers = { 'x-admin-token': adminToken, 'x-forwarded-for': freshAddress() };
    const { json } = await service.request('GET', `/accounts/${accountId}/usage`, { headers });
    return (json as { used: number }).used;
  }

  for (let i = 0; i < 3; i++) {
    await service.request('GET', '/v1/tools', { headers: { 'x-forwarded-for': spentAddress } });
  }

  test('a request without faults succeeds, and costs one request of the quota', async () => {
    const { key, secret } = await service.key();
    assert.equal((await send(secret)).status, 200);
    assert.equal(await used(key.accountId), 1);
  });

  for (const [index, { fault, status, message }] of faults.entries()) {
    describe(`${fault}: ${status} ${message}`, () => {
      for (const { fault: later } of faults.slice(index)) {
        test(later === fault ? 'alone' : `before ${later}`, async () => {
          const wrong = new Set([fault, later]);
          const { key, secret } = await keyFor(wrong);
          const before = await used(key.accountId);
          const response = await send(secret, wrong);
          assert.deepEqual([response.status, response.json], [status, { error: message }]);
          const cost = index >= firstCharged ? 1 : 0;
          assert.equal(await used(key.accountId), before + cost, 'what it costs');
        });
      }
    });
  }

  test('a refused burst of a key costs no quota, a refused origin no burst of the key', async () => {
    const { key, secret } = await service.key();
    for (let i = 0; i < 5; i++) assert.equal((await send(secret, new Set<Fault>(['origin']))).status, 403);
    for (let i = 0; i < burst; i++) assert.equal((await send(secret)).status, 200);
    for (let i = 0; i < 5; i++) assert.equal((await send(secret)).status, 429);
    assert.equal(await used(key.accountId), burst);
  });

  test('operator endpoints: burst of the address, then token, then content type, then JSON', async () => {
    const create = (headers: Record<string, string>, body: string) =>
      service.request('POST', '/keys', { headers: { 'x-forwarded-for': freshAddress(), ...headers }, body });
    const wrongType = { 'content-type': 'text/plain' };
    const token = { 'x-admin-token': adminToken };
    const long = `{${' '.repeat(1_024)}`;
    const statuses = [
      await create({ 'x-forwarded-for': spentAddress, 'x-admin-token': 'wrong' }, '{'),
      await create({ ...wrongType }, '{'),
      await create({ 'x-admin-token': 'wrong', ...wrongType }, '{'),
      await create({ ...token, ...wrongType }, long),
      await create(token, long),
      await create(token, '{'),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [429, 401, 401, 415, 413, 400]);
  });
});
