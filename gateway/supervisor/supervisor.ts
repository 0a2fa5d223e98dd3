import { systemClock } from '#gateway/core/clock.js';
import { currentEntry, type Entry } from './current-entry.js';
import { GatewayChild } from './gateway-child.js';
import { ManagedProcess, type ProcessOwner } from './managed-process.js';
import { Members } from './members.js';
import type { GatewayMessage, ListeningGateway, Supervision } from './messages.js';
import { MetricsAggregator } from './metrics-aggregator.js';
import { noRestarts, type ProcessEnd, reasonOf } from './process-end.js';
import type { RestartLimits } from './restart-policy.js';
import { Standby } from './standby.js';
import { PublishedState } from './supervisor-file.js';
import { Reports, type SupervisorLog } from './supervisor-log.js';

/** A repeated signal within this many milliseconds counts once: npm repeats the terminal's signal. */
const sameSignalMs = 200;

/** How long a gateway may take to end after a second signal, in milliseconds. */
const secondSignalMs = 1_000;

/**
 * Keeps all gateways of this machine running until it is asked to stop.
 *
 * It reads no settings: the first gateway says how many there are, and on which port they listen. The others start when
 * that listens.
 */
export class Supervisor implements ProcessOwner {
  readonly limits: RestartLimits;
  readonly #log: SupervisorLog;
  readonly #reports: Reports;
  readonly #standby: Standby;
  readonly #startedAt = Date.now();
  readonly #restarts = noRestarts();
  readonly #state: PublishedState;
  readonly #members: Members;
  readonly #aggregator = new MetricsAggregator();
  readonly #processes: ManagedProcess[] = [];
  readonly #ends: Promise<ProcessEnd>[] = [];
  /** Gateways of which too many starts in a row have failed. */
  readonly #failing = new Set<ManagedProcess>();
  /** The port of the gateways; known once the first one listens. */
  #port: number | undefined;
  /** The database in the data folder of the gateways; undefined before one listens, and if it is elsewhere. */
  #database: string | undefined;
  /** The program of the last gateway that listened. */
  #proven: Entry | undefined;
  /** The program with which the last requested restart failed; it is started again only on request. */
  #failed: Entry | undefined;
  #hasListened = false;
  /** Whether a requested restart is in progress. */
  #isReplacing = false;
  /** Whether another restart was requested meanwhile. */
  #restartWanted = false;
  #stopping = false;
  #gaveUp = false;
  #lastSignal: { readonly name: string; readonly at: number } | undefined;

  constructor(limits: RestartLimits, log: SupervisorLog) {
    this.limits = limits;
    this.#log = log;
    this.#reports = new Reports(log);
    this.#standby = new Standby(log, () => this.#entry());
    this.#state = new PublishedState(log);
    this.#members = new Members(() => this.#publish());
  }

  /** Runs the gateways, and restarts each one whenever it ends. @returns how this process has to end. */
  async run(): Promise<ProcessEnd> {
    this.#add();
    let ends: ProcessEnd[] = [];
    // The first gateway adds the others.
    while (ends.length < this.#ends.length) ends = await Promise.all(this.#ends);
    this.#standby.discard();
    this.#state.remove();
    if (this.#gaveUp) return { status: 1, signal: null };
    return ends.find((end) => !this.#isAsTold(end)) ?? { status: 0, signal: null };
  }

  /** Whether a gateway has stopped as it was asked to: one that was still starting ends by the signal itself. */
  #isAsTold({ status, signal }: ProcessEnd): boolean {
    return status === 0 || (this.#hasListened && signal === this.#lastSignal?.name);
  }

  /** Handles SIGTERM and SIGINT: stops the gateways, then the supervisor. */
  stop(signal: 'SIGTERM' | 'SIGINT'): void {
    const now = performance.now();
    if (this.#lastSignal?.name === signal && now - this.#lastSignal.at < sameSignalMs) return;
    this.#lastSignal = { name: signal, at: now };
    if (this.#stopping) {
      // The gateways end immediately by themselves, unless their event loops are blocked.
      setTimeout(() => this.#kill('SIGKILL'), secondSignalMs).unref();
    }
    this.#stop();
    this.#kill(signal);
  }

  /** Handles SIGHUP: the gateways read their settings again. */
  reload(): void {
    for (const managed of this.#processes) managed.reload();
  }

  /** Handles SIGUSR2: processes with the installed release replace the gateways, one after the other. */
  restart(): void {
    if (this.#stopping) return;
    if (this.#isReplacing || !this.#isAnyListening) this.#restartWanted = true;
    else void this.#replaceAll();
  }

  /** Handles a closed terminal: the gateways stop as for SIGINT. */
  hangUp(): void {
    this.#stop();
    for (const managed of this.#processes) managed.hangUp();
  }

  get sharesPort(): boolean {
    return this.#processes.length > 1;
  }

  takeProcess(): GatewayChild {
    const entry = this.#entry();
    return this.#standby.take(entry) ?? new GatewayChild(entry);
  }

  supervisionOf({ number }: ManagedProcess): Supervision {
    return {
      startedAt: this.#startedAt,
      restarts: this.#restarts,
      clockAnchor: systemClock.anchor,
      startedAtTerminal: !this.#hasListened && process.stderr.isTTY === true,
      gateway: number,
      // A number that has changed since takes effect with the next start of the supervisor.
      ...(this.#hasListened && { gateways: this.#processes.length }),
      ...(this.sharesPort && this.#port !== undefined && { port: this.#port }),
      ...(this.#database !== undefined && { database: this.#database }),
    };
  }

  onServing({ number }: ManagedProcess, child: GatewayChild): void {
    this.#aggregator.add(child, number);
  }

  onMessage(managed: ManagedProcess, child: GatewayChild, message: GatewayMessage): void {
    if (message.type === 'gather') void this.#aggregator.gather(child, message.id, message.report);
    if (message.type === 'reported') this.#aggregator.reported(child, message.report);
    if (message.type === 'condition') this.#members.update(child, message);
    // One that hands over has nothing more to say about the service.
    if (child !== managed.child) return;
    if (message.type === 'listening' || message.type === 'log-level') this.#log.setLevel(message.logLevel);
    if (message.type === 'listening') this.#log.setFormat(message.logFormat);
    if (message.type === 'listening') this.#listening(managed, child, message);
    if (message.type === 'ready') this.#prepareStandby();
    // The only gateway was asked to stop by someone else.
    if (message.type === 'stopping' && !this.sharesPort) this.#stop();
  }

  isLast({ status }: ProcessEnd): boolean {
    // A first start that ends with a status has printed the reason: an invalid setting, a port in use.
    return this.#stopping || (!this.#hasListened && status !== null);
  }

  onExit(managed: ManagedProcess, child: GatewayChild, end: ProcessEnd, pauseMs: number): void {
    this.#restarts[reasonOf(end)]++;
    const restarts = Object.values(this.#restarts).reduce((sum, count) => sum + count, 0);
    void this.#reports.died(child, end, restarts, pauseMs, this.#numberOf(managed));
    this.#publish();
  }

  onReplaced(): void {
    this.#restarts.requested++;
    this.#publish();
  }

  async onGiveUp(managed: ManagedProcess, child: GatewayChild, end: ProcessEnd): Promise<boolean> {
    this.#failing.add(managed);
    // The service goes on with what is left of it.
    if (this.#isAnyListening || this.#failing.size < this.#processes.length) return false;
    this.#gaveUp = true;
    this.#stop();
    this.#kill('SIGKILL');
    await this.#reports.gaveUp(child, end, this.limits.mostFailedStarts, this.#processes.length);
    return true;
  }

  onRestart(managed: ManagedProcess, replacement: GatewayChild): void {
    this.#reports.replacing(replacement, this.#numberOf(managed));
  }

  onRestarted(managed: ManagedProcess, replacement: GatewayChild, problem: string | undefined): void {
    this.#failed = problem === undefined ? undefined : replacement.entry;
    this.#reports.replaced(replacement, problem, this.#numberOf(managed));
    // Kept until now, because its program has worked.
    if (problem === undefined) this.#standby.discard();
  }

  get #isAnyListening(): boolean {
    return this.#processes.some((managed) => managed.isListening);
  }

  #add(): void {
    const managed = new ManagedProcess(this.#processes.length + 1, this);
    this.#processes.push(managed);
    this.#ends.push(managed.run());
  }

  /** Returns the number of a gateway, for the log; undefined for the only one. */
  #numberOf({ number }: ManagedProcess): number | undefined {
    return this.sharesPort ? number : undefined;
  }

  #listening(managed: ManagedProcess, child: GatewayChild, message: ListeningGateway): void {
    const { gateways = 1, port, database } = message;
    const isFirst = !this.#hasListened;
    this.#hasListened = true;
    this.#port = port;
    this.#database = database;
    this.#proven = child.entry;
    this.#failing.delete(managed);
    this.#state.listening(child, message);
    this.#members.add(child, managed.number, message);
    if (isFirst && gateways > 1) {
      while (this.#processes.length < gateways) this.#add();
      this.#aggregator.start();
    }
    if (!this.#isReplacing) this.#restartIfWanted();
  }

  #stop(): void {
    this.#stopping = true;
    this.#standby.discard();
    for (const managed of this.#processes) managed.stop();
  }

  #kill(signal: NodeJS.Signals): void {
    for (const managed of this.#processes) managed.kill(signal);
  }

  /** Returns the program for a start without a request: the installed one, unless a restart has just failed with it. */
  #entry(): Entry {
    const current = currentEntry();
    return this.#proven !== undefined && this.#failed?.file === current.file ? this.#proven : current;
  }

  /** Starts a standby process once no gateway is starting: their threads need the processor first. */
  #prepareStandby(): void {
    const isCalm = !this.#isReplacing && !this.#processes.some((managed) => managed.isStarting);
    if (isCalm && !this.#stopping) this.#standby.prepare();
  }

  async #replaceAll(): Promise<void> {
    this.#isReplacing = true;
    this.#state.restartBegins();
    let problem: string | undefined;
    let unreadiness: string | undefined;
    for (const managed of this.#processes) {
      // One that is down starts with the installed program anyway.
      if (!managed.isListening) continue;
      problem = await managed.replace();
      // It listens before its threads are up, and a broken program may fail only then: the others must keep serving.
      unreadiness = problem === undefined ? await this.#unreadinessOf(managed) : undefined;
      if (problem !== undefined || unreadiness !== undefined) break;
    }
    this.#isReplacing = false;
    this.#state.restartEnds(problem, unreadiness);
    this.#prepareStandby();
    if (this.#isAnyListening) this.#restartIfWanted();
  }

  async #unreadinessOf({ child }: ManagedProcess): Promise<string | undefined> {
    if (child === undefined) return 'The new process ended after it had listened';
    return this.#members.unreadiness(child, this.limits.longestReadyMs);
  }

  #restartIfWanted(): void {
    const isWanted = this.#restartWanted;
    this.#restartWanted = false;
    if (isWanted) this.restart();
  }

  /** Notifies everybody which gateways there are. */
  #publish(): void {
    const members = this.#members.all;
    this.#state.membersChanged(members);
    for (const { child } of this.#processes) {
      if (child?.isServing) child.notify({ type: 'members', members, restarts: this.#restarts });
    }
  }
}
