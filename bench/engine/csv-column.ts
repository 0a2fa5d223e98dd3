import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { Random } from '../corpora.js';
import { removeAtExit, removeFolder } from '../http/child.js';
import type { Comparison, Context, Measurement } from '../row.js';
import { engineCall } from './engine-call.js';
import { timedComparison } from './in-turn.js';
import { meanMs } from './thread-clock.js';

const characters = 500_000;
const rows = 10_000;
/** How long each of two is measured in a round, in milliseconds of processor time. */
const turnMs = 150;
/** Processes of Miller in a round. */
const millerRuns = 5;

/** What is done to the cells of a column. */
interface Work {
  readonly name: string;
  readonly column: 'name' | 'phone';
  readonly step: string | object;
  readonly byHand: (cell: string) => string;
  /** The same as an expression of Miller; undefined if it cannot do it. */
  readonly miller?: string;
  /** The most times of the same tool on the whole text; undefined if that is only shown. */
  readonly mostTimesWhole?: number;
  /** Whether the libraries around the column are what is measured by hand, not what is done to a cell. */
  readonly hasTarget: boolean;
}

const works: readonly Work[] = [
  {
    name: 'upper case',
    column: 'name',
    step: 'upper-case',
    byHand: (cell) => cell.toUpperCase(),
    miller: '$name = toupper($name)',
    mostTimesWhole: 2.5,
    hasTarget: true,
  },
  {
    name: 'title case',
    column: 'name',
    step: 'title-case-converter',
    byHand: (cell) => cell.toLowerCase().replace(/(?<=^|\s)\S/g, (letter) => letter.toUpperCase()),
    miller: '$name = joinv(apply(splitax(tolower($name), " "), func(word) { return capitalize(word) }), " ")',
    hasTarget: true,
  },
  {
    name: 'phone format',
    column: 'phone',
    step: { toolSlug: 'phone-formatter', config: { defaultCountry: 'US' } },
    byHand: (cell) => parsePhoneNumberFromString(cell, 'US')?.format('E.164') ?? cell,
    hasTarget: false,
  },
];

/** P24: one column of a table, bytes to bytes, compared with the same tool on the whole text and with other programs. */
export const csvColumn: Measurement = {
  ids: ['P24'],
  async run(context) {
    const input = table();
    const folder = mkdtempSync(join(tmpdir(), 'textmill-bench-'));
    removeAtExit(folder);
    try {
      writeFileSync(join(folder, 'table.csv'), input);
      const hasMiller = spawnSync('mlr', ['--version']).status === 0;
      const comparisons = works.flatMap((work) => compared(work, { input, folder, hasMiller }, context));
      const notes = [
        'Processor time: that of the thread, and of Miller (mlr) that of its process with all threads and its start, as the kernel counts it.',
        'By hand, a Node.js program parses the bytes of the table with csv-parse, changes the column, and writes it with csv-stringify; Textmill reads and writes JSON around the table.',
        'Most of the time of phone format is libphonenumber-js, in both programs; Miller has nothing for it.',
      ];
      if (!hasMiller) notes.push('Miller (mlr) was not on the machine.');
      const title = `one column of a CSV of ${characters.toLocaleString('en')} characters and ${rows.toLocaleString('en')} rows`;
      return [{ id: 'P24', title, comparisons, notes }];
    } finally {
      removeFolder(folder);
    }
  },
};

/** Returns a table with a header, quoted cells, and rows of about 50 characters. */
function table(): string {
  const random = new Random(42);
  const first = ['ada', 'Alan', 'grace', 'EDSGER', 'barbara', 'zoë', "o'neil", 'jean-luc'];
  const last = ['lovelace', 'TURING', 'hopper', 'dijkstra', 'liskov', 'ångström', 'van den berg'];
  const lines = ['id,name,phone,city,note'];
  for (let row = 1; row < rows; row++) {
    const name = `${random.pick(first)} ${random.pick(last)}`;
    const phone = `(213) 373-${String(random.integer(0, 9_999)).padStart(4, '0')}`;
    const city = row % 4 === 0 ? '"New York, NY"' : random.pick(['London', 'Wilmslow', 'Malmö']);
    lines.push(`${row},${row % 10 === 0 ? `"${name}, jr"` : name},${phone},${city},`);
  }
  const missing = characters - lines.reduce((length, line) => length + line.length + 1, 0);
  const padding = Math.floor(missing / (rows - 1));
  return `${[lines[0], ...lines.slice(1).map((line) => line + 'n'.repeat(Math.max(0, padding)))].join('\n')}\n`;
}

interface Setting {
  readonly input: string;
  readonly folder: string;
  readonly hasMiller: boolean;
}

function compared(work: Work, { input, folder, hasMiller }: Setting, context: Context): Comparison[] {
  const { name, column, step, byHand, miller, mostTimesWhole, hasTarget } = work;
  const { call } = engineCall('run', { input, steps: [{ each: { csv: { columns: [column] } }, steps: [step] }] });
  const whole = engineCall('run', { input, steps: [step] });
  const bytes = Buffer.from(input);
  const ours = () => meanMs(call, turnMs);
  const rival = (reference: string, theirs: () => number, atMost: number | undefined): Comparison =>
    inTurn({ name, reference, ...(atMost !== undefined && { target: { atMost } }) }, { ours, theirs }, context);
  const comparisons = [
    rival('the tool on the whole text', () => meanMs(whole.call, turnMs), mostTimesWhole),
    rival(
      'csv-parse and csv-stringify',
      () => meanMs(() => void withLibraries(bytes, column, byHand), turnMs),
      hasTarget ? 0.5 : undefined,
    ),
  ];
  if (hasMiller && miller !== undefined) {
    comparisons.push(rival('Miller', () => millerMs(folder, miller), hasTarget ? 1 : undefined));
  }
  return comparisons;
}

function withLibraries(bytes: Buffer, column: string, change: (cell: string) => string): Buffer {
  const [header = [], ...records] = parse(bytes) as string[][];
  const place = header.indexOf(column);
  for (const record of records) record[place] = change(record[place] ?? '');
  return Buffer.from(stringify([header, ...records]));
}

/** Returns the processor time of a process of Miller, in milliseconds. */
function millerMs(folder: string, expression: string): number {
  const script = `for _ in ${'x '.repeat(millerRuns)}; do mlr --csv put "$0" table.csv > out.csv || exit 1; done; times`;
  const { status, stdout } = spawnSync('sh', ['-c', script, expression], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error('Miller failed');
  // The second line is about the processes of the shell: user and system time.
  const [, children = ''] = stdout.split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => 60 * Number(minutes) + Number(rest),
  );
  return (1_000 * seconds.reduce((sum, time) => sum + time, 0)) / millerRuns;
}

function inTurn(
  contest: Parameters<typeof timedComparison>[0],
  { ours, theirs }: { readonly ours: () => number; readonly theirs: () => number },
  { rounds, progress }: Context,
): Comparison {
  progress(`P24 ${contest.name}, compared with ${contest.reference}`);
  const [ourTimes, theirTimes]: [number[], number[]] = [[], []];
  const turns = [() => ourTimes.push(ours()), () => theirTimes.push(theirs())];
  for (const turn of turns) turn();
  ourTimes.length = 0;
  theirTimes.length = 0;
  for (let round = 0; round < rounds; round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) turn();
  }
  return timedComparison(contest, ourTimes, theirTimes);
}
