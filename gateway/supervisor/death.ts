/** How a process ended: one of the two is set, or neither if it could not be started. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Why a gateway process died, as a label of a metric: the signals that the kernel, V8 or an operator end a process with,
 * `exit` for a status, and `other` for the rest. A closed set, so that the number of series is bounded.
 */
export const deathReasons = [
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

export type DeathReason = (typeof deathReasons)[number];

/** Returns the label for the end of a process. */
export function reasonOf({ status, signal }: ProcessEnd): DeathReason {
  if (status !== null) return 'exit';
  return deathReasons.find((reason) => reason === signal) ?? 'other';
}

/** Why the supervisor started another gateway process: somebody asked for it, or the one before died. */
export const gatewayRestartReasons = ['requested', ...deathReasons] as const;

export type GatewayRestartReason = (typeof gatewayRestartReasons)[number];

/** Returns a count of 0 for every reason: Prometheus sees no increase in a series that begins with 1. */
export function noRestarts(): Record<GatewayRestartReason, number> {
  return Object.fromEntries(gatewayRestartReasons.map((reason) => [reason, 0])) as Record<GatewayRestartReason, number>;
}

/** Longest line that is kept, in characters. */
const maxLineCharacters = 300;

/**
 * Keeps the line in which V8 or Node.js says why it ends the process, from what the process writes to standard error,
 * and the one in which a gateway says why it cannot start. No other line is kept: the message of an exception may quote
 * a user's text.
 */
export class FatalLine {
  #unfinished = '';
  #line: string | undefined;
  #problem: string | undefined;

  /** The last `FATAL ERROR: …` so far. */
  get text(): string | undefined {
    this.#look(this.#unfinished);
    return this.#line;
  }

  /** The first `textmill: …`, without that name: what keeps the gateway from starting. */
  get problem(): string | undefined {
    return this.#problem;
  }

  add(chunk: string): void {
    const lines = (this.#unfinished + chunk).split('\n');
    // A line without an end must not grow for ever.
    this.#unfinished = (lines.pop() ?? '').slice(0, 2 * maxLineCharacters);
    for (const line of lines) this.#look(line);
  }

  #look(line: string): void {
    const [found] = /\bFATAL ERROR: .*/.exec(line) ?? [];
    if (found !== undefined) this.#line = found.slice(0, maxLineCharacters);
    const [, problem] = /^textmill: (.+)/.exec(line) ?? [];
    if (problem !== undefined) this.#problem ??= problem.slice(0, maxLineCharacters);
  }
}
