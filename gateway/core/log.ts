import { type DestinationStream, type Logger, pino, symbols } from 'pino';
import { stackFrames } from '../../engine/core/errors.js';
import { standardOutput } from './log-destination.js';

/**
 * The log: one JSON object a line. Fields name ids, sizes and causes; texts, keys and tokens are never given to it.
 * What is done here is for the day when one is given all the same.
 *
 * An error goes in as `{ err }`, with a message of the caller's own.
 */
export type Log = Logger;

/** Where a secret or a user's text would stand: without case, hyphens and underscores. */
const withheldNames = new Set([
  ...['key', 'apikey', 'xapikey', 'token', 'admintoken', 'xadmintoken', 'secret', 'password', 'authorization'],
  ...['input', 'text', 'body', 'result', 'output', 'line', 'lines', 'urls', 'sanitized'],
]);

/**
 * An API key as it would stand inside any other text, such as the message of an error. Nothing is asked of what stands
 * before it: a line end is `\n` by then, and its `n` is a letter.
 */
const apiKey = /(svc_(?:live|dev)_)[A-Za-z0-9]+/g;

const withheld = '[redacted]';

/** Below this an object is not looked into any more: what is logged is flat, and a cycle has no end. */
const maxDepth = 6;

/** @param destination - standard output if left out. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (fields) => withhold(fields, 0) as Record<string, unknown> },
      // Errors are described by then; pino's own serializer would describe the description.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: (line) => line.replace(apiKey, `$1${withheld}`) },
    },
    destination ?? standardOutput(),
  );
}

/** Where a log writes, for lines that are whole and hold nothing that would have to be withheld. */
export function destinationOf(log: Log): DestinationStream {
  return (log as unknown as { readonly [symbols.streamSym]: DestinationStream })[symbols.streamSym];
}

function withhold(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[nested too deeply]';
  if (value instanceof Error) return withhold(describe(value), depth);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => withhold(item, depth + 1));
  if ('toJSON' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isWithheld(name, field) ? withheld : withhold(field, depth + 1),
    ]),
  );
}

/** A number or a truth value is no secret and no text: `lines: 12` is said. */
function isWithheld(name: string, value: unknown): boolean {
  return (
    (typeof value === 'string' || typeof value === 'object') &&
    withheldNames.has(name.toLowerCase().replace(/[-_]/g, ''))
  );
}

/**
 * An error without its other properties, which may hold what it failed on (`input` of a URL error), and without the
 * message where V8 quotes the text that it could not parse.
 */
function describe(error: Error): Record<string, unknown> {
  return {
    message: error instanceof SyntaxError ? undefined : error.message,
    code: 'code' in error ? error.code : undefined,
    stack: stackFrames(error),
    cause: error.cause,
  };
}
