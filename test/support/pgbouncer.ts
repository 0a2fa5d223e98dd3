import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { freePort } from './free-port.js';
import { until } from './gateway-process.js';
import type { TestPostgres } from './postgres.js';
import { programPath } from './program-path.js';
import { temporaryFolder } from './temporary-folder.js';

const program = programPath('pgbouncer');

/** Why tests with PgBouncer are skipped here; false if they run. */
export const withoutPgbouncer = program === undefined && 'pgbouncer is not installed';

/** What a PgBouncer does. */
export interface PoolerSettings {
  readonly mode: 'session' | 'transaction' | 'statement';
  /** Connections to the server. */
  readonly size: number;
  /** Further lines of its file. */
  readonly more?: string;
}

/** Starts a PgBouncer in front of all databases of a server. @returns its port of 127.0.0.1. */
export async function startPgbouncer(
  scope: CleanupScope,
  { port: server }: TestPostgres,
  { mode, size, more = '' }: PoolerSettings,
): Promise<number> {
  const folder = temporaryFolder(scope);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    ...['[databases]', `* = host=127.0.0.1 port=${server} user=textmill`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...[`pool_mode = ${mode}`, `default_pool_size = ${size}`, more],
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  // It refuses to run as root.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pooler = spawn(program ?? 'pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'ignore'] });
  cleanUpAfter(scope, async () => {
    const ended = once(pooler, 'exit');
    if (pooler.kill('SIGKILL')) await ended;
  });
  await until('PgBouncer listens', () => isListening(port));
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
