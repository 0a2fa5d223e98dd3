import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lines, Random } from '../corpora.js';
import { removeAtExit, removeFolder, runToEnd } from '../http/child.js';
import { type Comparison, type Context, type Measurement, ratioOf, sampleOf } from '../row.js';

const fileBytes = 250e6;
const memory = '512M';
/** The bound, plus the memory of Node.js and two threads. */
const mostMegabytes = 537 + 200;
const locale = 'en_US.UTF-8';

const program = fileURLToPath(new URL('../../gateway/build/cli.mjs', import.meta.url));
/** Prints the peak memory of the process at its end, in KiB. */
const reporter =
  'data:text/javascript,process.on("exit",()=>process.stdout.write(String(process.resourceUsage().maxRSS)))';

/** P19: compares sorting a file without duplicates with GNU sort in an alphabetical locale. */
export const sortFile: Measurement = {
  ids: ['P19'],
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'textmill-bench-'));
    removeAtExit(folder);
    try {
      const title = `sorting a file of ${fileBytes / 1e6} MB without duplicates, --memory ${memory}`;
      return [{ id: 'P19', title, ...(await measured(folder, context)) }];
    } finally {
      removeFolder(folder);
    }
  },
};

async function measured(folder: string, { rounds, progress }: Context) {
  const input = join(folder, 'input.txt');
  writeFile(input);
  const hasLocale = makeLocale(folder);
  const [ours, theirs, megabytes]: [number[], number[], number[]] = [[], [], []];
  const turns = [
    async () => {
      const args = ['--import', reporter, program, 'sort', '--memory', memory, '-o', join(folder, 'ours.txt'), input];
      progress('P19 textmill sort');
      ours.push(
        await seconds(async () => {
          megabytes.push((Number(await runToEnd({ command: process.execPath, args })) * 1024) / 1e6);
        }),
      );
    },
    async () => {
      const environment = { LC_ALL: locale, LOCPATH: folder };
      const args = ['-u', '-o', join(folder, 'theirs.txt'), input];
      progress('P19 GNU sort');
      theirs.push(await seconds(() => runToEnd({ command: 'sort', args, environment })));
    },
  ];
  for (let round = 0; round < rounds; round++) {
    for (const turn of hasLocale ? (round % 2 === 0 ? turns : turns.toReversed()) : turns.slice(0, 1)) await turn();
  }
  const notes = hasLocale ? [] : [`GNU sort was not measured: localedef cannot create the locale ${locale}.`];
  return { comparisons: [inTime(ours, theirs), inMemory(megabytes)], notes };
}

/** Writes lines of accented words and numbers, some of them several times. */
function writeFile(path: string): void {
  const random = new Random(23);
  const words = lines('accents', 100_000);
  const descriptor = openSync(path, 'w');
  for (let written = 0; written < fileBytes; ) {
    const part = Array.from({ length: 20_000 }, () => `${random.pick(words)} ${random.integer(1, 1_000)}\n`);
    written += writeSync(descriptor, part.join(''));
  }
  closeSync(descriptor);
}

/** Creates the locale in a folder: many machines do not have it, and without it GNU sort compares bytes. */
function makeLocale(folder: string): boolean {
  return spawnSync('localedef', ['-i', 'en_US', '-f', 'UTF-8', join(folder, locale)]).status === 0;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function inTime(ours: readonly number[], theirs: readonly number[]): Comparison {
  const own = { name: 'time', unit: 's', ours: sampleOf(ours) } as const;
  if (theirs.length === 0) return { ...own, value: own.ours.median, valueUnit: 's' };
  const value = ratioOf(ours, theirs).median;
  const reference = `sort -u, LC_ALL=${locale}`;
  return { ...own, reference, theirs: sampleOf(theirs), value, valueUnit: '×', target: { atMost: 1 } };
}

function inMemory(megabytes: readonly number[]): Comparison {
  const ours = sampleOf(megabytes);
  return {
    name: 'peak of resident memory',
    unit: 'MB',
    ours,
    value: ours.median,
    valueUnit: 'MB',
    target: { atMost: mostMegabytes },
  };
}
