import { RequestError } from '../core/errors.js';
import { type StepBounds, WorkBudget } from '../core/work-budget.js';
import { CellScanner } from '../text/csv/cell-scanner.js';
import { type Delimited, delimitedText } from '../text/csv/csv-delimiter.js';
import { rfc4180 } from '../text/csv/csv-form.js';
import { CsvRecordCutter, type Dialect } from '../text/csv/record-cutter.js';
import { LineCutter } from '../text/lines/line-cutter.js';
import { type LineEnd, lastLineOf, lineEndsOf, ownLineEnds } from '../text/lines/lines.js';
import { CsvCutter, type CsvOptions } from '../text/parts/csv-parts.js';
import { type FailureNotes, messageAt } from './failure-notes.js';
import { Failures } from './failures.js';
import { runSteps, type StepObserver } from './steps.js';
import { type Group, isLineByLine, isRowByRow, isToolStep, type Step, takesAnySize } from './workflow.js';

/** How a text runs, and who gets to know what happened beside the result. */
export interface TextReports {
  /** Of each step. */
  readonly bounds?: StepBounds;
  readonly observer?: StepObserver | undefined;
  readonly notes?: Pick<FailureNotes, 'add'>;
}

/** Returns the first step that cannot run on one piece of a text after another; undefined if all can. */
export function stepOfWholeText(steps: readonly Step[]): Step | undefined {
  return steps.find((step) => !takesAnySize(step));
}

/** Runs a workflow without a {@link stepOfWholeText} on a text that arrives in pieces, on batches of whole lines or rows. */
export class TextInPieces {
  #cutter = new LineCutter();
  #stages: readonly Stage[];
  /** The lines that have run only at the end of the text. */
  #lastLines = 0;

  /** @param reports - get to know what each step did with each batch, and which parts failed. */
  constructor(steps: readonly Step[], reports: TextReports = {}) {
    this.#stages = steps.map((step) => {
      if (isRowByRow(step)) return new CsvRows(step, reports);
      return isLineByLine(step) ? new Pieces(step, reports) : new SameLineEnds(step, reports);
    });
  }

  /** Returns one that goes on from here by itself. */
  copy(): TextInPieces {
    const copy = new TextInPieces([]);
    copy.#cutter = this.#cutter.copy();
    copy.#stages = this.#stages.map((stage) => stage.copy());
    return copy;
  }

  /** The lines that have run. */
  get lines(): number {
    return this.#cutter.nextLine - 1 + this.#lastLines;
  }

  /**
   * Takes the next piece, which may end anywhere.
   *
   * @returns what is certain of the result.
   * @throws {RequestError} for a text that a tool refuses; it names lines of the whole text.
   * @throws {ToolError} for a line that is too long.
   */
  push(piece: string): string {
    let text = this.#cutter.push(piece);
    for (const stage of this.#stages) {
      if (text === '') break;
      text = stage.push(text);
    }
    return text;
  }

  /** Returns the rest. Even an empty text runs through the steps: they may refuse it. @throws as {@link push}. */
  end(): string {
    const rest = this.#cutter.end();
    this.#lastLines = ownLineEnds(rest).length + (/[^\r\n]$/.test(rest) ? 1 : 0);
    return this.#stages.reduce((text, stage) => stage.end(text), rest);
  }
}

/** A step at work on a text that arrives in pieces. */
interface Stage {
  /** Takes the next piece of its input, and returns what is certain of its output. */
  push(piece: string): string;
  /** Takes the last piece. */
  end(piece: string): string;
  copy(): Stage;
}

/** A step for which line ends are what they are. */
class Pieces implements Stage {
  readonly #step: Step;
  readonly #reports: TextReports;
  // The output of a step has the line ends of its input, but may end with a `\r` whose `\n` is still to come.
  #cutter = new LineCutter();
  #held = new HeldLineEnd();

  constructor(step: Step, reports: TextReports) {
    this.#step = step;
    this.#reports = reports;
  }

  copy(): Pieces {
    const copy = new Pieces(this.#step, this.#reports);
    copy.#cutter = this.#cutter.copy();
    copy.#held = this.#held.copy();
    return copy;
  }

  push(piece: string): string {
    const from = this.#cutter.nextLine;
    const text = this.#cutter.push(piece);
    return text === '' ? '' : this.#held.after(runInPieces(from, this.#step, text, this.#reports), this.#step);
  }

  end(piece: string): string {
    const from = this.#cutter.nextLine;
    const rest = this.#cutter.push(piece) + this.#cutter.end();
    if (isToolStep(this.#step)) return runInPieces(from, this.#step, rest, this.#reports);
    return lastOfGroup(from, this.#step, rest, { reports: this.#reports, held: this.#held });
  }
}

/** A step that writes the first line end of the text behind all lines, see {@link isLineAfterLine}. */
class SameLineEnds implements Stage {
  readonly #step: Step;
  readonly #reports: TextReports;
  #cutter = new LineCutter();
  #lineEnd: LineEnd | undefined;
  /** The line end behind what was written: it goes with a last line that has none and is left out. */
  #held = '';

  constructor(step: Step, reports: TextReports) {
    this.#step = step;
    this.#reports = reports;
  }

  copy(): SameLineEnds {
    const copy = new SameLineEnds(this.#step, this.#reports);
    copy.#cutter = this.#cutter.copy();
    copy.#lineEnd = this.#lineEnd;
    copy.#held = this.#held;
    return copy;
  }

  push(piece: string): string {
    const from = this.#cutter.nextLine;
    return this.#lines(from, this.#cutter.push(piece));
  }

  end(piece: string): string {
    const from = this.#cutter.nextLine;
    const rest = this.#cutter.push(piece) + this.#cutter.end();
    const last = lastLineOf(rest);
    const before = rest.slice(0, rest.length - last.length);
    const written = this.#lines(from, before);
    const lineEnd = this.#lineEnd;
    // A text of one line, or none.
    if (lineEnd === undefined) return runInPieces(from, this.#step, rest, this.#reports);
    if (last === '') return written + this.#held;
    const line = from + ownLineEnds(before).length;
    const result = runInPieces(line, this.#step, last + lineEnd, this.#reports);
    return result === '' ? written : written + this.#held + result.slice(0, -lineEnd.length);
  }

  /** Runs the step on whole lines. */
  #lines(from: number, text: string): string {
    if (text === '') return '';
    this.#lineEnd ??= lineEndsOf(text).lineEnd;
    const lineEnd = this.#lineEnd;
    const isSame = lineEnd === '\n' && !text.includes('\r');
    const result = runInPieces(
      from,
      this.#step,
      isSame ? text : text.replaceAll(/\r\n|\n|\r/g, lineEnd),
      this.#reports,
    );
    if (result === '') return '';
    const written = this.#held + result.slice(0, -lineEnd.length);
    this.#held = lineEnd;
    return written;
  }
}

/**
 * The line end behind what a group has written. Only at the end of a text is it known whether it stays: not if the last
 * line, which has none, is dropped.
 */
class HeldLineEnd {
  #held = '';

  copy(): HeldLineEnd {
    const copy = new HeldLineEnd();
    copy.#held = this.#held;
    return copy;
  }

  /** Returns what a step wrote, and the line end before, without the line end at its end. */
  after(written: string, step: Step): string {
    if (isToolStep(step) || written === '') return written;
    const text = this.#held + written;
    const kept = text.replace(/(?:\r\n|\n|\r)$/, '');
    this.#held = text.slice(kept.length);
    return kept;
  }

  /** Returns what was written last, and the line end before unless the last line is dropped. */
  end(written: string, isDropped: boolean): string {
    return isDropped ? '' : this.#held + written;
  }
}

/** From so much text `auto` finds out the delimiter: the same one, however the text arrives. */
const delimiterSample = 1_000_000;

type CsvGroup = Group & { readonly each: { readonly csv: CsvOptions } };

/** A group whose parts are cells: it gets some rows at a time, each time behind the header. */
class CsvRows implements Stage {
  readonly #group: CsvGroup;
  readonly #reports: TextReports;
  #held = new HeldLineEnd();
  #sample = '';
  /** How the text is read, once that is known. */
  #dialect: Dialect | undefined;
  #cutter: CsvRecordCutter | undefined;
  /** The group for rows of this text. */
  #onRows: Step;
  /** A line such as `sep=;` at the start. */
  #start = '';
  /** All that comes before the first row, once it was read. */
  #header: string | undefined;
  /** Line ends before the next rows. */
  #lines = 0;

  constructor(group: CsvGroup, reports: TextReports) {
    this.#group = group;
    this.#onRows = group;
    this.#reports = reports;
  }

  copy(): CsvRows {
    const copy = new CsvRows(this.#group, this.#reports);
    copy.#held = this.#held.copy();
    copy.#sample = this.#sample;
    copy.#dialect = this.#dialect;
    copy.#cutter = this.#cutter?.copy();
    copy.#onRows = this.#onRows;
    copy.#start = this.#start;
    copy.#header = this.#header;
    copy.#lines = this.#lines;
    return copy;
  }

  push(piece: string): string {
    return this.#take(piece, false);
  }

  end(piece: string): string {
    return this.#take(piece, true);
  }

  #take(piece: string, isEnd: boolean): string {
    if (this.#cutter !== undefined) return this.#run(this.#cutter, piece, isEnd);
    this.#sample += piece;
    const { delimiter } = this.#group.each.csv;
    if (!isEnd && this.#sample.length < (delimiter === 'auto' ? delimiterSample : 1)) return '';
    const text = this.#sample;
    this.#sample = '';
    const { start, ...dialect } = this.#delimited(text);
    this.#dialect = dialect;
    this.#cutter = new CsvRecordCutter(dialect);
    this.#start = text.slice(0, start);
    return this.#run(this.#cutter, text.slice(start), isEnd);
  }

  #delimited(text: string): Delimited {
    const options = this.#group.each.csv;
    try {
      const found = delimitedText(text, options.delimiter, options);
      const isGuessed = options.delimiter === 'auto' && found.start === 0;
      this.#onRows = { ...this.#group, cutter: new CsvCutter(options, { ...found, isGuessed }) };
      return found;
    } catch (error) {
      // The group refuses the text too, with its place in the workflow.
      runLines(1, [this.#group], text, this.#reports);
      throw error;
    }
  }

  #run(cutter: CsvRecordCutter, piece: string, isEnd: boolean): string {
    const rows = cutter.push(piece) + (isEnd ? cutter.end() : '');
    if (rows === '' && !isEnd) return '';
    if (rows === '' && this.#header !== undefined) return this.#held.end('', false);
    const header = this.#header ?? '';
    const text = (this.#header ?? this.#start) + rows;
    const line = this.#lines - ownLineEnds(header).length + 1;
    this.#lines += ownLineEnds(text).length - ownLineEnds(header).length;
    this.#header ??= this.#start + this.#headerOf(rows);
    const result = runLines(line, [this.#onRows], text, this.#reports);
    // Without its line end: the last rows are dropped, and the text has no final line end.
    const isDropped = !result.startsWith(header);
    const written = isDropped ? '' : result.slice(header.length);
    return isEnd ? this.#held.end(written, isDropped) : this.#held.after(written, this.#group);
  }

  #headerOf(rows: string): string {
    const { delimiter, form } = this.#dialect ?? { delimiter: ',', form: rfc4180 };
    const scanner = new CellScanner(rows, delimiter, form);
    if (!scanner.skipToRecord()) return rows;
    scanner.skipCell();
    scanner.skipRestOfRecord();
    const end = scanner.position;
    return rows.slice(0, rows.startsWith('\r\n', end) ? end + 2 : end + 1);
  }
}

/** Runs a group on the end of a text. */
function lastOfGroup(
  line: number,
  group: Step,
  text: string,
  { reports, held }: { readonly reports: TextReports; readonly held: HeldLineEnd },
): string {
  const last = lastLineOf(text);
  const before = text.slice(0, text.length - last.length);
  const written = before === '' ? '' : held.after(runInPieces(line, group, before, reports), group);
  if (last === '' && before !== '') return written + held.end('', false);
  let removed = 0;
  const observer: StepObserver = {
    stepEnded(step, run) {
      removed = run.group?.removed ?? 0;
      reports.observer?.stepEnded(step, run);
    },
  };
  const result = runInPieces(line + ownLineEnds(before).length, group, last, { ...reports, observer });
  return written + held.end(result, result === '' && removed > 0);
}

/**
 * Runs steps on lines of a text.
 *
 * @param line - the number of the first of them in the text.
 * @throws {RequestError} that names lines of the whole text.
 */
export function runLines(line: number, steps: readonly Step[], text: string, reports: TextReports): string {
  const { bounds, observer, notes } = reports;
  const failures = notes && new Failures();
  try {
    const result = runSteps(steps, text, WorkBudget.unlimited(bounds), { observer, failures });
    if (failures !== undefined) notes?.add(failures, line);
    return result;
  } catch (error) {
    throw error instanceof RequestError ? inWholeText(line, error) : error;
  }
}

/** Returns an error in lines that do not begin the text as one of the whole text. */
function inWholeText(firstLine: number, { message, problem }: RequestError): RequestError {
  const { part, line } = problem.details as { readonly part?: number; readonly line?: number };
  const details = line === undefined ? problem.details : { ...problem.details, line: line + firstLine - 1 };
  return new RequestError({ ...problem, details, sentence: sentenceFrom(firstLine, message, { part, line }) });
}

function sentenceFrom(
  firstLine: number,
  message: string,
  { part, line }: { readonly part: number | undefined; readonly line: number | undefined },
): string {
  if (part !== undefined && line !== undefined) return messageAt({ message, line }, firstLine);
  const named = ` failed: line ${line}`;
  if (message.includes(named)) return message.replace(named, ` failed: line ${(line ?? 1) + firstLine - 1}`);
  const [start, step, inText] = /^(Step \d+: line )(\d+)\b/.exec(message) ?? [];
  if (start !== undefined) return `${step}${Number(inText) + firstLine - 1}${message.slice(start.length)}`;
  const place = firstLine === 1 ? '' : `, in the lines from ${firstLine} on (which counts as line 1 there)`;
  return message + place;
}

/**
 * Runs one line-by-line step on several lines. If they exceed a limit together, it runs on each half.
 */
function runInPieces(line: number, step: Step, text: string, reports: TextReports): string {
  try {
    return runLines(line, [step], text, reports);
  } catch (error) {
    const middle = endOfLineNear(text);
    if (middle === 0 || !isTooLong(error)) throw error;
    const [first, second] = [text.slice(0, middle), text.slice(middle)];
    const result = runInPieces(line, step, first, reports);
    return result + runInPieces(line + ownLineEnds(first).length, step, second, reports);
  }
}

/** Returns whether a step exceeded a limit that half of the text may not exceed. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.problem.code === 'step-output-too-long' || error.problem.code === 'step-text-too-long';
}

/** Returns the offset after the line end nearest to the middle; 0 for a single line. */
function endOfLineNear(text: string): number {
  const before = text.lastIndexOf('\n', text.length / 2) + 1;
  const after = text.indexOf('\n', text.length / 2) + 1;
  return before > 0 ? before : after < text.length ? after : 0;
}
