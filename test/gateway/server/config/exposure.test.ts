import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { readConfig } from '#gateway/server/config/config.js';
import { exposureOf } from '#gateway/server/config/exposure.js';
import type { EnvironmentVariables } from '#gateway/server/config/setting.js';

const port = 8_080;
const outer = Object.values(networkInterfaces())
  .flatMap((entries = []) => entries)
  .filter(({ internal }) => !internal);
const isLinkLocal = (address: string) => address.startsWith('fe80:');
const outerOf = (family: 'IPv4' | 'IPv6') => outer.filter((entry) => entry.family === family).map((e) => e.address);

/** @param settings - environment variables. */
const exposure = (settings: EnvironmentVariables, environment: EnvironmentVariables = {}) =>
  exposureOf(readConfig(settings), port, environment);

describe('HTTP without TLS for other machines', () => {
  test('is reported with every IPv4 address for HOST=0.0.0.0', async () => {
    const { addresses = [], warning } = (await exposure({ HOST: '0.0.0.0' })) ?? {};
    assert.deepEqual(
      addresses,
      outerOf('IPv4').map((address) => `http://${address}:${port}`),
    );
    assert.match(warning ?? '', /^Other machines reach the gateway over HTTP without TLS/);
  });

  test('is reported with IPv4 and IPv6 addresses for HOST=::, those of one interface with its name', async () => {
    const { addresses = [] } = (await exposure({ HOST: '::' })) ?? {};
    const known = new Set(addresses);
    for (const address of outerOf('IPv4')) assert.ok(known.has(`http://${address}:${port}`), address);
    for (const address of outerOf('IPv6')) {
      const zone = isLinkLocal(address) ? '%25' : ']';
      assert.ok(
        addresses.some((each) => each.startsWith(`http://[${address}${zone}`)),
        address,
      );
    }
    assert.equal(addresses.length, outer.length);
  });

  test('is reported for a single network address', async () => {
    assert.deepEqual((await exposure({ HOST: '192.0.2.7' }))?.addresses, ['http://192.0.2.7:8080']);
    assert.deepEqual((await exposure({ HOST: 'fe80::1%eth0' }))?.addresses, ['http://[fe80::1%25eth0]:8080']);
  });

  test('is reported for a name that cannot be looked up, because it may be one of the network', async () => {
    assert.deepEqual((await exposure({ HOST: 'no-such-host.invalid' }))?.addresses, [
      'http://no-such-host.invalid:8080',
    ]);
  });

  test('names the published port in a container', async () => {
    const { warning = '' } = (await exposure({ HOST: '0.0.0.0' }, { container: 'oci' })) ?? {};
    assert.ok(warning.includes('publish its port on the host alone (-p 127.0.0.1:8080:8080)'), warning);
  });

  const harmless: readonly EnvironmentVariables[] = [
    {},
    { HOST: '127.9.9.9' },
    { HOST: '::1' },
    { HOST: '::ffff:127.0.0.1' },
    { HOST: 'localhost' },
    // Most systems cannot look it up.
    { HOST: 'no-such-host.localhost' },
    { HOST: '0.0.0.0', TRUSTED_PROXIES: '127.0.0.1' },
    // Any readable file: its contents are checked elsewhere.
    { HOST: '0.0.0.0', TLS_CERT_FILE: 'package.json', TLS_KEY_FILE: 'package.json' },
  ];
  for (const settings of harmless) {
    test(`is not reported with ${JSON.stringify(settings)}`, async () =>
      assert.equal(await exposure(settings), undefined));
  }
});
