import { spawn, spawnSync } from 'node:child_process';
import lodash from 'lodash';

/** The sort order of the pipeline: by code points, which all peers support, or alphabetical. */
export type Order = 'code point' | 'alphabetical';

/** Runs the pipeline as a service with lodash would, from a JSON request to a JSON response. */
export function withLodash(body: Buffer, order: Order): Buffer {
  const { input } = JSON.parse(body.toString()) as { input: string };
  const trimmed = lodash.compact(lodash.map(input.split('\n'), lodash.trim));
  const distinct = lodash.uniq(trimmed);
  const sorted = order === 'code point' ? lodash.sortBy(distinct) : distinct.sort((a, b) => a.localeCompare(b, 'en'));
  return Buffer.from(JSON.stringify({ result: lodash.toUpper(sorted.join('\n')) }));
}

/** The pipeline as a shell script. `tr` converts only ASCII letters. */
const script = "sed 's/^[ \\t]*//; s/[ \\t]*$//' | grep -v '^$' | sort -u | tr a-z A-Z";

/** Runs the shell script. @returns its output. The start of its processes is part of the measured time. */
export function withShell(input: Buffer, locale: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      env: { ...process.env, LC_ALL: locale },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`the shell script failed with status ${status}`));
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** Returns whether the machine has a locale: programs silently use `C` for a missing one. */
export function hasLocale(name: string): boolean {
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  const plain = (text: string): string => text.toLowerCase().replace('utf-8', 'utf8').trim();
  return (stdout ?? '').split('\n').map(plain).includes(plain(name));
}

/** The pipeline as operations of CyberChef. */
export const recipe = [
  { op: 'Find / Replace', args: [{ option: 'Regex', string: '^[ \\t]+|[ \\t]+$' }, '', true, false, true, false] },
  { op: 'Find / Replace', args: [{ option: 'Regex', string: '\\n{2,}' }, '\n', true, false, false, false] },
  { op: 'Unique', args: ['Line feed', false] },
  { op: 'Sort', args: ['Line feed', false, 'Alphabetical (case sensitive)'] },
  { op: 'To Upper case', args: ['All'] },
];
