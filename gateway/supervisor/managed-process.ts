import { currentEntry } from './current-entry.js';
import type { GatewayChild } from './gateway-child.js';
import type { GatewayMessage, Supervision } from './messages.js';
import type { ProcessEnd } from './process-end.js';
import { Replacement } from './replacement.js';
import { type RestartLimits, RestartPolicy } from './restart-policy.js';

/** The supervisor, as one of its gateways needs it. */
export interface ProcessOwner {
  readonly limits: RestartLimits;
  /** Whether several gateways listen on one port, so that a new process can listen before the old one stops. */
  readonly sharesPort: boolean;
  /** Returns a process with the program for a start without a request. */
  takeProcess(): GatewayChild;
  supervisionOf(managed: ManagedProcess): Supervision;
  /** A process was asked to serve. */
  onServing(managed: ManagedProcess, child: GatewayChild): void;
  /** A process that serves has sent a message. */
  onMessage(managed: ManagedProcess, child: GatewayChild, message: GatewayMessage): void;
  /** Whether a process that ended must not be started again: everything stops, or its first start has failed. */
  isLast(end: ProcessEnd): boolean;
  /** A process died. */
  onExit(managed: ManagedProcess, child: GatewayChild, end: ProcessEnd, pauseMs: number): void;
  /** A process ended, because another one has replaced it. */
  onReplaced(): void;
  /** Too many starts of this gateway in a row have failed. @returns whether to stop trying. */
  onGiveUp(managed: ManagedProcess, child: GatewayChild, end: ProcessEnd): Promise<boolean>;
  /** A requested restart of this gateway begins. */
  onRestart(managed: ManagedProcess, replacement: GatewayChild): void;
  /** It has ended. @param problem - why it failed. */
  onRestarted(managed: ManagedProcess, replacement: GatewayChild, problem: string | undefined): void;
}

/** Keeps one gateway process running until it is asked to stop. */
export class ManagedProcess {
  readonly #owner: ProcessOwner;
  readonly #policy: RestartPolicy;
  #child: GatewayChild | undefined;
  /** The process that has handed over, and ends once its requests have their responses. */
  #draining: GatewayChild | undefined;
  /** The requested restart in progress. */
  #replacement: Replacement | undefined;
  #isListening = false;
  #isStarting = false;
  /** Whether the gateway is expected to end. */
  #stopping = false;
  #reloadWhenListening = false;
  /** Ends the pause before a restart. */
  #endPause: () => void = () => {};

  /** @param number - from 1. */
  constructor(
    readonly number: number,
    owner: ProcessOwner,
  ) {
    this.#owner = owner;
    this.#policy = new RestartPolicy(owner.limits, () => performance.now());
  }

  /** The process that serves; undefined in a pause. */
  get child(): GatewayChild | undefined {
    return this.#child;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** Whether its process was asked to serve, and not all of its threads are up. */
  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** Runs the gateway, and restarts it whenever it ends. @returns how the last process ended. */
  async run(): Promise<ProcessEnd> {
    for (let next: GatewayChild | undefined; ; ) {
      const child: GatewayChild = next ?? this.#owner.takeProcess();
      this.#child = child;
      if (!child.isServing) this.#serve(child);
      const end = await child.ended;
      if (child === this.#draining) {
        next = this.#drained(child, end);
        continue;
      }
      this.#child = undefined;
      this.#isListening = false;
      this.#isStarting = false;
      if (this.#stopping || this.#owner.isLast(end)) {
        // Forwards its last output before this process ends.
        await child.fatalLine;
        return end;
      }
      next = await this.#successor(child, end);
      if (next === undefined && !this.#stopping && !(await this.#pauseAfter(child, end))) {
        return { status: 1, signal: null };
      }
      // Not a death: the stop was requested while no gateway was running.
      if (this.#stopping) return { status: 0, signal: null };
    }
  }

  /** Passes a signal to the processes that serve. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
    this.#draining?.kill(signal);
  }

  /** The gateway reads its settings again, once it listens: before that, it would not survive the signal. */
  reload(): void {
    if (this.#isListening) this.#child?.kill('SIGHUP');
    if (!this.#isListening || this.#isReplacementStarting) this.#reloadWhenListening = true;
  }

  /** Whether the new process of a restart may have read its settings, while the old one listens. */
  get #isReplacementStarting(): boolean {
    const replacement = this.#replacement?.child;
    return replacement !== undefined && replacement !== this.#child && replacement.isServing;
  }

  /** The gateway is about to end, and is not started again. */
  stop(): void {
    this.#stopping = true;
    this.#replacement?.discard(this.#child);
    this.#replacement = undefined;
    this.#endPause();
  }

  /** The gateway stops because the terminal is closed. */
  hangUp(): void {
    this.#child?.hangUp();
    this.#draining?.hangUp();
  }

  /**
   * Replaces the gateway by a process with the installed program. Call it while the gateway listens.
   *
   * @returns why that failed; undefined if it succeeded. Pending if the supervisor stops meanwhile.
   */
  async replace(): Promise<string | undefined> {
    const gateway = this.#child;
    const replacement = new Replacement(currentEntry(), this.#owner.limits);
    this.#replacement = replacement;
    this.#owner.onRestart(this, replacement.child);
    // If the gateway dies meanwhile, the new process is asked to serve before it says that it is prepared.
    const problem = await Promise.race([replacement.prepared(), replacement.outcome]);
    // Meanwhile the gateway died and the new process serves or failed, or everything stops.
    if (this.#replacement !== replacement || this.#child !== gateway) return replacement.outcome;
    if (problem !== undefined) this.#replaced(replacement, problem);
    else if (this.#owner.sharesPort) this.#serveBeside(replacement);
    else if (gateway !== undefined) replacement.replace(gateway);
    return replacement.outcome;
  }

  #serve(child: GatewayChild): void {
    this.#isStarting = true;
    child.onMessage = (message) => this.#onMessage(child, message);
    child.serve(this.#owner.supervisionOf(this));
    this.#owner.onServing(this, child);
  }

  /** Lets the new process listen on the shared port while the gateway goes on. */
  #serveBeside(replacement: Replacement): void {
    replacement.serves();
    this.#serve(replacement.child);
    void replacement.child.ended.then(async (end) => {
      const isInVain = this.#replacement === replacement && this.#child !== replacement.child;
      if (isInVain) this.#replaced(replacement, await replacement.problem(end));
    });
  }

  #replaced(replacement: Replacement, problem?: string): void {
    if (this.#replacement !== replacement) return;
    this.#replacement = undefined;
    // Only a process that listens beside the gateway is starting then.
    if (problem !== undefined && this.#child !== replacement.child) this.#isStarting = false;
    this.#owner.onRestarted(this, replacement.child, problem);
    replacement.settle(problem);
  }

  /** Handles the end of the process that has handed over. @returns the process that serves. */
  #drained(child: GatewayChild, end: ProcessEnd): GatewayChild | undefined {
    this.#draining = undefined;
    if (end.status === 0) this.#owner.onReplaced();
    else this.#owner.onExit(this, child, end, 0);
    if (this.#replacement !== undefined) this.#replaced(this.#replacement);
    return this.#child;
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
    if (child !== replacement.child && end.status === 0) this.#owner.onReplaced();
    else this.#owner.onExit(this, child, end, 0);
    if (child === replacement.child) {
      this.#replaced(replacement, await replacement.problem(end));
      return this.#stopping ? undefined : this.#owner.takeProcess();
    }
    replacement.serves();
    return replacement.child;
  }

  /** Waits before the next start after a death. @returns false to give up. */
  async #pauseAfter(child: GatewayChild, end: ProcessEnd): Promise<boolean> {
    const pauseMs = this.#policy.died();
    if (pauseMs === undefined && (await this.#owner.onGiveUp(this, child, end))) return false;
    const longestMs = pauseMs ?? this.#owner.limits.longestPauseMs;
    this.#owner.onExit(this, child, end, longestMs);
    if (longestMs > 0) await this.#pause(longestMs);
    return true;
  }

  #onMessage(child: GatewayChild, message: GatewayMessage): void {
    if (message.type === 'listening') this.#listening(child);
    if (message.type === 'ready' && child === this.#child) this.#isStarting = false;
    this.#owner.onMessage(this, child, message);
  }

  #listening(child: GatewayChild): void {
    const replacement = this.#replacement;
    const gateway = this.#child;
    if (child !== gateway && child !== replacement?.child) return;
    this.#child = child;
    this.#isListening = true;
    this.#policy.listening();
    if (this.#reloadWhenListening) child.kill('SIGHUP');
    this.#reloadWhenListening = false;
    if (replacement?.child !== child) return;
    if (child === gateway || gateway === undefined) {
      this.#replaced(replacement);
      return;
    }
    // Both listen now. The restart is complete when the old process has ended.
    this.#draining = gateway;
    replacement.replace(gateway);
    void child.ended.then(() => {
      if (this.#child === child) this.#isListening = false;
    });
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
}
