import { type DestinationStream, type Logger, pino, symbols } from 'pino';
import { stackFrames } from '#engine/core/stack-frames.js';
import { standardOutput } from './log-destination.js';
import type { LogFormat } from './log-format.js';

/**
 * The log: one JSON object per line, or a line for people on a terminal. Fields have ids, sizes and causes. Callers
 * never log texts, keys and tokens; this file withholds them in case one does.
 *
 * Log an error as `{ err }`, with a message of your own.
 */
export type Log = Logger;

/** Names of fields that may have a secret or a user's text, without case, hyphens and underscores. */
const withheldNames = new Set([
  'key',
  'apikey',
  'xapikey',
  'token',
  'admintoken',
  'xadmintoken',
  'secret',
  'password',
  'authorization',
  'input',
  'text',
  'body',
  'result',
  'output',
  'line',
  'lines',
  'urls',
  'sanitized',
]);

/**
 * An API key inside another text, such as an error message. It may follow any character: a line end is `\n` by then,
 * and its `n` is a letter.
 */
const apiKey = /(svc_(?:live|dev)_)[A-Za-z0-9]+/g;

const withheld = '[redacted]';

/** Deeper objects are not inspected: logged objects are flat, and a cycle would not end. */
const maxDepth = 6;

/**
 * Creates a log.
 *
 * @param destination - standard output if left out.
 * @param gateway - the number of this gateway, if several write to one log; it is in each line.
 * @param format - of standard output.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  gateway?: number,
  format: LogFormat = 'json',
): Log {
  return pino(
    {
      level,
      base: gateway === undefined ? null : { gateway },
      formatters: { log: (fields) => withhold(fields, 0) as Record<string, unknown> },
      // Errors are already described; pino's serializer would describe the description.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: (line) => line.replace(apiKey, `$1${withheld}`) },
    },
    destination ?? standardOutput(gateway !== undefined, format),
  );
}

/** Returns the destination of a log, for complete lines without anything to withhold. */
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

/** Numbers and booleans are neither secret nor text: `lines: 12` is logged. */
function isWithheld(name: string, value: unknown): boolean {
  return (
    (typeof value === 'string' || typeof value === 'object') &&
    withheldNames.has(name.toLowerCase().replace(/[-_]/g, ''))
  );
}

/**
 * Describes an error without its other properties, which may have the user's text (`input` of a URL error), and without
 * messages in which V8 quotes the text that it cannot parse.
 */
function describe(error: Error): Record<string, unknown> {
  return {
    message: error instanceof SyntaxError ? undefined : error.message,
    code: 'code' in error ? error.code : undefined,
    stack: stackFrames(error),
    cause: error.cause,
  };
}
