import assert from 'node:assert/strict';
import { chownSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { httpServers, overEachServer } from '../support/gateway.js';
import { GatewayProcess, processSettings } from '../support/gateway-process.js';
import { runProgram } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A host that the gateway cannot listen on, with the reason and what to do. */
const rows: readonly (readonly [host: string, sentence: RegExp])[] = [
  [
    'nosuch.example',
    // EAI_AGAIN where no name server can be reached.
    /^Cannot listen on nosuch\.example port 0 \((?:ENOTFOUND\): the host name does not resolve|EAI_AGAIN\): the name server does not respond); set HOST to an address of this machine, such as 127\.0\.0\.1$/,
  ],
  [
    // An address reserved for examples (RFC 5737).
    '192.0.2.1',
    /^Cannot listen on 192\.0\.2\.1 port 0 \(EADDRNOTAVAIL\): the address is not this machine's; set HOST to an address of this machine, or to 0\.0\.0\.0 for all of them$/,
  ],
];

describe('a gateway that cannot listen says why, and what to do', () => {
  overEachServer((start) => {
    for (const [host, sentence] of rows) {
      test(host, async (t) => {
        await assert.rejects(start(t, { settings: { HOST: host } }), { message: sentence });
      });
    }

    test('a port in use', async (t) => {
      const { port } = await start(t);
      await assert.rejects(start(t, { settings: { PORT: String(port) } }), {
        message: `Cannot listen on 127.0.0.1 port ${port} (EADDRINUSE): the port is in use by another process; stop that process, or set PORT to a free port`,
      });
    });
  });

  for (const HTTP_SERVER of httpServers) {
    test(`over ${HTTP_SERVER}: a privileged port, as one line on standard error`, async (t) => {
      const launcher = await unprivileged();
      if (launcher === undefined) return t.skip('needs root, setpriv, and a port that only root may take');
      const folder = temporaryFolder(t);
      chownSync(folder, nobody, nobody);
      const own = { ...processSettings, HTTP_SERVER, PORT: '1' };
      const { status, stdout, stderr } = await new GatewayProcess(t, own, folder, { launcher }).ended;
      // On a busy machine, a slow write of counters is logged meanwhile.
      const logged = stdout.split('\n').filter((line) => !/"msg":"Counters (?:cannot be|are) stored/.test(line));
      assert.deepEqual([status, logged], [1, ['']]);
      assert.equal(
        stderr,
        'textmill: Cannot listen on 127.0.0.1 port 1 (EACCES): the system does not let this process take the port; ' +
          'set PORT to 1024 or above, or give the process the capability CAP_NET_BIND_SERVICE\n',
      );
    });
  }
});

/** The user and group `nobody`, which own no files. */
const nobody = 65_534;

/** A command that runs another one as an unprivileged user; undefined where this machine has none. */
async function unprivileged(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  if (Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) <= 1) return undefined;
  const launcher = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  const [command = '', ...args] = launcher;
  return (await runProgram(command, [...args, 'true']).catch(() => undefined))?.status === 0 ? launcher : undefined;
}
