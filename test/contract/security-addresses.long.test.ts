import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { describe, test } from 'node:test';
import { overEachServer, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { threadMs } from '../support/processor-time.js';
import { responseTo } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const burst = 5;

/** Header fields with which a client claims another address. None gives it one more request. */
const disguises: readonly string[] = [
  'x-forwarded-for: 127.0.0.1\r\nx-forwarded-for: nonsense',
  'X-Forwarded-For: localhost',
  'x-forwarded-for: unknown, _hidden',
  'x-forwarded-for: 0x7f.0.0.1',
  'x-forwarded-for: 0177.0.0.1',
  'x-forwarded-for: 2130706433',
  'x-forwarded-for: 127.1',
  'x-forwarded-for: 192.0.2.001',
  'x-forwarded-for: 192.0.2.1.',
  'x-forwarded-for: １９２.0.2.1',
  'x-forwarded-for: 192.0.2.1/32',
  'x-forwarded-for: 192.0.2.1 192.0.2.2',
  'x-forwarded-for: ::ffff:300.0.2.1',
  'x-forwarded-for: [2001:db8::1',
  'x-forwarded-for: 2001:db8::1::2',
  'x-forwarded-for: "192.0.2.1"',
  `x-forwarded-for: ${','.repeat(3_000)}`,
  `x-forwarded-for: 192.0.2.7, ${'9'.repeat(3_000)}`,
  `x-forwarded-for: nonsense${', 127.0.0.1'.repeat(250)}`,
  'Forwarded: for=192.0.2.1',
  'X-Real-IP: 192.0.2.1',
  'X-Client-IP: 192.0.2.1',
  'CF-Connecting-IP: 192.0.2.1',
  'True-Client-IP: 192.0.2.1',
  'X_Forwarded_For: 192.0.2.1',
];

overEachServer((startTestGateway) => {
  const settings = { BURST_PER_IP: String(burst) };

  async function admitted({ port }: TestGateway, fields: readonly string[]): Promise<number> {
    let count = 0;
    for (const field of fields) {
      const nowhere = await responseTo(port, `GET /nowhere HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`);
      assert.equal(nowhere.status, 404);
      const { status } = await responseTo(port, `GET /v1/tools/nonsense HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`);
      if (status !== 429) count++;
    }
    return count;
  }

  describe('no header changes the address of a client', () => {
    test('a direct client while no proxy is trusted', async (t) => {
      const service = await startTestGateway(t, { clock: new ManualClock(), settings });
      assert.equal(await admitted(service, [...disguises, 'x-forwarded-for: 192.0.2.1']), 2);
    });

    test('a direct client while another address is a trusted proxy', async (t) => {
      const trusting = { ...settings, TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.2, ::1' };
      const service = await startTestGateway(t, { clock: new ManualClock(), settings: trusting });
      assert.equal(await admitted(service, [...disguises, 'x-forwarded-for: 10.0.0.1']), 2);
    });

    test('an invalid address that a trusted proxy forwards counts as the proxy', async (t) => {
      const service = await startTestGateway(t, {
        clock: new ManualClock(),
        settings: { ...settings, TRUSTED_PROXIES: '127.0.0.1' },
      });
      assert.equal(await admitted(service, disguises), 2);
      assert.equal(await admitted(service, ['x-forwarded-for: 192.0.2.1']), 1, 'a valid address counts as itself');
    });
  });

  test('a field that claims an address takes about the time of none', async (t) => {
    const settings = { BURST_PER_IP: '0', TRUSTED_PROXIES: '127.0.0.1' };
    const { port } = await startTestGateway(t, { clock: new ManualClock(), settings });
    /** The least of several: what a field costs, it costs each time. */
    const msOf = async (field: string): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const request = Buffer.from(`GET /nowhere HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`);
        const before = threadMs();
        assert.equal((await responseTo(port, request)).status, 404);
        times.push(threadMs() - before);
      }
      return Math.min(...times);
    };
    await msOf('X-A: warm');
    const plainMs = await msOf('X-A: none');
    for (const field of disguises) {
      const ms = await msOf(field);
      assert.ok(ms < 20 * plainMs, `${ms} ms, and ${plainMs} without, for ${field.slice(0, 60)}`);
    }
  });

  test('a world-writable data folder stops the start', async (t) => {
    const dataDir = temporaryFolder(t);
    chmodSync(dataDir, 0o777);
    await assert.rejects(startTestGateway(t, { dataDir }), /DATA_DIR is .*, but every user of this machine may write/);
  });
});
