import { type Arguments, help, parseArguments, publishedRounds, UsageError, usage } from './arguments.js';
import { writeCharts } from './charts.js';
import { factsOf } from './facts.js';
import type { MeasurementEntry } from './measurements.js';
import { movesText } from './moves.js';
import { type Output, Progress } from './progress.js';
import { keepResults, keptResults, type MeasuredRow } from './results.js';
import { isMet } from './row.js';
import { terminalTable } from './table.js';

/** The dependencies of the command, which tests replace. */
export interface Surroundings {
  readonly measurements: readonly MeasurementEntry[];
  /** The folder of the results and charts. */
  readonly folder: string;
  readonly stdout: Output;
  readonly stderr: Output;
  now(): Date;
}

/**
 * Runs `npm run bench`.
 *
 * @returns the exit status: 0; 1 if `--check` finds a missed target; 2 for invalid arguments.
 */
export async function runBench(args: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { measurements, stdout, stderr } = surroundings;
  const known = measurements.flatMap(({ ids }) => ids);
  let options: Arguments;
  try {
    options = parseArguments(args, known);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`${error.message}\n${usage}\n`);
    return 2;
  }
  if (options.help) {
    stdout.write(help);
    return 0;
  }
  const kept = keptResults(surroundings.folder);
  const rows = await measure(options, surroundings);
  stdout.write(movesText(kept, rows));
  stdout.write(
    isKept(options)
      ? 'The figures are in bench/results; npm run docs writes them into bench/README.md.\n'
      : `These figures are not kept: that needs at least ${publishedRounds} rounds.\n`,
  );
  return options.check ? check(rows, stdout) : 0;
}

/** Measures the requested rows, and prints and keeps each row when it is finished: a full run takes an hour. */
async function measure(options: Arguments, surroundings: Surroundings): Promise<MeasuredRow[]> {
  const { only, rounds } = options;
  const { measurements, stdout, stderr, now } = surroundings;
  const progress = new Progress(stderr);
  const rows: MeasuredRow[] = [];
  for (const entry of measurements) {
    if (only !== undefined && !entry.ids.some((id) => only.includes(id))) continue;
    const measurement = await entry.load();
    const reason = measurement.skipped?.();
    if (reason !== undefined) {
      stdout.write(`${entry.ids.join(', ')} skipped: ${reason}\n`);
      continue;
    }
    const found = await measurement.run({ rounds, progress: (what) => progress.say(what) });
    progress.clear();
    for (const row of found) {
      rows.push({ ...row, facts: factsOf({ rounds, when: now() }) });
      stdout.write(`${terminalTable(row)}\n`);
    }
    if (isKept(options)) keep(rows, surroundings);
  }
  return rows;
}

function isKept({ rounds }: Arguments): boolean {
  return rounds >= publishedRounds;
}

function keep(rows: readonly MeasuredRow[], { folder }: Surroundings): void {
  writeCharts(folder, keepResults(folder, rows));
}

function check(rows: readonly MeasuredRow[], stdout: Output): 0 | 1 {
  const missed = rows.flatMap(({ id, comparisons }) =>
    comparisons
      .filter((comparison) => !isMet(comparison))
      .map(({ name, reference }) =>
        [id, name, reference && `compared with ${reference}`].filter((part) => part).join(' '),
      ),
  );
  stdout.write(missed.length === 0 ? 'All targets are met.\n' : `Targets missed: ${missed.join(', ')}.\n`);
  return missed.length === 0 ? 0 : 1;
}
