import { spawn, spawnSync } from 'node:child_process';
import lodash from 'lodash';

/** What the pipeline sorts by: the code points, which all peers can do, or the alphabet of a language. */
export type Order = 'code point' | 'alphabetical';

/** The pipeline as code that a service with lodash would have, from a JSON body to a JSON answer. */
export function withLodash(body: Buffer, order: Order): Buffer {
  const { input } = JSON.parse(body.toString()) as { input: string };
  const trimmed = lodash.compact(lodash.map(input.split('\n'), lodash.trim));
  const distinct = lodash.uniq(trimmed);
  const sorted = order === 'code point' ? lodash.sortBy(distinct) : distinct.sort((a, b) => a.localeCompare(b, 'en'));
  return Buffer.from(JSON.stringify({ result: lodash.toUpper(sorted.join('\n')) }));
}

/** The pipeline as a shell has it. `tr` knows ASCII letters only. */
const script = "sed 's/^[ \\t]*//; s/[ \\t]*$//' | grep -v '^$' | sort -u | tr a-z A-Z";

/** @returns the shell's answer: text in, text out, with the time that its processes take to start. */
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
      else reject(new Error(`the shell pipe ends with status ${status}`));
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** Whether the machine has a locale; one that it does not have would silently be `C`. */
export function hasLocale(name: string): boolean {
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  const plain = (text: string): string => text.toLowerCase().replace('utf-8', 'utf8').trim();
  return (stdout ?? '').split('\n').map(plain).includes(plain(name));
}

/** The pipeline in CyberChef's operations. */
export const recipe = [
  { op: 'Find / Replace', args: [{ option: 'Regex', string: '^[ \\t]+|[ \\t]+$' }, '', true, false, true, false] },
  { op: 'Find / Replace', args: [{ option: 'Regex', string: '\\n{2,}' }, '\n', true, false, false, false] },
  { op: 'Unique', args: ['Line feed', false] },
  { op: 'Sort', args: ['Line feed', false, 'Alphabetical (case sensitive)'] },
  { op: 'To Upper case', args: ['All'] },
];
