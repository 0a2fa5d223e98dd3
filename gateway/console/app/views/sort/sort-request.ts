import { browserLimits, maxLines } from '#engine/core/limits.js';
import { splitLines } from '#engine/text/lines/lines.js';
import { forLongLists, onThisPage, textProblem, tooMany } from '../lists/limits.js';
import { groupsOf, type PartedList } from '../lists/parted-list.js';

export interface SortOptions {
  readonly trimLines: boolean;
  readonly dropBlank: boolean;
  readonly dedupe: boolean;
  readonly ignoreCase: boolean;
  readonly sort: boolean;
  readonly direction: 'asc' | 'desc';
}

export const sortDefaults: SortOptions = {
  trimLines: true,
  dropBlank: true,
  dedupe: true,
  ignoreCase: false,
  sort: true,
  direction: 'asc',
};

/** The body of `POST /v1/sort-dedupe`, without options that have their defaults or no effect. */
export type SortBody = { readonly input: string } & Partial<SortOptions>;

/** The requests for the input, and why they cannot be sent; '' if they can. */
export interface SortDraft extends PartedList<SortBody> {
  readonly options: SortOptions;
  readonly linesIn: number;
  /** Lines of white space only. */
  readonly blankLines: number;
  readonly problem: string;
}

/** Returns the requests for the lines of a text. Options at their default, and those without effect, are left out. */
export function draftSort(input: string, options: SortOptions, isAtGateway: boolean): SortDraft {
  const { trimLines, dropBlank, dedupe, ignoreCase, sort, direction } = options;
  const { lines } = splitLines(input);
  const set = {
    ...(trimLines ? {} : { trimLines }),
    ...(dropBlank ? {} : { dropBlank }),
    ...(dedupe ? {} : { dedupe }),
    ...(dedupe && ignoreCase ? { ignoreCase } : {}),
    ...(sort ? {} : { sort }),
    ...(sort && direction === 'desc' ? { direction } : {}),
  };
  // A line end after the last line, or a blank one would be lost.
  const inputs = lines.length > maxLines ? groupsOf(lines, maxLines).map((part) => `${part.join('\n')}\n`) : [input];
  return {
    parts: inputs.map((part) => ({ input: part, ...set })),
    whole: { input, ...set },
    isAtGateway,
    options,
    linesIn: lines.length,
    blankLines: lines.filter((line) => line.trim() === '').length,
    problem:
      textProblem(input.length, isAtGateway, 'textmill sort') || problemOfLines(lines.length, options, isAtGateway),
  };
}

/** Lines are sorted and compared with each other in one request only. */
function problemOfLines(lines: number, { sort, dedupe }: SortOptions, isAtGateway: boolean): string {
  const limit = isAtGateway ? maxLines : browserLimits.lines;
  if (lines <= limit || (isAtGateway && !sort && !dedupe)) return '';
  const where = isAtGateway ? undefined : onThisPage;
  return `${tooMany(lines, 'lines', limit, where)} ${forLongLists('textmill sort')}`;
}

/** What happened to the lines. */
export interface LineCounts {
  readonly linesIn: number;
  readonly linesOut: number;
  readonly blank: number;
  readonly duplicates: number;
}

/** Blank lines are dropped before duplicates, so all other missing lines were duplicates. */
export function countLines({ options, linesIn, blankLines }: SortDraft, linesOut: number): LineCounts {
  const blank = options.dropBlank ? blankLines : 0;
  return { linesIn, linesOut, blank, duplicates: linesIn - blank - linesOut };
}
