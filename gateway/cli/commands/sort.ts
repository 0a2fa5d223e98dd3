import type { Command } from 'commander';
import type { LineSortingOptions } from '../../../engine/text/order/line-sorting.js';
import type { Io } from '../io.js';
import { addTextOptions, filesArgument, type TextOptions, transformText } from '../text/text-command.js';

/** `textmill sort`. */
export function addSort(program: Command, io: Io): void {
  const command = addSortOptions(program.command('sort'))
    .summary('trim, filter, deduplicate and sort lines')
    .description(
      'Trims lines, drops blank ones and duplicates, and sorts them alphabetically (apple, Banana, cherry; the same on ' +
        'every machine, whatever its locale), as POST /v1/sort-dedupe does, in this order. Works without a server. Takes ' +
        'any number of lines that there is memory for.',
    )
    .argument(...filesArgument)
    .addHelpText('after', examples)
    .action(async (files: string[], options: SortOptions & TextOptions) => {
      const { sortedText } = await import('../text/sorted-text.js');
      await transformText(io, files, options, (pieces) => sortedText(pieces, sortingOptions(options)));
    });
  addTextOptions(command);
}

const examples = `
A byte order mark at the start is left out. Every line of the output ends with a line feed.

Examples:
  $ textmill sort names.txt > sorted.txt
  # only the first of equal lines, in their order
  $ cat *.log | textmill sort --no-sort
  $ textmill sort --desc --ignore-case -o list.txt list.txt`;

/** The options as commander gives them. */
export interface SortOptions {
  readonly trim: boolean;
  readonly keepBlank: boolean;
  readonly dedupe: boolean;
  readonly ignoreCase: boolean;
  readonly sort: boolean;
  readonly desc: boolean;
}

/** Declares an option for each of the fields of `/v1/sort-dedupe`. */
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
