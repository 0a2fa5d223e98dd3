import { noDeaths, type ProcessEnd, reasonOf } from './death.js';
import { GatewayChild } from './gateway-child.js';
import type { GatewayMessage } from './messages.js';
import { type RestartLimits, RestartPolicy } from './restart-policy.js';
import { Standby } from './standby.js';
import type { SupervisorLog } from './supervisor-log.js';

/** A repeated signal within so many milliseconds is the same one: npm sends what the terminal has sent once more. */
const sameSignalMs = 200;

/** How long a gateway that was told twice may take to end, in milliseconds. */
const secondSignalMs = 1_000;

/** Keeps one gateway process running until it is told to stop. */
export class Supervisor {
  readonly #limits: RestartLimits;
  readonly #log: SupervisorLog;
  readonly #policy: RestartPolicy;
  readonly #standby: Standby;
  readonly #startedAt = Date.now();
  readonly #restarts = noDeaths();
  #child: GatewayChild | undefined;
  #hasListened = false;
  #isListening = false;
  /** Whether the end of the gateway is wanted. */
  #stopping = false;
  #reloadWhenListening = false;
  #lastSignal: { readonly name: string; readonly at: number } | undefined;
  /** Ends the pause before a restart. */
  #endPause: () => void = () => {};

  constructor(limits: RestartLimits, log: SupervisorLog) {
    this.#limits = limits;
    this.#log = log;
    this.#policy = new RestartPolicy(limits, () => performance.now());
    this.#standby = new Standby(log);
  }

  /** Runs the gateway, and starts it again whenever it dies. @returns how this process has to end. */
  async run(): Promise<ProcessEnd> {
    for (;;) {
      const child = this.#start();
      const end = await child.ended;
      this.#child = undefined;
      this.#isListening = false;
      // A first start that ends with a status has said why: a bad setting, a port that is taken.
      if (this.#stopping || (!this.#hasListened && end.status !== null)) return this.#ended(child, end);
      const pauseMs = this.#policy.died();
      if (pauseMs === undefined) return this.#giveUp(child, end);
      this.#restarts[reasonOf(end)]++;
      void this.#report(child, end, pauseMs);
      if (pauseMs > 0) await this.#pause(pauseMs);
      // Not a death: it was told to stop while there was none to be told.
      if (this.#stopping) return { status: 0, signal: null };
    }
  }

  /** SIGTERM or SIGINT: the gateway stops, and with it the supervisor. */
  stop(signal: 'SIGTERM' | 'SIGINT'): void {
    const now = performance.now();
    if (this.#lastSignal?.name === signal && now - this.#lastSignal.at < sameSignalMs) return;
    this.#lastSignal = { name: signal, at: now };
    if (this.#stopping) {
      // The gateway ends at once by itself, unless its event loop is held up.
      const child = this.#child;
      setTimeout(() => child?.kill('SIGKILL'), secondSignalMs).unref();
    }
    this.#stop();
    this.#child?.kill(signal);
  }

  /** SIGHUP: the gateway reads its settings again. One that does not listen yet would not survive the signal. */
  reload(): void {
    if (this.#isListening) this.#child?.kill('SIGHUP');
    else this.#reloadWhenListening = true;
  }

  /** The terminal is closed: the gateway stops as for SIGINT. */
  hangUp(): void {
    this.#stop();
    this.#child?.hangUp();
  }

  #stop(): void {
    this.#stopping = true;
    this.#standby.discard();
    this.#endPause();
  }

  #start(): GatewayChild {
    const child = this.#standby.take() ?? new GatewayChild();
    this.#child = child;
    child.onMessage = (message) => this.#hear(child, message);
    child.serve({ startedAt: this.#startedAt, restarts: this.#restarts });
    return child;
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
    }
    // Not before: the processor is for the threads of the gateway first.
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

  /** Says why the gateway died, once all of its standard error has been read; nobody waits for it. */
  async #report(child: GatewayChild, end: ProcessEnd, retryMs: number): Promise<void> {
    const restarts = Object.values(this.#restarts).reduce((sum, count) => sum + count, 0);
    const { pid, uptimeMs } = child;
    const fatal = await child.lastWords;
    const fields = { reason: reasonOf(end), ...end, pid, uptimeMs, restarts, retryMs, fatal };
    this.#log.write('error', fields, 'The gateway process died and is started again');
  }

  async #giveUp(child: GatewayChild, end: ProcessEnd): Promise<ProcessEnd> {
    const { mostFailedStarts } = this.#limits;
    const fields = { reason: reasonOf(end), ...end, failedStarts: mostFailedStarts, fatal: await child.lastWords };
    const sentence = `The gateway process could not be started ${mostFailedStarts} times in a row`;
    this.#log.write('fatal', fields, sentence);
    process.stderr.write(`textmill: ${sentence}: giving up\n`);
    return { status: 1, signal: null };
  }

  /** What the gateway has said last is passed on before this process ends. */
  async #ended(child: GatewayChild, end: ProcessEnd): Promise<ProcessEnd> {
    this.#standby.discard();
    await child.lastWords;
    return end;
  }
}
