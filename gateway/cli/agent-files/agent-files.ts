import { tmpdir } from 'node:os';
import type { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { RequestError, ToolError } from '#engine/core/errors.js';
import { maxInputCharacters } from '#engine/core/limits.js';
import { FailureNotes } from '#engine/operations/failure-notes.js';
import type { OperationName } from '#engine/operations/operation.js';
import type { RequestedStep } from '#engine/operations/requested-step.js';
import { listPage, textPage } from '#engine/operations/result-page.js';
import type { StepObserver, StepRun } from '#engine/operations/steps.js';
import { compileWorkflow, isToolStep, type Step, slugsIn } from '#engine/operations/workflow.js';
import { charsetName } from '#engine/text/encoding/charset-labels.js';
import type { LineSortingOptions } from '#engine/text/order/line-sorting.js';
import type { UrlCleaningOptions } from '#engine/text/urls/url-cleaning.js';
import { type AgentFiles, type FileCall, fileRefusal } from '#gateway/mcp/tools/agent-files.js';
import type { Caller } from '#gateway/mcp/tools/agent-tool.js';
import type { Fields } from '#gateway/mcp/tools/text-engine.js';
import { CommandError } from '../core/io.js';
import { inputDecoder } from '../text/input-decoder.js';
import { explainedText, sanitizedText } from '../text/sanitized-text.js';
import { sortedText } from '../text/sorted-text.js';
import { workflowText } from '../text/workflow-text.js';
import { describedText } from './described-file.js';
import { type NewFile, type OpenFile, type OpenFolders, shown } from './open-folders.js';

/** Bytes per read. */
const chunkBytes = 65_536;
/** How often a call tells its progress, in milliseconds. */
const progressMs = 1_000;
/** What a sort keeps in memory, in bytes; the rest goes to temporary files. */
const sortMemory = 96 * 2 ** 20;
/** How much of what was written a response shows. */
const previewCharacters = 1_000;
/** Entries of a folder in one response. */
const listedEntries = 200;

/** A text on its way through an operation. */
interface Work {
  readonly result: AsyncIterable<string | Uint8Array>;
  /** What the response says beside the result, at the end. */
  meta(): Fields;
}

/** Runs the operations on files, as `textmill run`, `sanitize` and `sort` do. */
export class FilesOfAgent implements AgentFiles {
  readonly #folders: OpenFolders;
  readonly #tools: LazyCatalogue;
  readonly #temporaryDirectory: string;

  /** @param temporaryDirectory - of sorts. */
  constructor(folders: OpenFolders, tools: LazyCatalogue, temporaryDirectory = tmpdir()) {
    this.#folders = folders;
    this.#tools = tools;
    this.#temporaryDirectory = temporaryDirectory;
  }

  get isWritable(): boolean {
    return this.#folders.isWritable;
  }

  async list(folder: string, offset: number): Promise<Fields> {
    const { entries, total, isCut } = await this.#folders.list(folder, offset, listedEntries);
    const next = offset + entries.length;
    const pathsOf = (wanted: string) => entries.filter(({ kind }) => kind === wanted).map(({ path }) => path);
    const [folders, links] = [pathsOf('folder'), pathsOf('link')];
    return {
      files: entries
        .filter(({ kind }) => kind === 'file')
        .map(({ path, stats }) => ({ file: path, bytes: stats?.size, modified: timeOf(stats?.mtime) })),
      ...(folders.length > 0 && { folders }),
      ...(links.length > 0 && { links }),
      ...(next < total && { nextOffset: next }),
      ...(isCut && { note: `The folder has more entries than the ${total} that are read` }),
    };
  }

  async describe(file: string, lines: number, encoding?: string, caller?: Caller): Promise<Fields> {
    const wanted = encodingOf(encoding);
    const { handle, stats } = await this.#folders.read(file);
    const about = { file, bytes: stats.size, modified: timeOf(stats.mtime) };
    const reading = new Reading({ handle, stats }, shown(file), wanted, caller);
    try {
      const described = await describedText(reading.pieces(), lines, this.#tools);
      return { ...about, encoding: reading.encoding, ...described };
    } catch (error) {
      // Bytes that are no text are an answer too.
      if (error instanceof CommandError)
        return { ...about, format: 'unreadable', reason: inWordsOfAgents(error.message) };
      throw this.#refusal(error);
    } finally {
      await handle.close();
    }
  }

  async check({ input_file: input, input_encoding, output_file: output, overwrite = false }: FileCall): Promise<void> {
    encodingOf(input_encoding);
    if (input !== undefined) await (await this.#folders.read(input)).handle.close();
    if (output !== undefined) await (await this.#folders.write(output, overwrite)).discard();
  }

  async run(operation: OperationName, call: FileCall, options: Fields, caller?: Caller): Promise<Fields> {
    const { input_file: input, output_file: output } = call;
    const encoding = encodingOf(call.input_encoding);
    let source: OpenFile | undefined;
    let target: NewFile | undefined;
    try {
      source = input === undefined ? undefined : await this.#folders.read(input);
      target = output === undefined ? undefined : await this.#folders.write(output, call.overwrite ?? false);
      const reading = source && new Reading(source, shown(input ?? ''), encoding, caller);
      const work = await this.#work(operation, options, reading?.pieces() ?? only(call.input ?? ''));
      const response =
        target === undefined ? await answered(operation, work, call, options) : await written(work, target, output);
      return { ...response, ...(reading !== undefined && { inputEncoding: reading.encoding }) };
    } catch (error) {
      throw this.#refusal(error);
    } finally {
      await target?.discard();
      await source?.handle.close();
    }
  }

  async #work(operation: OperationName, options: Fields, pieces: AsyncIterable<string>): Promise<Work> {
    switch (operation) {
      case 'run':
        return this.#workflow(options.steps as readonly RequestedStep[], pieces);
      case 'sanitize': {
        const { explain, ...cleaning } = options;
        const write = explain === true ? explainedText : sanitizedText;
        return { result: write(pieces, cleaning as unknown as UrlCleaningOptions), meta: () => ({}) };
      }
      case 'sort-dedupe': {
        const progress = { begin: () => undefined, add: () => undefined };
        const resources = { memory: sortMemory, parallel: 1, temporaryDirectory: this.#temporaryDirectory, progress };
        const sorting = options as unknown as LineSortingOptions;
        return { result: sortedText(pieces, sorting, resources), meta: () => ({}) };
      }
    }
  }

  async #workflow(requested: readonly RequestedStep[], pieces: AsyncIterable<string>): Promise<Work> {
    const known = new Set(this.#tools.keys());
    await this.#tools.load(slugsIn(requested).filter((slug) => known.has(slug)));
    const { steps, toolCount, forgivesFailures } = compileWorkflow(requested, this.#tools);
    const began = performance.now();
    const notes = new FailureNotes();
    const groups = new IdleGroups(steps);
    let inputLength = 0;
    async function* counted(): AsyncGenerator<string> {
      for await (const piece of pieces) {
        inputLength += piece.length;
        yield piece;
      }
    }
    const observer = steps.every(isToolStep) ? undefined : groups;
    return {
      result: workflowText(counted(), steps, { observer, notes }),
      meta: () => ({
        stepsExecuted: toolCount,
        inputLength,
        processingTimeMs: Math.round(performance.now() - began),
        ...(forgivesFailures && { failed: { count: notes.count, first: notes.messages } }),
        ...(groups.sentences.length > 0 && { notes: groups.sentences }),
      }),
    };
  }

  /** Returns what a call is told of an error. A bug stays what it is. */
  #refusal(error: unknown): unknown {
    // A line that is too long.
    if (error instanceof ToolError) return fileRefusal(error.message);
    if (!(error instanceof CommandError)) return error;
    const { cause, message } = error;
    if (cause instanceof RequestError) return new RequestError({ ...cause.problem, sentence: message });
    if (message.includes(this.#temporaryDirectory)) return fileRefusal('There is no room for the temporary files');
    return fileRefusal(inWordsOfAgents(message));
  }
}

/** Reads a file as text. */
class Reading {
  /** Known once some of the text was read. */
  encoding: string;
  readonly #file: OpenFile;
  readonly #name: string;
  readonly #wanted: string;
  readonly #caller: Caller | undefined;

  /** @param wanted - a label of the WHATWG Encoding Standard, or auto. */
  constructor(file: OpenFile, name: string, wanted: string, caller: Caller | undefined) {
    this.#file = file;
    this.#name = name;
    this.#wanted = wanted;
    this.#caller = caller;
    this.encoding = wanted === 'auto' ? 'UTF-8' : charsetName(wanted);
  }

  async *pieces(): AsyncGenerator<string> {
    const decoder = inputDecoder(this.#name, this.#wanted, (found) => {
      this.encoding = found;
    });
    const { handle, stats } = this.#file;
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let [done, reportedAt] = [0, performance.now()];
    for (;;) {
      if (this.#caller?.signal.aborted === true) throw fileRefusal('The call was cancelled');
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, null).catch((error: NodeJS.ErrnoException) => {
        throw fileRefusal(`${this.#name} cannot be read: ${error.code}`);
      });
      if (bytesRead === 0) break;
      const text = decoder.decode(chunk.subarray(0, bytesRead));
      if (text !== '') yield text;
      done += bytesRead;
      if (performance.now() - reportedAt < progressMs) continue;
      reportedAt = performance.now();
      this.#caller?.progressed?.(done, stats.size);
    }
    const rest = decoder.end();
    if (rest !== '') yield rest;
  }
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** Writes a result to a file. */
async function written({ result, meta }: Work, target: NewFile, output: string | undefined): Promise<Fields> {
  let [bytes, lines, last] = [0, 0, lineFeed];
  let preview: Buffer = Buffer.alloc(0);
  for await (const piece of result) {
    if (piece.length === 0) continue;
    const chunk =
      typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (preview.length < 4 * previewCharacters)
      preview = Buffer.concat([preview, chunk.subarray(0, 4 * previewCharacters)]);
    bytes += chunk.length;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines++;
    last = chunk.at(-1) ?? last;
    await target.write(chunk);
  }
  await target.commit();
  // The bytes may end within a character, which is not shown.
  const { text } = textPage(preview.toString().replace(/\ufffd$/, ''), {
    resultOffset: 0,
    resultLimit: previewCharacters,
  });
  return {
    output_file: output,
    bytes,
    lines: lines + (last === lineFeed ? 0 : 1),
    preview: text,
    truncated: Buffer.byteLength(text) < bytes,
    meta: meta(),
  };
}

const lineFeed = 0x0a;

/** Returns a result in the response, as the operation without files does. @throws {RequestError} if it is too long. */
async function answered(operation: OperationName, work: Work, call: FileCall, options: Fields): Promise<Fields> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of work.result) {
    const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString();
    pieces.push(text);
    length += text.length;
    if (length > maxInputCharacters) {
      throw fileRefusal(
        `The result is longer than ${maxInputCharacters} characters: pass output_file, or steps that keep less of the text`,
      );
    }
  }
  const result = pieces.join('');
  if (operation === 'run') {
    const { text, ...page } = textPage(result, call);
    return { result: text, meta: { ...work.meta(), outputLength: result.length }, ...page, whole: result };
  }
  if (options.explain === true) {
    const { text, ...page } = textPage(result, call);
    return { result: text, ...page, whole: result };
  }
  const lines = result === '' ? [] : result.replace(/\n$/, '').split('\n');
  if (operation === 'sort-dedupe') {
    const { text, ...page } = textPage(lines.join('\n'), call);
    return { output: text, lines: lines.length, ...page, whole: lines.join('\n') };
  }
  const { elements, ...page } = listPage(lines, call);
  return { sanitized: elements, count: lines.length, ...page, whole: lines.join('\n') };
}

/** Finds the groups that had nothing to do in any part of the text: the agent does not look at it. */
class IdleGroups implements StepObserver {
  readonly #reasons = new Map<Step, string | undefined>();

  constructor(steps: readonly Step[]) {
    for (const step of steps) if (!isToolStep(step)) this.#reasons.set(step, undefined);
  }

  /** A step that reads a table in parts is another object than in the workflow, at the same place. */
  stepEnded(step: Step, { input, group }: StepRun): void {
    if (isToolStep(step) || group === undefined) return;
    const known = [...this.#reasons.keys()].find(({ path }) => path === step.path);
    if (known === undefined) return;
    if (group.parts > 0) this.#reasons.delete(known);
    else this.#reasons.set(known, step.cutter?.whyNone?.(input) ?? 'the text is blank');
  }

  get sentences(): readonly string[] {
    return [...this.#reasons].flatMap(([{ path }, reason]) =>
      reason === undefined ? [] : [`${path} did nothing: ${reason}`],
    );
  }
}

/** @throws {RequestError} for an encoding that does not exist. */
function encodingOf(label = 'auto'): string {
  try {
    return label === 'auto' ? label : charsetName(label);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw fileRefusal(`input_encoding: ${error.message}`);
  }
}

/** What messages for people at a terminal advise, and what an agent can do. */
const advice: readonly (readonly [string, string])[] = [
  [': name it, such as --encoding windows-1252', ': if it is text, pass input_encoding'],
  ['; --encoding auto finds out the encoding', '; without input_encoding it is found out'],
  [
    'Tools that work line by line take any length: textmill tools --line-by-line',
    'Steps that work on lines, on columns of each csv, and sort_dedupe_lines take any length',
  ],
];

function inWordsOfAgents(message: string): string {
  return advice.reduce((text, [spoken, meant]) => text.replace(spoken, () => meant), message);
}

/** Returns a time to the second. */
function timeOf(time: Date | undefined): string | undefined {
  return time?.toISOString().replace(/\.\d+Z$/, 'Z');
}
