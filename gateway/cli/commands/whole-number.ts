import { InvalidArgumentError } from 'commander';
import { largestLimit } from '#gateway/server/storage/key-table.js';

/** Returns a parser for an option that is an integer within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** A limit of a key or an account; `default` for that of something above it. */
export type LimitArgument = number | 'default';

export function limit(text: string): LimitArgument {
  return text === 'default' ? text : wholeNumber(0, largestLimit)(text);
}
