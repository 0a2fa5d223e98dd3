import { parseOrigin } from '../../../../keys/origin.js';

/** What is wrong, and with which field: as an action has it. */
export interface FieldProblem {
  readonly problem: string;
  readonly path: string;
  readonly reason: string;
}

/** The most origins that a key may have. */
const maxOrigins = 100;

/** Origins as they were typed, one a line; or what is wrong with the first line that is none. */
export type OriginLines = { readonly origins: string[] } | { readonly problem: string };

export function readOriginLines(text: string): OriginLines {
  const lines = linesWithOrigins(text);
  for (const { number, line } of lines) {
    const result = parseOrigin(line);
    if ('reason' in result) return { problem: `Line ${number} ${result.reason}.` };
  }
  if (lines.length > maxOrigins) return { problem: `A key may have at most ${maxOrigins} origins.` };
  return { origins: lines.map(({ line }) => line) };
}

/** What the gateway says of `origins[2]`, said of the line that it stood on. */
export function originProblem({ problem, path, reason }: FieldProblem, text: string): string {
  const [, index] = /^origins\[(\d+)\]$/.exec(path) ?? [];
  const found = index === undefined ? undefined : linesWithOrigins(text)[Number(index)];
  return found === undefined || reason === '' ? problem : `Line ${found.number} ${reason}`;
}

/** Lines that are not blank, with their numbers from 1. */
function linesWithOrigins(text: string): { number: number; line: string }[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '');
}
