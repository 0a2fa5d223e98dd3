import { ToolError } from '../../../core/errors.js';
import { repairedBrokenJson } from '../../../text/json/json-repair.js';
import { JsonScanner, JsonSyntaxError } from '../../../text/json/json-scanner.js';
import { positionAt } from '../../../text/position.js';
import type { Span } from '../../../text/span.js';
import { BracketPairs } from './bracket-pairs.js';

/** A bracket after which JSON can continue. Prose and log levels (`[INFO]`) seldom pass it. */
const start = /\{(?=[ \t\r\n]*["}])|\[(?=[ \t\r\n]*(?:["[{\]\d-]|true|false|null))/g;

/** The same as {@link start} for JSON that can be repaired. */
const repairableStart =
  /\{(?=[ \t\r\n]*["'‘“}\w$/])|\[(?=[ \t\r\n]*(?:["'‘“[{\]\d-]|(?:true|false|null|undefined|True|False|None|NaN)\b))/g;

/**
 * Finds the JSON objects and arrays in a text, each as large as possible, from left to right.
 *
 * If a bracket turns out not to open JSON, the complete values inside it are found instead. Linear: the brackets that
 * an attempt leaves open cannot be JSON either, so text is never read again.
 *
 * @throws {ToolError} if a value is nested too deep.
 */
export function* jsonIn(text: string): Generator<string> {
  for (let at = find(start, text, 0); at !== -1; ) {
    const { spans, end } = read(text, at);
    for (const span of spans) yield text.slice(span.start, span.end);
    at = find(start, text, end);
  }
}

/**
 * Does the same as {@link jsonIn} for JSON that may be broken. Such JSON ends where brackets balance outside quotes, or
 * else at the end of a code fence or of the text. If the repair fails, the JSON inside is found.
 */
export function* repairableJsonIn(text: string): Generator<string> {
  const brackets = new BracketPairs(text);
  for (let at = find(repairableStart, text, 0); at !== -1; ) {
    const { spans, end } = read(text, at);
    const [first] = spans;
    if (first?.start === at) {
      yield text.slice(at, first.end);
      at = find(repairableStart, text, first.end);
      continue;
    }
    const pieceEnd = Math.max(end, brackets.endOf(at));
    const piece = text.slice(at, pieceEnd);
    const repaired = repairedOrNothing(piece);
    if (repaired === undefined) {
      // What was read is inside the piece: it need not be read again.
      for (const span of spans) yield text.slice(span.start, span.end);
      yield* jsonIn(text.slice(end, pieceEnd));
    } else yield repaired;
    at = find(repairableStart, text, pieceEnd);
  }
}

function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** Returns the values that start at a bracket, or inside it if it is not JSON, and the offset after what was read. */
function read(text: string, from: number): { readonly spans: readonly Span[]; readonly end: number } {
  const scanner = new JsonScanner(text.slice(from));
  const open: number[] = [];
  const spans: Span[] = [];
  const error = toolErrorOf(() => {
    do {
      const token = scanner.next();
      if (token === '{' || token === '[') open.push(from + scanner.start);
      else if (token === '}' || token === ']') enclose(spans, open.pop() ?? from, from + scanner.end);
    } while (open.length > 0);
  });
  if (error !== undefined) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (error.isTooDeep) throw ToolError.at(positionAt(text, from), `the value that starts here is ${error.reason}`);
  }
  return { spans, end: from + scanner.end };
}

/** Replaces the enclosed spans with one span. */
function enclose(spans: Span[], start: number, end: number): void {
  while ((spans.at(-1)?.start ?? -1) > start) spans.pop();
  spans.push({ start, end });
}

/** Returns the repair of a piece that is not JSON; undefined if it fails. */
function repairedOrNothing(piece: string): string | undefined {
  let repaired: string | undefined;
  toolErrorOf(() => {
    repaired = repairedBrokenJson(piece);
  });
  return repaired;
}

/**
 * Returns the {@link ToolError} that an attempt throws; undefined if it throws none.
 *
 * Nobody reads the stack traces of these errors, and without them 160,000 failed attempts take a third of the time.
 */
function toolErrorOf(attempt: () => void): ToolError | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
