import type { RequestedStep } from '#engine/operations/requested-step.js';
import type { ResultOfInput } from '#engine/types.js';
import { BatchRequests } from '#gateway/client/batches.js';
import { inOrder } from '#gateway/client/in-order.js';
import { workOnTexts } from '#gateway/client/many.js';
import { CommandError, type Io, say, UsageError } from '../../core/io.js';
import type { GatewayClient } from '../gateway-client.js';
import { type BatchOptions, type BatchTools, inBatch, refusal } from '../run-batch.js';
import { csvRows } from './csv-rows.js';
import { ndjsonRows } from './ndjson-rows.js';
import type { Row, RowFault, RowFields, Segment } from './row.js';
import { rowParts, segmentsLeft, textToSend } from './row-parts.js';

/** What becomes of a row that fails. All rows are tried. */
const rowErrorChoices = ['error', 'skip', 'keep'] as const;

/** The options of a batch of rows, as commander gives them. */
export interface RowOptions {
  readonly text?: string;
  readonly id?: string;
  readonly into?: string;
  readonly errors?: string;
  readonly onError?: string;
  readonly format?: string;
  readonly delimiter?: string;
}

/** What decides the result of a batch of rows beside its steps. */
interface RowSettings {
  readonly format: 'ndjson' | 'csv';
  readonly fields: RowFields;
  readonly delimiter: string;
  readonly onError: (typeof rowErrorChoices)[number];
  readonly errors: string | undefined;
}

/**
 * Returns the arguments of `textmill batch run` that are steps, and the files: a file of rows may come before the steps,
 * because no name of a tool has a dot or a slash.
 */
export function dividedArguments(args: readonly string[], files: readonly string[]) {
  const isFile = (argument: string): boolean => argument === '-' || /^[^=]*[./\\]/.test(argument);
  return { steps: args.filter((argument) => !isFile(argument)), files: [...args.filter(isFile), ...files] };
}

/**
 * Runs a workflow over HTTP on a text of each row, and writes the rows with the results.
 *
 * @throws {UsageError} for options that exclude each other.
 * @throws {CommandError} if rows fail and `onError` is `error`, if the rows cannot be read, and as `runBatch` does.
 */
export async function runRows(
  io: Io,
  steps: readonly RequestedStep[],
  files: readonly string[],
  options: RowOptions & BatchOptions,
): Promise<void> {
  const settings = settingsOf(files, options);
  const { errors, onError } = settings;
  let failures: Failures | undefined;
  const setting = {
    ...options,
    files,
    asked: { run: steps, rows: settings },
    ...(errors !== undefined && { errors }),
  };
  try {
    await inBatch(io, setting, async (tools) => {
      failures = new Failures(settings, tools.output.earlier?.failed ?? 0);
      return await work(tools, steps, settings, { connections: options.connections, failures });
    });
  } finally {
    if (failures !== undefined) await say(io, failures.notes());
  }
  const message = failures?.summary();
  if (message === undefined) return;
  if (onError === 'error') throw new CommandError(message);
  await say(io, `textmill: ${message}\n`);
}

function settingsOf(files: readonly string[], options: RowOptions & BatchOptions): RowSettings {
  const { text = '', id, into, errors, delimiter, onError = 'error' } = options;
  if (files.length > 1) throw new UsageError('Rows come from one file, or from standard input');
  const choice = rowErrorChoices.find((each) => each === onError);
  if (choice === undefined) {
    throw new UsageError(
      `--on-error ${onError}: with --text it is about rows, and one of ${rowErrorChoices.join(', ')}. A group in --steps has its own onError`,
    );
  }
  const format = formatOf(files[0] ?? '-', options.format);
  if (delimiter !== undefined && format !== 'csv') throw new UsageError('--delimiter is for rows of CSV');
  const isTabs = /\.tsv$/i.test(files[0] ?? '') && options.format === undefined;
  return {
    format,
    fields: { text, id, into },
    delimiter: delimiter ?? (isTabs ? 'tab' : ','),
    onError: choice,
    errors,
  };
}

/** @throws {UsageError} if neither the option nor the ending says what the rows are. */
function formatOf(file: string, option: string | undefined): RowSettings['format'] {
  if (option === 'ndjson' || option === 'csv') return option;
  if (option !== undefined) throw new UsageError(`--format ${option}: write ndjson or csv`);
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return 'ndjson';
  if (/\.(?:csv|tsv)$/i.test(file)) return 'csv';
  const name = file === '-' ? 'standard input' : file;
  throw new UsageError(`Say what the rows of ${name} are: --format ndjson or --format csv`);
}

async function work(
  { client, pieces, output, bar, record }: BatchTools,
  steps: readonly RequestedStep[],
  { format, fields, delimiter, onError }: RowSettings,
  { connections, failures }: { readonly connections: number; readonly failures: Failures },
): Promise<Readonly<Record<string, number>>> {
  const { earlier } = output;
  record.lines = earlier?.inputLines ?? 0;
  record.failed = earlier?.failed ?? 0;
  bar.add(earlier?.inputBytes ?? 0);
  const segments = format === 'csv' ? csvRows(pieces, fields, delimiter) : ndjsonRows(pieces, fields);
  const requests = new BatchRequests(client, workOnTexts(steps), new AbortController().signal);
  await inOrder(
    rowParts(segmentsLeft(segments, record, earlier)),
    connections,
    (part) => resultsOf(client, requests, part),
    async (part, results) => {
      const bytes = Buffer.from(part.map(({ source }) => source).join(''));
      record.add(bytes);
      const written = new WrittenPart(onError, failures);
      for (const segment of part) written.add(segment, results);
      record.lines += written.rows;
      record.failed = failures.count;
      await output.write(written.text, record, written.errors);
      bar.add(bytes.length);
    },
  );
  return { rows: record.lines, failed: record.failed };
}

/** Returns the results of the texts of a part, in their order. */
async function resultsOf(
  client: GatewayClient,
  requests: BatchRequests<ResultOfInput>,
  segments: readonly Segment[],
): Promise<Iterator<ResultOfInput>> {
  const rows = segments.map(textToSend).filter((text) => text !== undefined);
  if (rows.length === 0) return [][Symbol.iterator]();
  try {
    const results = await requests.send({ rows, before: 0 });
    return results[Symbol.iterator]();
  } catch (error) {
    const row = segments.find((segment) => textToSend(segment) !== undefined)?.row;
    throw refusal(client.explained(error), ` for the rows from ${row?.number} on`);
  }
}

/** What a part becomes. */
class WrittenPart {
  readonly #onError: RowSettings['onError'];
  readonly #failures: Failures;
  readonly #texts: string[] = [];
  readonly #errors: string[] = [];
  rows = 0;

  constructor(onError: RowSettings['onError'], failures: Failures) {
    this.#onError = onError;
    this.#failures = failures;
  }

  get text(): string {
    return this.#texts.join('');
  }

  get errors(): string {
    return this.#errors.join('');
  }

  /** @param results - of the texts that were sent; the next is that of this segment if it was. */
  add(segment: Segment, results: Iterator<ResultOfInput>): void {
    const { row, source, written = source } = segment;
    if (row === undefined) {
      this.#texts.push(written);
      return;
    }
    this.rows++;
    const outcome = textToSend(segment) === undefined ? undefined : (results.next().value as ResultOfInput);
    if (outcome?.result !== undefined) {
      this.#texts.push(row.write(outcome.result));
      for (const { message } of outcome.failed?.first ?? []) this.#failures.forgiven(row, message);
      return;
    }
    const fault = outcome === undefined ? row.fault : faultIn(outcome);
    if (fault === undefined) throw new Error('A row that was not sent has a fault');
    this.#errors.push(this.#failures.add(row, fault));
    if (this.#onError === 'keep') this.#texts.push(row.keep());
  }
}

function faultIn(outcome: ResultOfInput & { readonly result?: undefined }): RowFault {
  const { error, code, step, path, part, line, column } = outcome;
  return { code, detail: error, step, path, part, line, column };
}

/** Most messages on standard error. */
const mostNotes = 20;

/** The rows that failed. */
class Failures {
  readonly #settings: RowSettings;
  readonly #notes: string[] = [];
  #noted = 0;
  count: number;

  /** @param earlier - how many rows failed in an earlier run. */
  constructor(settings: RowSettings, earlier: number) {
    this.#settings = settings;
    this.count = earlier;
  }

  /** Returns the line for the file of errors. */
  add(row: Row, fault: RowFault): string {
    this.count++;
    if (this.#settings.errors === undefined) this.#note(row, fault.detail);
    const { number, id, text } = row;
    // JSON leaves out what is undefined. A text that no request takes is in the input.
    const isSent = fault.code !== 'input-too-large';
    return `${JSON.stringify({ row: number, id, error: fault, ...(isSent && { text }) })}\n`;
  }

  /** Notes a part of a row that failed, and that a group of the steps has forgiven. */
  forgiven(row: Row, message: string): void {
    this.#note(row, message);
  }

  #note({ number, id }: Row, message: string): void {
    this.#noted++;
    if (this.#notes.length < mostNotes) {
      this.#notes.push(`Row ${number}${id === undefined ? '' : ` (${JSON.stringify(id)})`}: ${message}\n`);
    }
  }

  /** Returns the first messages. */
  notes(): string {
    const more = this.#noted - this.#notes.length;
    return this.#notes.join('') + (more > 0 ? `and ${more.toLocaleString('en')} more\n` : '');
  }

  /** Returns how many rows failed; undefined if none did. */
  summary(): string | undefined {
    if (this.count === 0) return undefined;
    const { errors, onError } = this.#settings;
    const rows = `${this.count.toLocaleString('en')} ${this.count === 1 ? 'row' : 'rows'} failed`;
    const what = onError === 'keep' ? 'kept as they were' : 'left out';
    const where = errors === undefined ? '' : `; see ${errors}`;
    return `${rows}, ${what}${where}`;
  }
}
