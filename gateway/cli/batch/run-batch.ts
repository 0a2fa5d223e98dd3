import type { Compression } from '#gateway/client/compression.js';
import { QuotaError, TextmillError } from '#gateway/client/errors.js';
import { inOrder } from '#gateway/client/in-order.js';
import { gatewayKey, gatewayUrl } from '../core/gateway-access.js';
import { CommandError, type Io, jsonText, LaterError, print, say, UsageError } from '../core/io.js';
import { ProgressBar } from '../text/progress-bar.js';
import { textInput } from '../text/text-input.js';
import { type BatchOperation, type Part, partsOf } from './batch-operation.js';
import { type BatchOutput, batchOutput, NothingToResume } from './batch-output.js';
import { GatewayClient, RefusedRequest } from './gateway-client.js';
import { InputRecord, withoutDone } from './progress-file.js';

/** The options of every batch, as commander gives them. */
export interface BatchOptions {
  readonly url?: string;
  readonly keyFile?: string;
  readonly connections: number;
  readonly maxWait: number;
  readonly wait?: boolean;
  readonly compression?: Compression;
  readonly output?: string;
  readonly resume?: boolean;
  readonly progress: boolean;
  readonly json?: boolean;
  readonly encoding?: string;
}

/**
 * Runs an operation on a text of any length over HTTP.
 *
 * @param files - see {@link textInput}.
 * @throws {UsageError} for options that exclude each other.
 * @throws {CommandError} if the gateway refuses a part, or no longer responds.
 * @throws {LaterError} if the daily quota is used up.
 */
export async function runBatch(
  io: Io,
  operation: BatchOperation,
  files: readonly string[],
  options: BatchOptions,
): Promise<void> {
  await inBatch(io, { ...options, files, asked: operation.asked }, async ({ client, pieces, output, bar, record }) => {
    const { earlier } = output;
    const rest = earlier === undefined ? pieces : withoutDone(pieces, earlier, record);
    bar.add(earlier?.inputBytes ?? 0);
    await inOrder(
      partsOf(rest, operation, earlier?.inputLines),
      options.connections,
      (part) => resultOf(client, operation, part),
      async ({ text, lines }, result) => {
        const bytes = Buffer.from(text);
        record.add(bytes);
        record.lines += lines;
        await output.write(result, record);
        bar.add(bytes.length);
      },
    );
    return { lines: record.lines };
  });
}

/** What a batch works with. */
export interface BatchTools {
  readonly client: GatewayClient;
  readonly pieces: AsyncIterable<string>;
  readonly output: BatchOutput;
  readonly bar: ProgressBar;
  /** What of the input has become output. */
  readonly record: InputRecord;
}

/** The options of a batch, and what it does. */
export interface BatchSetting extends BatchOptions {
  readonly files: readonly string[];
  /** See `BatchProgress`. */
  readonly asked: unknown;
  /** The file of the rows that failed. */
  readonly errors?: string;
}

/**
 * Opens and closes what a batch works with.
 *
 * @param work - returns what the summary says beside requests and retries.
 * @throws as {@link runBatch} does.
 */
export async function inBatch(
  io: Io,
  setting: BatchSetting,
  work: (tools: BatchTools) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  const { files, maxWait, resume = false, json = false } = setting;
  if (json && (setting.output === undefined || setting.output === '-')) {
    throw new UsageError('--json prints to standard output, so the result needs --output');
  }
  const started = performance.now();
  const client = new GatewayClient({
    url: gatewayUrl(io, setting.url),
    key: gatewayKey(io, setting.keyFile),
    maxWaitMs: maxWait * 1000,
    waitForQuota: setting.wait ?? false,
    compression: setting.compression,
    onWait: (reason) => {
      bar.clear();
      io.stderr.write(`textmill: waiting: ${reason}\n`);
    },
  });
  const bar = new ProgressBar(io, setting.progress, setting.output);
  const input = textInput(io, files, () => {}, setting.encoding ?? 'utf-8');
  bar.size = input.size;
  const output = await batchOutput(io, { ...setting, resume }, setting.asked).catch(async (error: unknown) => {
    if (!(error instanceof NothingToResume)) throw error;
    await say(io, `textmill: ${error.message}\n`);
    return undefined;
  });
  if (output === undefined) return;
  let summary: Readonly<Record<string, number>>;
  try {
    summary = await work({ client, pieces: input.pieces, output, bar, record: new InputRecord() });
    await output.commit();
  } catch (error) {
    throw error instanceof QuotaError ? new LaterError(`${error.message}. ${whatThen(output, resume)}`) : error;
  } finally {
    client.stop();
    bar.clear();
    await output.close();
  }
  if (!json) return;
  const seconds = Math.round(performance.now() - started) / 1000;
  await print(io, jsonText({ requests: client.requests, retries: client.retries, ...summary, seconds }));
}

/** Returns what to do when requests are possible again. */
function whatThen({ isResumable }: BatchOutput, resume: boolean): string {
  if (!isResumable) return 'Run the same command again then.';
  return `Then run the same command ${resume ? 'again' : 'with --resume'}: it continues where it stopped.`;
}

async function resultOf(client: GatewayClient, operation: BatchOperation, { text, firstLine }: Part): Promise<string> {
  const request = operation.request(text);
  if (request === undefined) return '';
  try {
    return operation.result(await client.post(operation.path, request), text);
  } catch (error) {
    throw refusal(error, firstLine === 1 ? '' : ` in the lines from ${firstLine} on (which counts as line 1 there)`);
  }
}

/** Returns the error of the command for one of a request. @param place - what the request was about. */
export function refusal(error: unknown, place: string): unknown {
  if (error instanceof QuotaError) return error;
  if (error instanceof TextmillError) return new CommandError(error.message);
  if (!(error instanceof RefusedRequest)) return error;
  return new CommandError(`The gateway refused the request${place}: ${error.message}`);
}
