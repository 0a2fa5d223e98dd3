// @ts-check
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-ports.mjs';
import { missingPostgres, postgresPrograms, preparePostgres } from '../local-postgres.mjs';
import { ScriptError, say } from '../script.mjs';
import { listens, prepareBalancer } from './balancer.mjs';
import { createKey, gatewayProgram, isReady, prepareGateway, writeHeader } from './gateways.mjs';
import { guide } from './guide.mjs';
import { Processes } from './processes.mjs';

const gatewayCount = 3;
/** npm repeats the signal of a terminal: signals that are closer than this, in milliseconds, count once. */
const sameSignalMs = 1_000;

/**
 * Runs a cluster until a signal asks for its end, and removes everything then.
 *
 * @param {import('./balancer.mjs').BalancerName | undefined} balancer
 * @throws {ScriptError} with one sentence if something is missing or does not start.
 */
export async function runCluster(balancer) {
  const programs = postgresPrograms();
  if (programs === undefined) throw new ScriptError(`${missingPostgres}.`);
  const signals = new StopSignals();
  const folder = mkdtempSync(join(tmpdir(), 'textmill-cluster-'));
  const processes = new Processes(folder);
  // A terminal that is closed must not end this process before those that it started.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const started = start({ programs, folder, processes, balancer });
  try {
    const page = await Promise.race([started, signals.first]);
    if (page !== undefined) process.stdout.write(page);
    await signals.first;
    say('stopping');
  } finally {
    await processes.end(signals.second);
    // A start that was interrupted fails at its next step.
    await started.catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts everything, each part once what it needs is up.
 *
 * @param {{ programs: string, folder: string, processes: Processes,
 *   balancer: import('./balancer.mjs').BalancerName | undefined }} parts
 * @returns the page that says what to do.
 */
async function start({ programs, folder, processes, balancer }) {
  // The server of PostgreSQL may be another user's; what is in the folder has modes of its own.
  chmodSync(folder, 0o711);
  const [postgresPort = 0, balancerPort = 0, ...ports] = await freePorts(2 + gatewayCount);
  const adminToken = randomBytes(24).toString('hex');
  const home = (/** @type {string} */ name) => {
    mkdirSync(join(folder, name), { mode: 0o700 });
    return join(folder, name);
  };

  say('starting PostgreSQL');
  const password = randomBytes(24).toString('hex');
  const postgres = await preparePostgres({
    programs,
    home: home('postgres'),
    port: postgresPort,
    password,
    settings: ['fsync=off'],
  });
  const { command, args, options } = postgres;
  // Its fast stop: it does not wait for its clients.
  processes.start([{ name: 'postgres', command, args, options, stopSignal: 'SIGINT' }]);
  await processes.untilUp('postgres', postgres.accepts);

  say(`starting ${gatewayCount} gateways`);
  const databaseUrl = postgres.url('postgres');
  const gateways = ports.map((port, index) =>
    prepareGateway({ folder, number: index + 1, port, databaseUrl, adminToken, gateways: gatewayCount }),
  );
  processes.start(gateways.map(gatewayProgram));
  for (const gateway of gateways) await processes.untilUp(gateway.name, () => isReady(gateway));

  if (balancer !== undefined) {
    say(`starting ${balancer}`);
    const program = prepareBalancer(balancer, home(balancer), balancerPort, ports);
    processes.start([{ name: balancer, ...program, stopSignal: 'SIGTERM' }]);
    await processes.untilUp(balancer, () => listens(balancerPort));
  }
  const [first] = gateways;
  if (first === undefined) throw new Error('A cluster has gateways');
  return guide({
    gateways: gateways.map((gateway) => ({ ...gateway, pid: processOf(processes.logOf(gateway.name)) })),
    balancer: balancer && { name: balancer, url: `http://127.0.0.1:${balancerPort}` },
    folder,
    headerFile: writeHeader(first, await createKey(first, adminToken)),
  });
}

/**
 * Returns the process that serves, not that of its supervisor.
 *
 * @param {string} log - of a gateway.
 */
function processOf(log) {
  const [, pid] = /"pid":(\d+).*"msg":"listening"/.exec(log) ?? [];
  if (pid === undefined) throw new Error('The log of a gateway does not say that it listens');
  return Number(pid);
}

/** The signals that ask for the end. */
class StopSignals {
  /** @type {(() => void)[]} */
  #listeners = [];
  #count = 0;

  constructor() {
    let lastAt = Number.NEGATIVE_INFINITY;
    const onSignal = () => {
      if (performance.now() - lastAt > sameSignalMs) this.#listeners[this.#count++]?.();
      lastAt = performance.now();
    };
    this.first = this.#next();
    /** The user does not want to wait. */
    this.second = this.#next();
    for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, onSignal);
  }

  /** @returns {Promise<void>} */
  #next() {
    return new Promise((resolve) => {
      this.#listeners.push(resolve);
    });
  }
}
