import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../gateway/deploy/Dockerfile', import.meta.url));

/** The shipped Dockerfile. */
export const dockerfile = readFileSync(file, 'utf8');

/** An instruction of a Dockerfile, with its continuation lines. */
export interface Instruction {
  /** In capitals. */
  readonly name: string;
  readonly text: string;
}

/** The instructions between one FROM and the next. */
export interface Stage {
  /** An image, or the name of a stage above. */
  readonly base: string;
  /** '' for the last stage. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of a Dockerfile, each with its instructions. */
export function stagesOf(content: string): Stage[] {
  const stages: { base: string; name: string; instructions: Instruction[] }[] = [];
  for (const { name, text } of instructionsOf(content)) {
    if (name === 'FROM') {
      const [base = '', , stage = ''] = text.split(' ');
      stages.push({ base, name: stage, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

function instructionsOf(content: string): Instruction[] {
  return content
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const blank = line.indexOf(' ');
      return { name: line.slice(0, blank).toUpperCase(), text: line.slice(blank + 1).trim() };
    });
}

/** Returns the arguments of all instructions of one name in a stage. */
export function textsOf({ instructions }: Stage, name: string): string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** The parts of a COPY instruction. */
export interface Copy {
  /** The stage to copy from; undefined for the project's folder. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly destination: string;
}

/** Returns the parts of a COPY instruction. */
export function copyOf(text: string): Copy {
  const words = text.split(' ');
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), destination: paths.at(-1) ?? '' };
}

/**
 * Returns whether .dockerignore excludes a file: the last pattern that matches it or a folder above it decides.
 *
 * @param path - relative to the project's folder.
 */
export function isIgnored(path: string): boolean {
  const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  let ignored = false;
  for (const { matches, isException } of ignorePatterns) {
    if (above.some((candidate) => matches.test(candidate))) ignored = !isException;
  }
  return ignored;
}

const ignorePatterns = readFileSync(`${file}.dockerignore`, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isException: line.startsWith('!'), matches: patternOf(line.replace(/^!/, '')) }));

function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+^$()|[\]{}]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}$`);
}
