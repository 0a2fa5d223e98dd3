import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { isFullForm } from '../support/sample-size.js';

/** Regular expressions of the engine that are safe for reasons that the checker does not know. */
const excused = new Map([
  ['\\p{M}{30}(?=\\p{M})', 'reads at most 31 characters from each place; only some seeds of the checker see it'],
  ["\\$(?:(\\d\\d?)|<([^>]{0,100})>|([$&`']))", 'reads an option of at most 10,000 characters, 100 at a time'],
  ['\\\\.|\\[(?:\\\\.|[^\\]\\\\])*\\]|\\.', 'reads patterns of at most 2,000 characters'],
  ['^(\\d*)(-?)(\\d*)$', 'reads an option of at most 200 characters'],
  ['([aeiouy][a-z]*(?:[^aeiouyl]|ttl))e(?=ments?$)', 'reads words of at most 60 letters'],
  ['(?<=[aeiouy].*)(?:ing|ed|er|or|ion|ally|ly)$', 'reads words of at most 40 characters'],
  ['([^\\s=/>]+)\\s*=\\s*("[^"]*"|\'[^\']*\')', 'reads tags that the XML parser has accepted: = follows every name'],
]);

interface Literal {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** The regular expression literals of a file; a slash behind an operator or an opening bracket begins one. */
function literalsOf(file: string, text: string): Literal[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const literal =
    /(?<=(?:[=(,:!&|?[{};]|return|=>|\.\.\.)\s*)\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*[])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)/g;
  return [...code.matchAll(literal)].map(([, source = '', flags = '']) => ({ file, source, flags }));
}

/**
 * Digests of patterns that the checker has found linear: it takes more than a minute for all. The full form checks all
 * again.
 */
const list = new URL('../fixtures/checked-patterns.txt', import.meta.url);

function digestOf({ source, flags }: Literal): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16);
}

async function problemOf({ source, flags }: Pick<Literal, 'source' | 'flags'>): Promise<string | undefined> {
  let problem: string | undefined;
  // The checker tries random texts by the clock, so on a busy machine it may call a pattern slow once, but not twice.
  for (let tried = 0; tried < 2; tried++) {
    const result = await check(source, flags.replace(/[dg]/g, ''), { timeout: 300_000 });
    if (result.status !== 'vulnerable') return undefined;
    problem = result.complexity.type;
  }
  return problem;
}

test('the checker detects a vulnerable pattern', async () => {
  assert.equal(await problemOf({ source: '(a+)+$', flags: '' }), 'exponential');
  assert.equal(await problemOf({ source: '\\s+$', flags: 'g' }), 'polynomial');
});

test('no regular expression of the engine takes more than linear time', async (t) => {
  const engine = fileURLToPath(new URL('../../engine/', import.meta.url));
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const literals = files.flatMap((file) => literalsOf(file, readFileSync(`${engine}/${file}`, 'utf8')));
  const distinct = [...new Map(literals.map((literal) => [`${literal.source}/${literal.flags}`, literal])).values()];
  assert.ok(distinct.length > 300, `${distinct.length} found`);
  // The checker does not know the flag v.
  const checkable = distinct.filter(({ flags, source }) => !flags.includes('v') && !excused.has(source));
  const listed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  const checked = checkable.filter((literal) => isFullForm || !listed.includes(digestOf(literal)));
  const problems: string[] = [];
  for (const literal of checked) {
    const problem = await problemOf(literal);
    if (problem !== undefined) problems.push(`${literal.file}: /${literal.source}/${literal.flags} is ${problem}`);
  }
  t.diagnostic(`${checked.length} of ${checkable.length} checked`);
  assert.deepEqual(problems, []);
  const lines = checkable.map(digestOf).toSorted();
  // Whoever adds a pattern adds its line, and removes that of a pattern that is gone.
  assert.deepEqual(listed, lines, 'update test/fixtures/checked-patterns.txt: one digest on each line, sorted');
});
