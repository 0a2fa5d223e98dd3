import { parseOrigin } from '#gateway/server/keys/origin.js';

/** A problem and its field, in the form of an action. */
export interface FieldProblem {
  readonly problem: string;
  readonly path: string;
  readonly reason: string;
}

/** The most origins of a key. */
const maxOrigins = 100;

/** The origins that a text has, or the problem of its first invalid line, as a sentence. */
export type OriginLines = { readonly origins: string[] } | { readonly problem: string };

/** Reads typed origins, one on each line. Blank lines are skipped. */
export function readOriginLines(text: string): OriginLines {
  const lines = typedLines(text);
  for (const { number, line } of lines) {
    const result = parseOrigin(line);
    if ('reason' in result) return { problem: `Line ${number} ${result.reason}.` };
  }
  if (lines.length > maxOrigins) return { problem: `A key may have at most ${maxOrigins} origins.` };
  return { origins: lines.map(({ line }) => line) };
}

/** Maps the gateway's problem with `origins[2]` or `addresses[2]` to the line of it. */
export function originProblem({ problem, path, reason }: FieldProblem, text: string): string {
  const [, index] = /\[(\d+)\]$/.exec(path) ?? [];
  const found = index === undefined ? undefined : typedLines(text)[Number(index)];
  return found === undefined || reason === '' ? problem : `Line ${found.number} ${reason}`;
}

/** Returns the lines that are not blank, with their numbers from 1. */
export function typedLines(text: string): { number: number; line: string }[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '');
}
