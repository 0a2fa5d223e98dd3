import type { Engine } from '#engine/execute.js';
import type { RequestedGroup, RequestedStep } from '#engine/operations/requested-step.js';

/** A part that failed, as the naive program counts it. */
export interface NaiveFailure {
  readonly step: number;
  readonly path: string;
  readonly part: number;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** A step failed, and no group forgives it. */
export class NaiveError extends Error {
  readonly step: number;
  readonly path: string;
  readonly place: { readonly part: number; readonly line: number; readonly column: number } | undefined;

  constructor(reason: string, step: number, path: string, place?: NaiveError['place']) {
    super(reason);
    this.step = step;
    this.path = path;
    this.place = place;
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly fault?: string;
  /** What is removed with it. */
  readonly from: number;
  readonly to: number;
  readonly write: (text: string) => string;
}

interface Numbered {
  /** The number of the first tool of a step. */
  readonly first: number;
  readonly path: string;
}

/** Returns how many tools steps have. */
function toolsIn(steps: readonly RequestedStep[]): number {
  let count = 0;
  for (const step of steps) count += isGroup(step) ? toolsIn(step.steps) + toolsIn(step.else ?? []) : 1;
  return count;
}

function isGroup(step: RequestedStep): step is RequestedGroup {
  return typeof step === 'object' && 'steps' in step;
}

/**
 * Runs a workflow in the plainest way: cuts a text into parts, runs the steps on each part alone, one call of the engine
 * for each, and puts the parts together again. Slow, without limits, and for few kinds of parts.
 *
 * @throws {NaiveError}
 */
export function runNaively(engine: Engine, steps: readonly RequestedStep[], text: string) {
  const failures: NaiveFailure[] = [];
  const run = (
    list: readonly RequestedStep[],
    input: string,
    { first, path }: Numbered,
    outer: Outer | undefined,
  ): string => {
    let result = input;
    let number = first;
    for (const [index, step] of list.entries()) {
      const place = `${path}[${index}]`;
      result = isGroup(step)
        ? runGroup(step, result, { first: number, path: place }, outer)
        : runTool(engine, step, result, number, place);
      number += toolsIn([step]);
    }
    return result;
  };
  const runGroup = (
    group: RequestedGroup,
    input: string,
    { first, path }: Numbered,
    outer: Outer | undefined,
  ): string => {
    const pieces = cut(group, input, first, path);
    const others = { first: first + toolsIn(group.steps), path: `${path}.else` };
    const written: { start: number; end: number; text: string }[] = [];
    const gone: { from: number; to: number }[] = [];
    for (const [index, piece] of pieces.entries()) {
      const own = group.each === undefined ? undefined : { part: index + 1, ...placeAt(input, piece.start) };
      const place = outer ?? own;
      const chosen = group.when === undefined || meets(group.when, piece.text);
      const write = (result: string) => written.push({ ...piece, text: piece.write(result) });
      try {
        if (piece.fault !== undefined) throw new NaiveError(piece.fault, first, path);
        const result = chosen
          ? run(group.steps, piece.text, { first, path: `${path}.steps` }, place)
          : run(group.else ?? [], piece.text, others, place);
        if (result !== piece.text) write(result);
      } catch (error) {
        if (!(error instanceof NaiveError)) throw error;
        const { onError = 'error' } = group;
        const reason = inLine(error, piece.text);
        if (onError === 'error')
          throw new NaiveError(own === undefined ? error.message : reason, error.step, error.path, own ?? error.place);
        const failed = place ?? { part: 1, line: 1, column: 1 };
        failures.push({ step: error.step, path: error.path, reason, ...failed });
        if (onError === 'drop') gone.push(piece);
        const cannotBeWritten = piece.fault !== undefined && piece.start === piece.end;
        if (onError === 'blank' && !cannotBeWritten) write('');
        if (onError === 'mark' && !cannotBeWritten) write(`invalid: ${piece.text}`);
      }
    }
    return joined(input, group, written, gone);
  };
  const result = run(steps, text, { first: 1, path: 'steps' }, undefined);
  return { result, failures };
}

/** In a part of one line the number of that line is left out, unless a group inside has named its own line. */
function inLine({ message, place }: NaiveError, text: string): string {
  return place !== undefined || /[\r\n]/.test(text)
    ? message
    : message.replace(/^line 1(?:, (column \d+))?: /, (_, column) => (column === undefined ? '' : `${column}: `));
}

/** Writes character by character: what is not replaced and not removed stays. */
function joined(
  input: string,
  group: RequestedGroup,
  written: readonly { readonly start: number; readonly end: number; readonly text: string }[],
  gone: readonly { readonly from: number; readonly to: number }[],
): string {
  const units = input.split('');
  const removed = units.map((_, at) => gone.some(({ from, to }) => at >= from && at < to));
  const eatsLineEnd = group.each !== undefined && !isMatch(group) && removed.at(-1) === true && !/[\r\n]$/.test(input);
  if (eatsLineEnd) {
    let at = removed.lastIndexOf(false);
    do {
      if (units[at] === '\n' && units[at - 1] === '\r') removed[at--] = true;
      if (/[\r\n]/.test(units[at] ?? '')) removed[at--] = true;
    } while (group.each === 'paragraph' && /[\r\n]/.test(units[at] ?? ''));
  }
  const replaced = new Map(written.map((change) => [change.start, change]));
  let output = '';
  for (let at = 0; at <= units.length; at++) {
    const change = replaced.get(at);
    const isGone = removed[at] ?? gone.some(({ from, to }) => at >= from && at <= to && to === input.length);
    if (change !== undefined && !isGone) {
      output += change.text;
      for (let inside = change.start; inside < change.end; inside++) removed[inside] = true;
    }
    if (at < units.length && removed[at] !== true) output += units[at];
  }
  return output;
}

type Outer = NonNullable<NaiveError['place']>;

const isMatch = ({ each }: RequestedGroup) => typeof each === 'object' && 'match' in each;

function runTool(engine: Engine, step: RequestedStep, input: string, number: number, path: string): string {
  const { body } = engine.execute('run', Buffer.from(JSON.stringify({ input, steps: [step] })));
  const response = JSON.parse(Buffer.from(body).toString()) as { readonly result?: string; readonly error?: string };
  if (response.result !== undefined) return response.result;
  const reason = /^Step 1 \([^)]*\) failed: (.*)$/s.exec(response.error ?? '')?.[1];
  throw new NaiveError(reason ?? `unexpected: ${response.error}`, number, path);
}

/** The place of an offset; lines end at `\n`, `\r\n` and `\r`. */
function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  // Between the two halves of a line end no part begins.
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

function meets(condition: NonNullable<RequestedGroup['when']>, text: string): boolean {
  if ('not' in condition) return !meets(condition.not, text);
  if ('all' in condition) return condition.all.every((inner) => meets(inner, text));
  if ('any' in condition) return condition.any.some((inner) => meets(inner, text));
  if ('blank' in condition) return /^\s*$/.test(text) === condition.blank;
  if ('longerThan' in condition) return [...text].length > condition.longerThan;
  const { caseSensitive = true } = condition;
  if ('matches' in condition) return new RegExp(condition.matches, caseSensitive ? '' : 'i').test(text);
  const fold = (value: string) => (caseSensitive ? value : value.toLowerCase());
  return 'equals' in condition ? fold(text) === fold(condition.equals) : fold(text).includes(fold(condition.contains));
}

function cut(group: RequestedGroup, text: string, first: number, path: string): readonly Piece[] {
  const { each } = group;
  const plain = (value: string) => value;
  if (each === undefined) return [{ start: 0, end: text.length, text, from: 0, to: text.length, write: plain }];
  if (each === 'line') {
    return linesOf(text).map(({ start, contents, next }) => ({
      start,
      end: start + contents.length,
      text: contents,
      from: start,
      to: next,
      write: plain,
    }));
  }
  if (each === 'paragraph') return paragraphsOf(text);
  if ('field' in each) return linesOf(text).flatMap((line) => fieldsOf(line, each.field));
  if ('match' in each) {
    return [...text.matchAll(new RegExp(each.match.pattern, 'gu'))].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      text: found,
      from: index,
      to: index + found.length,
      write: plain,
    }));
  }
  throw new NaiveError('no such parts', first, path);
}

interface Line {
  readonly start: number;
  readonly contents: string;
  readonly next: number;
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n)|([^\r\n]+)$/g)].map(({ 0: whole, 1: ended, 3: last, index }) => ({
    start: index,
    contents: ended ?? last ?? '',
    next: index + whole.length,
  }));
}

function paragraphsOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let lines: Line[] = [];
  const finish = () => {
    const [first] = lines;
    const last = lines.at(-1);
    lines = [];
    if (first === undefined || last === undefined) return;
    const end = last.start + last.contents.length;
    const span = { start: first.start, end, from: first.start, to: text.length };
    pieces.push({ ...span, text: text.slice(first.start, end), write: (value) => value });
  };
  for (const line of linesOf(text)) {
    if (/^\s*$/.test(line.contents)) finish();
    else lines.push(line);
  }
  finish();
  return pieces.map((piece, index) => ({ ...piece, to: pieces[index + 1]?.start ?? text.length }));
}

function fieldsOf(
  { start, contents, next }: Line,
  { fields, separator }: { readonly fields: readonly number[]; readonly separator?: string },
): readonly Piece[] {
  if (/^\s*$/.test(contents)) return [];
  const found: { at: number; text: string }[] = [];
  if (separator === undefined) {
    for (const match of contents.matchAll(/\S+/g)) found.push({ at: match.index, text: match[0] });
  } else {
    let at = 0;
    for (const text of contents.split(separator)) {
      found.push({ at, text });
      at += text.length + separator.length;
    }
  }
  const wanted = [...new Set(fields.map((field) => (field < 0 ? found.length + field : field - 1)))];
  const pieces: Piece[] = wanted
    .sort((a, b) => a - b)
    .flatMap((index) => found[index] ?? [])
    .map(({ at, text }) => ({
      start: start + at,
      end: start + at + text.length,
      text,
      from: start,
      to: next,
      write: (value) => value,
    }));
  if (pieces.length === wanted.length) return pieces;
  const missing = fields.find((field) => found[field < 0 ? found.length + field : field - 1] === undefined);
  const end = start + contents.length;
  const fault = `there is no field ${missing}; the line has ${found.length}`;
  return [...pieces, { start: end, end, text: '', fault, from: start, to: next, write: (value) => value }];
}
