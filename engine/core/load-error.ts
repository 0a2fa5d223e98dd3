/** A module that could not be loaded, for the log. It has no user text. */
export interface LoadFailure {
  /** The tool that needs it; undefined if something else does. */
  readonly tool: string | undefined;
  /** The package, or the file of the tool. */
  readonly module: string;
  /** Node's code, such as `MODULE_NOT_FOUND`. */
  readonly code: string | undefined;
  readonly reason: string;
}

/** Longest reason that is kept, in characters. */
const longestReason = 300;

/** A module could not be loaded: it is missing, or was replaced while the process runs. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  readonly failure: LoadFailure;
  /** Node's code, as on the errors of `require` and `import`. */
  readonly code: string | undefined;

  /**
   * @param module - a package or a file.
   * @param cause - what `require` or `import` threw.
   * @param tool - the tool that needs the module, if it is known.
   */
  constructor(module: string, cause: unknown, tool?: string) {
    const { message = String(cause), code } = cause as Partial<NodeJS.ErrnoException>;
    // The lines after the first list the modules that required it.
    const reason = (message.split('\n', 1)[0] ?? '').slice(0, longestReason);
    super(`Cannot load ${module}: ${reason}`, { cause });
    this.failure = { tool, module, code, reason };
    this.code = code;
  }

  /** Returns the same error with the tool that needs the module. */
  neededBy(tool: string): LoadError {
    return new LoadError(this.failure.module, this.cause, tool);
  }
}

let latest: LoadError | undefined;

/** Remembers an error for {@link takeLoadError}. */
export function noteLoadError(error: LoadError): void {
  latest = error;
}

/**
 * Returns the error of a module that could not be loaded since the last call, and forgets it. Tools report an error of
 * a library as an error in the text, even if the library is missing.
 */
export function takeLoadError(): LoadError | undefined {
  const error = latest;
  latest = undefined;
  return error;
}
