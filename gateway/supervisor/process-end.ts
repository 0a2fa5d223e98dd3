/** How a process ended: one of the two is set; neither if it could not be started. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Why a gateway process died, as a label of a metric: signals of the kernel, V8 or an operator, `exit` for a status,
 * and `other` for the rest. A closed set, so that the number of series is limited.
 */
export const exitReasons = [
  'exit',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGKILL',
  'SIGSEGV',
  'SIGTRAP',
  'other',
] as const;

export type ExitReason = (typeof exitReasons)[number];

/** Returns the label for the end of a process. */
export function reasonOf({ status, signal }: ProcessEnd): ExitReason {
  if (status !== null) return 'exit';
  return exitReasons.find((reason) => reason === signal) ?? 'other';
}

/** Why the supervisor started another gateway process: on request, or because the previous one died. */
export const gatewayRestartReasons = ['requested', ...exitReasons] as const;

export type GatewayRestartReason = (typeof gatewayRestartReasons)[number];

/** Returns a count of 0 for every reason: Prometheus sees no increase in a series that begins with 1. */
export function noRestarts(): Record<GatewayRestartReason, number> {
  return Object.fromEntries(gatewayRestartReasons.map((reason) => [reason, 0])) as Record<GatewayRestartReason, number>;
}

/** Longest line that is kept, in characters. */
const maxLineCharacters = 300;

/**
 * Finds two lines in the standard error of a process: the reason why V8 or Node.js ends it, and the reason why a
 * gateway cannot start. No other line is kept: the message of an exception may quote a user's text.
 */
export class FatalLine {
  #unfinished = '';
  #line: string | undefined;
  #problem: string | undefined;

  /** The last `FATAL ERROR: …` so far. */
  get text(): string | undefined {
    this.#scan(this.#unfinished);
    return this.#line;
  }

  /** The first `textmill: …`, without that prefix: why the gateway cannot start. */
  get problem(): string | undefined {
    return this.#problem;
  }

  add(chunk: string): void {
    const lines = (this.#unfinished + chunk).split('\n');
    // A line without an end must not grow without limit.
    this.#unfinished = (lines.pop() ?? '').slice(0, 2 * maxLineCharacters);
    for (const line of lines) this.#scan(line);
  }

  #scan(line: string): void {
    const [found] = /\bFATAL ERROR: .*/.exec(line) ?? [];
    if (found !== undefined) this.#line = found.slice(0, maxLineCharacters);
    const [, problem] = /^textmill: (.+)/.exec(line) ?? [];
    if (problem !== undefined) this.#problem ??= problem.slice(0, maxLineCharacters);
  }
}
