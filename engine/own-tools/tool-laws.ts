import type { CatalogueEntry } from '../catalogue/catalogue.js';
import { maxOutputCharacters } from '../core/limits.js';
import { keepsLinesWith } from '../core/line-keeping.js';
import { OutputLimit } from '../core/tool.js';
import { InvalidToolError } from './invalid-tool.js';

/** Lengths of the texts whose times are compared, in characters: short ones first, for what takes minutes for long ones. */
const lengths = [
  [1_000, 16_000],
  [4_000, 64_000],
] as const;
/** Linear work takes 16 times as long for the long text, quadratic work 256 times. */
const mostGrowth = 40;
/** Each time is the least of some tries: other work only adds to it. */
const tries = 5;
/** Work for the long text that takes no longer, in milliseconds, is not compared. */
const shortMs = 2;

/** Lines that tools often treat in a special way. */
const sampleLines = [
  '',
  ' ',
  'a',
  ' b ',
  '"c", d',
  '{"e": 1}',
  '<f>',
  '12,5',
  '2024-01-31',
  'ß é 你 😀',
  'https://g.example/?h=1',
];

/**
 * Checks what a tool promises beside its examples: that it takes linear time, and keeps lines with the options with which it
 * says so.
 *
 * @throws {InvalidToolError} for the first promise that it breaks.
 */
export function checkLaws(entry: CatalogueEntry): void {
  for (const [index, example] of entry.tool.examples.entries()) {
    const path = `examples[${index}]`;
    const config = structuredClone(example.config ?? {});
    entry.validateConfig(config);
    const run = (text: string): string | undefined => outputOf(entry, text, Object.freeze(config));
    for (const pair of lengths) checkTime(run, example.input === '' ? 'a' : example.input, pair, path);
    if (keepsLinesWith(entry.tool.keepsLines, config)) checkLines(run, [...sampleLines, ...linesOf(example.input)]);
  }
}

/** Undefined for a text that the tool refuses. */
function outputOf({ tool }: CatalogueEntry, text: string, config: object): string | undefined {
  try {
    return tool.run(text, config, new OutputLimit(maxOutputCharacters));
  } catch {
    return undefined;
  }
}

function checkTime(
  run: (text: string) => unknown,
  piece: string,
  [short, long]: readonly [short: number, long: number],
  path: string,
): void {
  const [shortText, longText] = [short, long].map((length) => piece.repeat(Math.ceil(length / piece.length))) as [
    string,
    string,
  ];
  let [forShort, forLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < tries; i++) {
    // As many characters as in the long text: a few microseconds are measured badly.
    const all = processorMs(() => {
      for (let characters = 0; characters < long; characters += short) run(shortText);
    });
    forShort = Math.min(forShort, (all * short) / long);
    forLong = Math.min(
      forLong,
      processorMs(() => run(longText)),
    );
    if (forLong <= Math.max(shortMs, mostGrowth * forShort)) return;
    // No noise makes it this much.
    if (i > 0 && forLong > 2 * mostGrowth * forShort) break;
  }
  const times = `${forShort.toFixed(2)} ms for ${shortText.length} characters, and ${forLong.toFixed(2)} ms for ${longText.length}`;
  throw new InvalidToolError(`takes more than linear time, if its text is repeated: ${times}`, path);
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function checkLines(run: (text: string) => string | undefined, all: readonly string[]): void {
  const alone = all.map((line) => [line, run(`${line}\n`)] as const);
  const taken = alone.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  for (const [line, output] of taken) {
    if (/^[^\r\n]*\n$/.test(output)) continue;
    throw new InvalidToolError(
      `is wrong: the line ${JSON.stringify(line)} becomes ${JSON.stringify(output)}`,
      'keepsLines',
    );
  }
  const [expected, found] = [
    taken.map(([, output]) => output).join(''),
    run(taken.map(([line]) => `${line}\n`).join('')),
  ];
  if (found === expected) return;
  throw new InvalidToolError('is wrong: lines together become something else than each by itself', 'keepsLines');
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}
