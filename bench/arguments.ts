import { parseArgs } from 'node:util';
import type { RowId } from './row.js';

/** The arguments of the command. */
export interface Arguments {
  /** The rows to measure; undefined for all. */
  readonly only?: readonly RowId[];
  /** Fails if a target is missed. */
  readonly check: boolean;
  readonly rounds: number;
  readonly help: boolean;
}

/** Figures from fewer rounds are printed, but not kept. */
export const publishedRounds = 5;

export const usage = 'Usage: npm run bench -- [--only P4,P5] [--rounds N] [--check] [--help]';

export const help = `${usage}

Compares Textmill with other programs, and with the work that every program must do. Prints a table for each row. Keeps
the figures in bench/results/figures.json, and draws charts of them there.

  --only P4,P5  measure only these rows; the others keep their last figures
  --rounds N    measure everything N times (default ${publishedRounds}); with fewer than ${publishedRounds} nothing is kept
  --check       exit with status 1 if a target is missed
  --help        print this help
`;

/** Thrown for invalid arguments. */
export class UsageError extends Error {}

/**
 * Parses the arguments of the command.
 *
 * @param known - the existing rows.
 * @throws {UsageError} for invalid arguments, with a message for the user.
 */
export function parseArguments(args: readonly string[], known: readonly RowId[]): Arguments {
  const { only, rounds = String(publishedRounds), check = false, help: wantsHelp = false } = optionValues(args);
  const ids = only?.split(',').map((id) => knownRow(id.trim(), known));
  if (!/^[1-9]\d{0,3}$/.test(rounds))
    throw new UsageError(`--rounds must be a whole number from 1 to 9999, not ${rounds}.`);
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
  if (found === undefined) throw new UsageError(`Unknown row ${id || "''"}: the rows are ${known.join(', ')}.`);
  return found;
}
