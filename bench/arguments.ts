import { parseArgs } from 'node:util';
import type { RowId } from './row.js';

/** What the command is to do. */
export interface Arguments {
  /** The rows that are wanted; undefined for all. */
  readonly only?: readonly RowId[];
  /** Compare with the targets, and fail if one is missed. */
  readonly check: boolean;
  readonly rounds: number;
  readonly help: boolean;
}

/** Figures of fewer rounds are shown, but not kept. */
export const publishedRounds = 5;

export const usage = 'Usage: npm run bench -- [--only P4,P5] [--rounds N] [--check] [--help]';

export const help = `${usage}

Measures Textmill beside other programs and beside what no program can do without, in turn, and prints a table for each
row. Keeps the figures in bench/results/<date>.json and draws charts of them there.

  --only P4,P5  measure these rows only; the others keep the figures of the newest file
  --rounds N    measure everything N times (default ${publishedRounds}); with fewer than ${publishedRounds} nothing is kept
  --check       end with status 1 if a target is missed
  --help        print this
`;

/** The arguments are not those of the command. */
export class UsageError extends Error {}

/**
 * @param known - the rows that there are.
 * @throws {UsageError} with a sentence that says what is wrong.
 */
export function parseArguments(args: readonly string[], known: readonly RowId[]): Arguments {
  const { only, rounds = String(publishedRounds), check = false, help: wantsHelp = false } = optionValues(args);
  const ids = only?.split(',').map((id) => knownRow(id.trim(), known));
  if (!/^[1-9]\d{0,3}$/.test(rounds)) throw new UsageError(`--rounds must be a whole number from 1 on, not ${rounds}.`);
  return { ...(ids && { only: ids }), check, rounds: Number(rounds), help: wantsHelp };
}

function optionValues(args: readonly string[]) {
  try {
    const options = {
      only: { type: 'string' },
      rounds: { type: 'string' },
      check: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function knownRow(id: string, known: readonly RowId[]): RowId {
  const found = known.find((row) => row === id.toUpperCase());
  if (found === undefined) throw new UsageError(`There is no row ${id || "''"}: the rows are ${known.join(', ')}.`);
  return found;
}
