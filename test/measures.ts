// `npm run measures`: prints how large the house is, so that it can be watched: lines, words, small files, seconds of tests.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTimes } from './support/file-times.mjs';

const project = fileURLToPath(new URL('../', import.meta.url));
/** A file of at most as many lines that only one other file imports may belong into that one. */
const smallLines = 60;
/** Where `.ci/run` keeps how long it took, in seconds. */
const ciSeconds = join(project, 'test/ci-seconds');

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(project, file)));
const texts = new Map(
  files
    .filter((file) => /\.(?:tsx?|mjs|md)$/.test(file))
    .map((file) => [file, readFileSync(join(project, file), 'utf8')]),
);
const linesOf = (text: string) => text.split('\n').length - 1;
const isGenerated = (text: string) => /^\/\/ Generated /.test(text);
const code = [...texts].filter(([file, text]) => !file.endsWith('.md') && !isGenerated(text));
const sources = code.filter(([file]) => /^(?:engine|workers|gateway|bench)\//.test(file));
const tests = code.filter(([file]) => file.startsWith('test/'));
const pages = [...texts].filter(([file]) => file.endsWith('.md'));

/** Returns the files that each file imports, by name or when it first needs them. */
function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']*)'/g)].map(([, name = '']) => name);
  return specifiers.flatMap((specifier) => {
    const path = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier);
    const [found] = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].filter((each) =>
      texts.has(each),
    );
    return found === undefined ? [] : [found];
  });
}

/** Returns the small source files that one other source file imports, and no test. */
function smallFilesOfOne(): string[] {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of code) {
    for (const imported of importsOf(file, text)) {
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  return sources
    .filter(([, text]) => linesOf(text) <= smallLines)
    .map(([file]) => file)
    .filter((file) => {
      const all = [...(importers.get(file) ?? [])];
      return all.length === 1 && all.every((importer) => !importer.startsWith('test/'));
    });
}

const small = smallFilesOfOne();
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const times = readTimes();
const rows: [string, number | string][] = [
  ['source files (engine, workers, gateway, bench; TypeScript and modules that are not generated)', sources.length],
  ['lines in them', sum(sources.map(([, text]) => linesOf(text)))],
  ['lines of tests', sum(tests.map(([, text]) => linesOf(text)))],
  ['words in pages', sum(pages.map(([, text]) => text.split(/\s+/).filter(Boolean).length))],
  [`source files of at most ${smallLines} lines that one other imports, and no test`, small.length],
  ['seconds of the last .ci/run here', existsSync(ciSeconds) ? readFileSync(ciSeconds, 'utf8').trim() : 'not run'],
  [
    `processor seconds of the ${times.length} test files in test/times.tsv`,
    Math.round(sum(times.map((time) => time.processorMs)) / 1_000),
  ],
];
for (const [name, value] of rows) process.stdout.write(`${String(value).padStart(8)}  ${name}\n`);
if (process.argv.includes('--files')) process.stdout.write(`${small.join('\n')}\n`);
