import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { LineSortingOptions } from '#engine/text/order/line-sorting.js';
import type { Io } from '../core/io.js';
import type { SortResources } from '../text/sorted-text.js';
import { addTextOptions, filesArgument, type TextOptions, transformText } from '../text/text-command.js';
import { wholeNumber } from './whole-number.js';

/** `textmill sort`. */
export function addSort(program: Command, io: Io): void {
  const command = addSortOptions(program.command('sort'))
    .summary('trim, filter, deduplicate and sort lines')
    .description(
      'Trims lines, drops blank ones and duplicates, and sorts them alphabetically (apple, Banana, cherry; the same on ' +
        'every machine, whatever its locale), as POST /v1/sort-dedupe does, in this order. Works without a server. Takes ' +
        'a text of any size: lines for which there is no memory go to temporary files.',
    )
    .argument(...filesArgument)
    .addHelpText('after', examples)
    .action(async (files: string[], options: SortOptions & ResourceOptions & TextOptions) => {
      const { sortedText } = await import('../text/sorted-text.js');
      await transformText(io, files, options, (pieces, bar) =>
        sortedText(pieces, sortingOptions(options), { ...resources(io, options), progress: bar }),
      );
    });
  addTextOptions(addResourceOptions(command));
}

interface ResourceOptions {
  readonly memory?: number;
  readonly temporaryDirectory?: string;
  readonly parallel?: number;
}

function addResourceOptions(command: Command): Command {
  return command
    .option(
      '--memory <size>',
      "memory for the lines, such as 512M or 4G; Node.js takes 150M to 200M more (default: a quarter of the machine's memory)",
      memorySize,
    )
    .option('--temporary-directory <folder>', 'folder for temporary files (default: TMPDIR, else /tmp)')
    .option(
      '--parallel <threads>',
      'threads that sort, 1 to 16 (default: as many as processors, at most 4 and one for each 128M of memory)',
      wholeNumber(1, 16),
    );
}

/** With less memory a thread makes the sort slower: its jobs are too small. */
const memoryOfThread = 128 * 2 ** 20;
const mostThreadsByDefault = 4;

function resources({ environment, workingFolder }: Io, options: ResourceOptions): Omit<SortResources, 'progress'> {
  const { memory = defaultMemory(), temporaryDirectory = environment.TMPDIR || tmpdir() } = options;
  const threads = Math.min(availableParallelism(), mostThreadsByDefault, Math.floor(memory / memoryOfThread));
  const { parallel = Math.max(1, threads) } = options;
  return { memory, parallel, temporaryDirectory: resolve(workingFolder, temporaryDirectory) };
}

const units: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** With less, nearly all the time is spent on files of a few lines. */
const leastMemory = 64 * 2 ** 10;

/**
 * Reads an amount of memory: `512M`, `1.5G`, `64k`.
 *
 * @returns bytes.
 * @throws {InvalidArgumentError} if it is invalid, or less than 64 KiB.
 */
function memorySize(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)([KMG])$/i.exec(text) ?? [];
  const bytes = Math.floor(Number(number) * (units[unit.toUpperCase()] ?? Number.NaN));
  if (number === '' || !(bytes >= leastMemory)) {
    throw new InvalidArgumentError('It must be a number with the unit K, M or G, such as 512M, and at least 64K.');
  }
  return bytes;
}

/** Returns a quarter of the memory of the machine or the container. */
function defaultMemory(): number {
  const machine = totalmem();
  // 0, undefined or a huge number without a limit.
  const limit = process.constrainedMemory() ?? 0;
  return Math.max(leastMemory, Math.floor((limit > 0 && limit < machine ? limit : machine) / 4));
}

const examples = `
A byte order mark at the start is left out. Every line of the output ends with a line feed.

Examples:
  $ textmill sort names.txt > sorted.txt
  # only the first of equal lines, in their order
  $ cat *.log | textmill sort --no-sort
  $ textmill sort --desc --ignore-case -o list.txt list.txt
  # a file that is larger than the memory
  $ textmill sort --memory 2G --temporary-directory /var/tmp -o sorted.txt huge.txt`;

/** The options in the form of commander. */
export interface SortOptions {
  readonly trim: boolean;
  readonly keepBlank: boolean;
  readonly dedupe: boolean;
  readonly ignoreCase: boolean;
  readonly sort: boolean;
  readonly desc: boolean;
}

/** Declares an option for each field of `/v1/sort-dedupe`. */
export function addSortOptions(command: Command): Command {
  return command
    .option('--no-trim', 'leave white space at the ends of lines (trimLines: false)')
    .option('--keep-blank', 'keep lines that hold nothing but white space (dropBlank: false)', false)
    .option('--no-dedupe', 'keep duplicates (dedupe: false)')
    .option('--ignore-case', 'disregard case when looking for duplicates (ignoreCase)', false)
    .option('--no-sort', 'leave the lines in their order (sort: false)')
    .option('--desc', 'sort from the end of the alphabet (direction: desc)', false);
}

/** The fields of `/v1/sort-dedupe`. */
export function sortingOptions({ trim, keepBlank, dedupe, ignoreCase, sort, desc }: SortOptions): LineSortingOptions {
  return { trimLines: trim, dropBlank: !keepBlank, dedupe, ignoreCase, sort, direction: desc ? 'desc' : 'asc' };
}
