const longestSlug = 64;

/** A tool that cannot be used. The message is the reason. */
export class InvalidToolError extends Error {
  override readonly name = 'InvalidToolError';
  /** What the reason is about, as a path in the declaration: `steps[0].config`; empty for all of it. */
  readonly path: string;

  constructor(reason: string, path = '', cause?: unknown) {
    super(path === '' ? reason : `${path} ${reason}`, cause === undefined ? undefined : { cause });
    this.path = path;
  }
}

/** @throws {InvalidToolError} if a tool cannot have this identifier. */
export function checkSlug(slug: unknown, isBuiltIn: (slug: string) => boolean): asserts slug is string {
  if (typeof slug !== 'string') throw new InvalidToolError('must be a text', 'slug');
  if (slug.length > longestSlug) throw new InvalidToolError(`must be at most ${longestSlug} characters long`, 'slug');
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug)) {
    const shown = JSON.stringify(slug);
    throw new InvalidToolError(`must have lower-case letters, digits and single hyphens only: ${shown}`, 'slug');
  }
  if (isBuiltIn(slug)) throw new InvalidToolError(`${slug} is a tool of Textmill, which cannot be replaced`);
}

/** A file of a tool that cannot be used. The message names the file, the line if it is known, and the reason. */
export class ToolFileError extends Error {
  override readonly name = 'ToolFileError';
  readonly file: string;
  readonly reason: string;
  /** Counts from 1. */
  readonly line: number | undefined;

  constructor(file: string, reason: string, line?: number, cause?: unknown) {
    const place = line === undefined ? file : `${file}, line ${line}`;
    super(`${place}: ${reason}`, cause === undefined ? undefined : { cause });
    this.file = file;
    this.reason = reason;
    this.line = line;
  }
}
