import { maxLines } from '../../../../../engine/core/limits.js';
import { splitLines } from '../../../../../engine/text/lines/lines.js';
import { listProblem } from '../lists/limits.js';

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

/** The request for the input, and why it cannot be sent; '' if it can. */
export interface SortDraft {
  readonly body: SortBody;
  readonly options: SortOptions;
  readonly linesIn: number;
  /** Lines of white space only. */
  readonly blankLines: number;
  readonly problem: string;
}

export function draftSort(input: string, options: SortOptions): SortDraft {
  const { trimLines, dropBlank, dedupe, ignoreCase, sort, direction } = options;
  const { lines } = splitLines(input);
  return {
    body: {
      input,
      ...(trimLines ? {} : { trimLines }),
      ...(dropBlank ? {} : { dropBlank }),
      ...(dedupe ? {} : { dedupe }),
      ...(dedupe && ignoreCase ? { ignoreCase } : {}),
      ...(sort ? {} : { sort }),
      ...(sort && direction === 'desc' ? { direction } : {}),
    },
    options,
    linesIn: lines.length,
    blankLines: lines.filter((line) => line.trim() === '').length,
    problem: listProblem(lines.length, input.length, 'lines', maxLines, 'textmill sort'),
  };
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
