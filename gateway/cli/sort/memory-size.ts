import { totalmem } from 'node:os';
import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** With less, nearly all the time is spent on files of a few lines. */
const leastMemory = 64 * 2 ** 10;

/**
 * Reads an amount of memory: `512M`, `1.5G`, `64k`.
 *
 * @returns bytes.
 * @throws {InvalidArgumentError} if it is invalid, or less than 64 KiB.
 */
export function memorySize(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)([KMG])$/i.exec(text) ?? [];
  const bytes = Math.floor(Number(number) * (units[unit.toUpperCase()] ?? Number.NaN));
  if (number === '' || !(bytes >= leastMemory)) {
    throw new InvalidArgumentError('It must be a number with the unit K, M or G, such as 512M, and at least 64K.');
  }
  return bytes;
}

/** Returns a quarter of the memory of the machine or the container. */
export function defaultMemory(): number {
  const machine = totalmem();
  // 0, undefined or a huge number without a limit.
  const limit = process.constrainedMemory() ?? 0;
  return Math.max(leastMemory, Math.floor((limit > 0 && limit < machine ? limit : machine) / 4));
}
