/**
 * Runs work whose errors need no stack trace: some libraries create one error for each problem of a text, and its trace
 * takes most of the time of the text.
 */
export function withoutStackTraces<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * An error about a text, for its user, without a stack trace: a tool may skip 100,000 lines that it cannot read, and a
 * trace takes 5 to 10 µs.
 */
export class UntracedError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
