import { maxInputCharacters, maxLines, maxListCharacters, maxUrls } from '#engine/core/limits.js';
import type { RequestedStep } from '#engine/operations/requested-step.js';
import { nameOfStep, type Step } from '#engine/operations/workflow.js';
import { LineCutter } from '#engine/text/lines/line-cutter.js';
import type { LineSortingOptions } from '#engine/text/order/line-sorting.js';
import type { UrlCleaningOptions } from '#engine/text/urls/url-cleaning.js';
import { unexpectedResponse } from '#gateway/client/responses.js';
import { CommandError } from '../core/io.js';
import { urlLinesOf } from '../text/url-lines.js';
import { wholeTextStep } from '../text/workflow-text.js';

/** The part of the input that one request processes. */
export interface Part {
  /** The text as it is in the input. */
  readonly text: string;
  /** The number of its first line in the input, from 1. */
  readonly firstLine: number;
  readonly lines: number;
}

/** How a text is processed over HTTP. */
export interface BatchOperation {
  /** The path, without a leading slash. */
  readonly path: string;
  /** Everything that decides the result, for the progress file. */
  readonly asked: unknown;
  /** Whether the whole input is one request; then it must fit into one. */
  readonly single: boolean;
  /** Parts end only after `\n`: a lone `\r` that a step leaves may end up before a `\n`. */
  readonly feedsOnly: boolean;
  readonly maxLines: number;
  readonly maxCharacters: number;
  /** The error for an input that must be one request and is too long. */
  readonly tooLong: string;
  /** The request for a part; undefined if none is needed. */
  request(text: string): object | undefined;
  /** Returns the text of a response. @throws {TextmillError} if it is not a response to the request. */
  result(response: unknown, text: string): string;
}

function fieldOf(response: unknown, name: string): unknown {
  return typeof response === 'object' && response !== null ? (response as Record<string, unknown>)[name] : undefined;
}

function textIn(value: unknown): string {
  if (typeof value !== 'string') throw unexpectedResponse();
  return value;
}

/** Returns how `POST /v1/sanitize` does a batch: as many URLs in each request as it takes. */
export function sanitizeBatch(options: UrlCleaningOptions): BatchOperation {
  return {
    path: 'v1/sanitize',
    asked: { sanitize: options },
    single: false,
    feedsOnly: false,
    maxLines: maxUrls,
    maxCharacters: maxListCharacters,
    tooLong: '',
    request: (text) => (text.trim() === '' ? undefined : { input: text, ...options }),
    result(response, text) {
      const sanitized = fieldOf(response, 'sanitized');
      const { urls, join } = urlLinesOf(text);
      if (!Array.isArray(sanitized) || sanitized.length !== urls.length) throw unexpectedResponse();
      return join(sanitized.map(textIn));
    },
  };
}

/** @param steps - the same steps, validated. */
export function workflowBatch(requested: readonly RequestedStep[], steps: readonly Step[]): BatchOperation {
  const needsAll = wholeTextStep(steps);
  return {
    path: 'v1/run',
    asked: { run: requested },
    single: needsAll !== undefined,
    feedsOnly: steps.length > 1,
    maxLines: Number.POSITIVE_INFINITY,
    maxCharacters: maxInputCharacters,
    tooLong:
      `Step ${needsAll?.position} (${needsAll && nameOfStep(needsAll)}) needs the whole text, and a request may have ` +
      `${maxInputCharacters} characters; this text has more. textmill run takes longer ones, without a gateway`,
    request: (text) => ({ input: text, steps: requested }),
    result: (response) => textIn(fieldOf(response, 'result')),
  };
}

/** Returns how `POST /v1/sort-dedupe` does a batch: in one request, since sorting needs all lines. */
export function sortBatch(options: LineSortingOptions): BatchOperation {
  return {
    path: 'v1/sort-dedupe',
    asked: { sort: options },
    single: true,
    feedsOnly: false,
    maxLines,
    maxCharacters: maxListCharacters,
    tooLong:
      `Sorting needs all lines, and a request may have ${maxLines} lines of ${maxListCharacters} characters; ` +
      'this text has more. textmill sort does any number, without a gateway',
    request: (text) => (text === '' ? undefined : { input: text, ...options }),
    result(response) {
      const output = textIn(fieldOf(response, 'output'));
      return fieldOf(response, 'lines') === 0 ? '' : `${output}\n`;
    },
  };
}

/**
 * Cuts a text into the parts for the requests of an operation.
 *
 * @param linesBefore - lines of the input that are already done.
 * @throws {CommandError} for a line, or a text that must be one request, that is longer than a request may be.
 */
export async function* partsOf(
  pieces: AsyncIterable<string>,
  operation: BatchOperation,
  linesBefore = 0,
): AsyncGenerator<Part> {
  const builder = new PartBuilder(operation, linesBefore + 1);
  const cutter = new LineCutter({ feedsOnly: operation.feedsOnly, linesBefore });
  for await (const piece of pieces) {
    for (const line of linesWithEnds(cutter.push(piece), operation.feedsOnly)) yield* builder.add(line);
    if (operation.single || operation.maxCharacters < cutter.pendingLength) builder.check(cutter.pendingLength);
  }
  for (const line of linesWithEnds(cutter.end(), operation.feedsOnly)) yield* builder.add(line);
  yield* builder.end();
}

function linesWithEnds(text: string, feedsOnly: boolean): readonly string[] {
  return text.match(feedsOnly ? /[^\n]*\n|[^\n]+$/g : /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Collects as many lines as one request may have. */
class PartBuilder {
  readonly #operation: BatchOperation;
  #lines: string[] = [];
  #length = 0;
  #firstLine: number;
  #started = false;

  constructor(operation: BatchOperation, firstLine: number) {
    this.#operation = operation;
    this.#firstLine = firstLine;
  }

  *add(line: string): Generator<Part> {
    const { maxLines, maxCharacters, single } = this.#operation;
    const isFull = this.#lines.length + 1 > maxLines || this.#length + line.length > maxCharacters;
    if (isFull && single) throw new CommandError(this.#operation.tooLong);
    if (isFull && this.#lines.length > 0) yield this.#take();
    this.check(line.length);
    this.#lines.push(line);
    this.#length += line.length;
  }

  /** @param length - of a complete line, or of the part that has arrived. */
  check(length: number): void {
    const { maxCharacters, single, tooLong } = this.#operation;
    if (single ? this.#length + length <= maxCharacters : length <= maxCharacters) return;
    if (single) throw new CommandError(tooLong);
    const number = this.#firstLine + this.#lines.length;
    throw new CommandError(`Line ${number} has more characters than a request may have (${maxCharacters})`);
  }

  *end(): Generator<Part> {
    // A tool may return something for an empty text.
    if (this.#lines.length > 0 || (this.#operation.single && !this.#started)) yield this.#take();
  }

  #take(): Part {
    const part = { text: this.#lines.join(''), firstLine: this.#firstLine, lines: this.#lines.length };
    this.#firstLine += this.#lines.length;
    this.#lines = [];
    this.#length = 0;
    this.#started = true;
    return part;
  }
}
