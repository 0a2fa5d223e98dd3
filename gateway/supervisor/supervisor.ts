import { currentEntry, type Entry } from './current-entry.js';
import { noRestarts, type ProcessEnd, reasonOf } from './death.js';
import { GatewayChild } from './gateway-child.js';
import type { GatewayMessage } from './messages.js';
import { Replacement } from './replacement.js';
import { type RestartLimits, RestartPolicy } from './restart-policy.js';
import { Standby } from './standby.js';
import { PublishedState } from './supervisor-file.js';
import type { SupervisorLog } from './supervisor-log.js';
import { Reports } from './supervisor-log.js';

/** A repeated signal within this many milliseconds counts once: npm repeats the terminal's signal. */
const sameSignalMs = 200;

/** How long a gateway may take to end after a second signal, in milliseconds. */
const secondSignalMs = 1_000;

/** Keeps one gateway process running until it is told to stop. */
export class Supervisor {
  readonly #limits: RestartLimits;
  readonly #log: SupervisorLog;
  readonly #reports: Reports;
  readonly #policy: RestartPolicy;
  readonly #standby: Standby;
  readonly #startedAt = Date.now();
  readonly #restarts = noRestarts();
  readonly #state: PublishedState;
  #child: GatewayChild | undefined;
  /** The requested restart in progress. */
  #replacement: Replacement | undefined;
  /** Whether another restart was requested meanwhile. */
  #restartWanted = false;
  /** The program of the last gateway that listened. */
  #proven: Entry | undefined;
  /** The program with which the last requested restart failed; it is started again only on request. */
  #failed: Entry | undefined;
  #hasListened = false;
  #isListening = false;
  /** Whether the gateway is expected to end. */
  #stopping = false;
  #reloadWhenListening = false;
  #lastSignal: { readonly name: string; readonly at: number } | undefined;
  /** Ends the pause before a restart. */
  #endPause: () => void = () => {};

  constructor(limits: RestartLimits, log: SupervisorLog) {
    this.#limits = limits;
    this.#log = log;
    this.#reports = new Reports(log);
    this.#policy = new RestartPolicy(limits, () => performance.now());
    this.#standby = new Standby(log, () => this.#entry());
    this.#state = new PublishedState(log);
  }

  /** Runs the gateway, and restarts it whenever it ends. @returns how this process has to end. */
  async run(): Promise<ProcessEnd> {
    try {
      return await this.#keepRunning();
    } finally {
      this.#state.remove();
    }
  }

  async #keepRunning(): Promise<ProcessEnd> {
    for (let next: GatewayChild | undefined; ; ) {
      const child = this.#serve(next ?? this.#prepared());
      const end = await child.ended;
      this.#child = undefined;
      this.#isListening = false;
      // A first start that ends with a status has printed the reason: an invalid setting, a port in use.
      if (this.#stopping || (!this.#hasListened && end.status !== null)) return this.#ended(child, end);
      next = await this.#successor(child, end);
      if (next === undefined && !this.#stopping) {
        const pauseMs = this.#policy.died();
        if (pauseMs === undefined) {
          await this.#reports.gaveUp(child, end, this.#limits.mostFailedStarts);
          return { status: 1, signal: null };
        }
        this.#countDeath(child, end, pauseMs);
        if (pauseMs > 0) await this.#pause(pauseMs);
      }
      // Not a death: the stop was requested while no gateway was running.
      if (this.#stopping) return { status: 0, signal: null };
    }
  }

  /** Handles SIGTERM and SIGINT: stops the gateway, then the supervisor. */
  stop(signal: 'SIGTERM' | 'SIGINT'): void {
    const now = performance.now();
    if (this.#lastSignal?.name === signal && now - this.#lastSignal.at < sameSignalMs) return;
    this.#lastSignal = { name: signal, at: now };
    if (this.#stopping) {
      // The gateway ends immediately by itself, unless its event loop is blocked.
      const child = this.#child;
      setTimeout(() => child?.kill('SIGKILL'), secondSignalMs).unref();
    }
    this.#stop();
    this.#child?.kill(signal);
  }

  /**
   * Handles SIGHUP: the gateway reads its settings again. A gateway that does not listen yet would not survive the
   * signal.
   */
  reload(): void {
    if (this.#isListening) this.#child?.kill('SIGHUP');
    else this.#reloadWhenListening = true;
  }

  /** Handles SIGUSR2: a process with the installed release replaces the gateway. */
  restart(): void {
    if (this.#stopping) return;
    const gateway = this.#child;
    if (gateway === undefined || !this.#isListening || this.#replacement !== undefined) this.#restartWanted = true;
    else void this.#replace(gateway);
  }

  /** Handles a closed terminal: the gateway stops as for SIGINT. */
  hangUp(): void {
    this.#stop();
    this.#child?.hangUp();
  }

  #stop(): void {
    this.#stopping = true;
    this.#standby.discard();
    this.#replacement?.discard(this.#child);
    this.#replacement = undefined;
    this.#endPause();
  }

  /** Returns the program for a start without a request: the installed one, unless a restart has just failed with it. */
  #entry(): Entry {
    const current = currentEntry();
    return this.#proven !== undefined && this.#failed?.file === current.file ? this.#proven : current;
  }

  #prepared(): GatewayChild {
    const entry = this.#entry();
    return this.#standby.take(entry) ?? new GatewayChild(entry);
  }

  #serve(child: GatewayChild): GatewayChild {
    this.#child = child;
    child.onMessage = (message) => this.#hear(child, message);
    const startedAtTerminal = !this.#hasListened && process.stderr.isTTY === true;
    child.serve({ startedAt: this.#startedAt, restarts: this.#restarts, startedAtTerminal });
    return child;
  }

  /** Prepares a process, and tells the gateway to hand over to it. */
  async #replace(gateway: GatewayChild): Promise<void> {
    const replacement = new Replacement(currentEntry(), this.#limits);
    this.#replacement = replacement;
    this.#state.restartBegins();
    this.#reports.replacing(replacement.child);
    const problem = await replacement.prepared();
    // Meanwhile the gateway died and the new process already serves, or everything stops.
    if (this.#replacement !== replacement || this.#child !== gateway) return;
    if (problem === undefined) replacement.replace(gateway);
    else this.#restartEnded(replacement, problem);
  }

  /** Ends a requested restart. @param problem - why it failed; undefined if the new process listens. */
  #restartEnded(replacement: Replacement, problem?: string): void {
    this.#replacement = undefined;
    this.#failed = problem === undefined ? undefined : replacement.child.entry;
    this.#reports.replaced(replacement.child, problem);
    // Kept until now, because its program has worked.
    if (problem === undefined) this.#standby.discard();
    replacement.settle(problem);
    this.#state.restartEnds(problem);
    if (this.#isListening) this.#restartIfWanted();
  }

  #restartIfWanted(): void {
    const isWanted = this.#restartWanted;
    this.#restartWanted = false;
    if (isWanted) this.restart();
  }

  /**
   * Returns the process that serves after a gateway that ended during a requested restart; undefined without one.
   * However the gateway ended, the new process takes its place; if that cannot listen, a process with the program that
   * has worked.
   */
  async #successor(child: GatewayChild, end: ProcessEnd): Promise<GatewayChild | undefined> {
    const replacement = this.#replacement;
    if (replacement === undefined) return undefined;
    this.#policy.replaced();
    if (child !== replacement.child && end.status === 0) this.#restarts.requested++;
    else this.#countDeath(child, end, 0);
    if (child === replacement.child) {
      this.#restartEnded(replacement, await replacement.problem(end));
      return this.#stopping ? undefined : this.#prepared();
    }
    replacement.serves();
    return replacement.child;
  }

  #countDeath(child: GatewayChild, end: ProcessEnd, retryMs: number): void {
    this.#restarts[reasonOf(end)]++;
    const restarts = Object.values(this.#restarts).reduce((sum, count) => sum + count, 0);
    void this.#reports.died(child, end, restarts, retryMs);
  }

  #hear(child: GatewayChild, message: GatewayMessage): void {
    if (child !== this.#child) return;
    if (message.type === 'listening' || message.type === 'log-level') this.#log.setLevel(message.logLevel);
    if (message.type === 'listening') {
      this.#hasListened = true;
      this.#isListening = true;
      this.#policy.listening();
      if (this.#reloadWhenListening) child.kill('SIGHUP');
      this.#reloadWhenListening = false;
      this.#proven = child.entry;
      this.#state.listening(child, message);
      if (this.#replacement?.child === child) this.#restartEnded(this.#replacement);
      else this.#restartIfWanted();
    }
    // Not earlier: the threads of the gateway need the processor first.
    if (message.type === 'ready' && !this.#stopping) this.#standby.prepare();
    if (message.type === 'stopping') this.#stop();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Forwards the last output of the gateway before this process ends. */
  async #ended(child: GatewayChild, end: ProcessEnd): Promise<ProcessEnd> {
    this.#standby.discard();
    await child.lastWords;
    return end;
  }
}
