import type { Entry } from './current-entry.js';
import { GatewayChild } from './gateway-child.js';
import type { ProcessEnd } from './process-end.js';
import type { RestartLimits } from './restart-policy.js';

/**
 * The new process of a requested restart. It loads everything while the old gateway serves; then the old one hands over
 * and ends; then the new one serves. If gateways share the port, the new one serves before the old one hands over.
 */
export class Replacement {
  readonly child: GatewayChild;
  /** Why the restart failed; undefined once the new process serves alone. Pending if the supervisor stops. */
  readonly outcome: Promise<string | undefined>;
  #resolve: (problem: string | undefined) => void = () => {};
  readonly #limits: RestartLimits;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor(entry: Entry, limits: RestartLimits) {
    this.child = new GatewayChild(entry);
    this.#limits = limits;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Waits until it has loaded everything. @returns why it cannot serve; undefined if it can. */
  prepared(): Promise<string | undefined> {
    const { child } = this;
    return new Promise((resolve) => {
      this.#expect(() => resolve(this.#silence('load')));
      child.onMessage = (message) => {
        if (message.type === 'prepared') resolve(message.problems[0]);
      };
      void child.ended.then(async (end) => resolve(await this.problem(end)));
    }).finally(() => clearTimeout(this.#timer)) as Promise<string | undefined>;
  }

  /** Asks the old gateway to finish requests in flight and end, and kills it after a deadline. */
  replace(gateway: GatewayChild): void {
    gateway.handOver();
    this.#expect(() => gateway.kill('SIGKILL'), this.#limits.longestHandOverMs);
  }

  /** Asks the new process to serve, and kills it if it does not listen in time. */
  serves(): void {
    this.#expect(() => {
      this.#isLate = true;
      this.child.kill('SIGKILL');
    });
  }

  /** Called when the restart has ended. @param problem - why it failed; the process ends then. */
  settle(problem?: string): void {
    clearTimeout(this.#timer);
    if (problem !== undefined) this.child.kill('SIGKILL');
    this.#resolve(problem);
  }

  /** Called when the supervisor stops. @param gateway - the process that was asked to stop and ends by itself. */
  discard(gateway: GatewayChild | undefined): void {
    clearTimeout(this.#timer);
    if (gateway !== this.child) this.child.kill('SIGKILL');
  }

  /** Returns why it ended, in one sentence, once all of its standard error has arrived. */
  async problem({ status, signal }: ProcessEnd): Promise<string> {
    const fatalLine = await this.child.fatalLine;
    if (this.#isLate) return this.#silence('listen');
    const { problem = fatalLine } = this.child;
    if (problem !== undefined) return problem;
    return `The new process ended with ${signal ?? `status ${status}`}: the log of the gateway (standard error) says why`;
  }

  #silence(what: 'load' | 'listen'): string {
    return `The new process did not ${what} within ${this.#limits.longestSilenceMs / 1_000} s`;
  }

  #expect(onLate: () => void, ms = this.#limits.longestSilenceMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onLate, ms);
  }
}
