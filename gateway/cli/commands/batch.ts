import { type Command, Option } from 'commander';
import { compressions } from '#gateway/client/compression.js';
import type { RowOptions } from '../batch/rows/run-rows.js';
import type { BatchOptions } from '../batch/run-batch.js';
import { fileName } from '../core/file-name.js';
import { type Io, UsageError } from '../core/io.js';
import type { GroupOptions } from '../text/group-options.js';
import { encodingOption, filesArgument } from '../text/text-command.js';
import { addStepOptions, type RunOptions } from './run.js';
import { addSanitizeOptions, cleaningOptions, type SanitizeOptions } from './sanitize.js';
import { addSortOptions, type SortOptions, sortingOptions } from './sort.js';
import { wholeNumber } from './whole-number.js';

/** `textmill batch`, with its commands `sanitize`, `run` and `sort`. */
export function addBatch(program: Command, io: Io): void {
  const batch = program
    .command('batch')
    .summary('do the same over HTTP, against a gateway')
    .description(
      'Does over HTTP what the commands sanitize, run and sort do here, for texts of any length: splits them into ' +
        'requests, sends several at a time, retries after a limit, a restart or a broken connection, and writes the ' +
        'results in order.',
    )
    .addHelpText('after', examples);

  const sanitize = addBatchOptions(addSanitizeOptions(batch.command('sanitize')))
    .summary('remove tracking parameters from URLs, one per line')
    .argument(...filesArgument)
    .action(async (files: string[], options: SanitizeOptions & BatchOptions) => {
      const { sanitizeBatch } = await import('../batch/batch-operation.js');
      await runBatch(io, sanitizeBatch(cleaningOptions(options)), files, options);
    });
  describe(sanitize, 'Sends 500 lines in a request.', 'textmill batch sanitize urls.txt -o clean.txt');

  const run = addRowOptions(addBatchOptions(addStepOptions(batch.command('run'), onErrorOfRows)))
    .option('--workflow <name>', 'take the steps of a workflow that is stored at the gateway: NAME, or NAME@VERSION')
    .summary('run text tools on a text, or on a text of each row')
    .action(
      async (args: string[], options: RunOptions & RowOptions & BatchOptions & { readonly workflow?: string }) => {
        const [{ compiledSteps, requestedSteps }, operations, { dividedArguments, runRows }] = await Promise.all([
          import('../text/steps.js'),
          import('../batch/batch-operation.js'),
          import('../batch/rows/run-rows.js'),
        ]);
        const { workflow } = options;
        const requestedHere = async (written: readonly string[], source: StepSource) => {
          if (workflow === undefined) return requestedSteps(io, written, source);
          if (written.length > 0 || source.steps !== undefined)
            throw new UsageError('--workflow has the steps: give no others');
          const [{ storedSteps }, { grouped }] = await Promise.all([
            import('../batch/stored-steps.js'),
            import('../text/group-options.js'),
          ]);
          return grouped(await storedSteps(io, workflow, options), source);
        };
        if (options.text === undefined) {
          refuseRowOptions(options);
          const requested = await requestedHere(args, options);
          const compiled = await compiledSteps(io, requested, options.toolsDir);
          await runBatch(io, operations.workflowBatch(requested, compiled), options.files, options);
          return;
        }
        const { steps, files } = dividedArguments(args, options.files);
        const { onError: _, ...group } = options;
        const requested = await requestedHere(steps, group);
        await compiledSteps(io, requested, options.toolsDir);
        await runRows(io, requested, files, options);
      },
    );
  describe(
    run,
    'Sends up to 500,000 characters in a request. A text may be longer if all steps work line by line. Input files follow --. ' +
      'With --text, the input is rows of NDJSON or CSV: the steps run on a text of each row by itself, and the rows are written ' +
      'with the results. A row that fails is named in --errors, with its number and the reason, and the others go on; the exit ' +
      'code is then 1, or 0 with --on-error skip or keep.',
    'textmill batch run trim-lines upper-case -o out.txt -- in.txt',
  );
  run.addHelpText('after', rowExamples);

  const sort = addBatchOptions(addSortOptions(batch.command('sort')))
    .summary('trim, filter, deduplicate and sort lines')
    .argument(...filesArgument)
    .action(async (files: string[], options: SortOptions & BatchOptions) => {
      const { sortBatch } = await import('../batch/batch-operation.js');
      await runBatch(io, sortBatch(sortingOptions(options)), files, options);
    });
  describe(sort, 'One request: at most 5,000 lines.', 'textmill batch sort names.txt -o sorted.txt');
}

const examples = `
The API key comes from TEXTMILL_API_KEY or a file, never from the command line. With --output, FILE.progress notes how
far the batch has come; --resume continues from there, also after Ctrl-C.

Examples:
  $ export TEXTMILL_URL=https://textmill.example.com TEXTMILL_API_KEY
  $ textmill batch sanitize urls.txt -o clean.txt
  $ textmill batch sanitize urls.txt -o clean.txt --resume
  $ textmill batch run --key-file key.txt --connections 8 trim-lines < in.txt > out.txt`;

const onErrorOfRows =
  '; with --text, of a row: error (leave it out, exit with 1), skip (exit with 0) or keep (as it was)';

const rowExamples = `
Rows:
  $ textmill batch run rows.ndjson --text body --id id json-minifier -o out.ndjson --errors bad.ndjson
  $ textmill batch run --text phone --into clean --delimiter ';' --on-error keep phone-formatter -o out.csv -- people.csv`;

function addRowOptions(command: Command): Command {
  return command
    .option('--text <name>', 'read rows, and run the steps on this member or column of each')
    .option('--into <name>', 'write the result to this member or column, instead of that of --text')
    .option('--id <name>', 'the member or column that names a row; each row must have another one')
    .option('--errors <file>', 'write the rows that fail to a file of NDJSON (default: name the first 20)', fileName)
    .option('--format <format>', 'of the rows: ndjson or csv (default: by the ending of the file)')
    .option('--delimiter <sign>', 'of CSV: a sign, tab, or auto (default: a comma, in .tsv a tab)');
}

type StepSource = GroupOptions & { readonly steps?: string };

/** @throws {UsageError} for options that are about rows. */
function refuseRowOptions({ into, id, errors, format, delimiter }: RowOptions): void {
  const given = Object.entries({ into, id, errors, format, delimiter }).find(([, value]) => value !== undefined);
  if (given !== undefined) throw new UsageError(`--${given[0]} is for rows: name the member or column with --text`);
}

function describe(command: Command, description: string, example: string): void {
  command
    .description(`Does the same as textmill ${command.name()}, over HTTP. ${description}`)
    .addHelpText('after', `\nExamples:\n  $ ${example}\n  $ ${example.replace(' -o', ' --resume -o')}`);
}

async function runBatch(...args: Parameters<typeof import('../batch/run-batch.js').runBatch>): Promise<void> {
  const { runBatch } = await import('../batch/run-batch.js');
  await runBatch(...args);
}

function addBatchOptions(command: Command): Command {
  return command
    .option('--url <url>', "the gateway's address (default: TEXTMILL_URL, else http://127.0.0.1:8080)")
    .option('--key-file <file>', 'a file that contains the API key (default: TEXTMILL_API_KEY)')
    .option('--connections <count>', 'requests in parallel, 1 to 64', wholeNumber(1, 64), 4)
    .option('--max-wait <seconds>', 'give up after this time without a successful request', wholeNumber(0, 86_400), 900)
    .addOption(
      new Option('--compression <when>', 'compress requests and responses; auto does, but not to this machine')
        .choices(compressions)
        .default('auto'),
    )
    .option('--wait', 'wait for the daily quota when it is used up, instead of stopping with exit code 4')
    .option(
      '-o, --output <file>',
      'write to a file, so that --resume can continue it (default: standard output)',
      fileName,
    )
    .option('--resume', 'continue an unfinished batch')
    .option('--no-progress', 'show no progress bar (default: a bar if standard error is a terminal)')
    .option(...encodingOption)
    .option('--json', 'print a summary: requests, retries, lines, seconds');
}
