import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { runCommand } from '../../support/command-line.js';
import { startTestGateway } from '../../support/gateway.js';

const catalogue = await loadCatalogue();

describe('textmill tools', () => {
  test('lists every tool under its category', async () => {
    const { code, stdout } = await runCommand(['tools']);
    assert.equal(code, 0);
    const blocks = stdout.split('\n\n').map((block) => block.trim().split('\n'));
    const listed = blocks.flatMap(([category, ...rows]) =>
      rows.map((row) => `${category}/${row.trim().split(' ')[0]}`),
    );
    assert.deepEqual(listed.toSorted(), [...catalogue.values()].map((e) => `${e.category}/${e.tool.slug}`).toSorted());
  });

  test('finds tools by words, by category, or those that stream', async () => {
    const slugs = async (...args: string[]) =>
      (await runCommand(['tools', ...args])).stdout.match(/^ {2}\S+/gm)?.map((slug) => slug.trim());
    assert.ok((await slugs('--search', 'CSV json'))?.includes('csv-json-converter'));
    assert.ok(!(await slugs('--search', 'CSV json'))?.includes('csv-transpose'));
    assert.ok((await slugs('--category', 'hash'))?.includes('hash-text'));
    assert.ok(!(await slugs('--category', 'hash'))?.includes('trim-lines'));
    assert.ok((await slugs('--line-by-line'))?.includes('trim-lines'));
    assert.ok(!(await slugs('--line-by-line'))?.includes('reverse-lines'));
    assert.equal((await runCommand(['tools', '--search', 'xyzzy'])).stdout, 'No tools found.\n');
    assert.equal((await slugs('--search', 'deduplicate csv'))?.[0], 'csv-filter-rows');
    const { stdout } = await runCommand(['tools', '--search', 'number']);
    assert.equal(stdout.match(/^ {2}\S+/gm)?.length, 12);
    assert.match(stdout, /\n\d+ more tools have some of these words\.\n$/);
  });

  test('prints the documents of the API', async (t) => {
    const gateway = await startTestGateway(t);
    for (const [args, path] of [
      [[], '/v1/tools'],
      [['find-replace'], '/v1/tools/find-replace'],
    ] as const) {
      const { stdout } = await runCommand(['tools', ...args, '--json']);
      assert.deepEqual(JSON.parse(stdout), (await gateway.request('GET', path)).json);
    }
    const found = JSON.parse((await runCommand(['tools', '--json', '--search', 'find-replace'])).stdout);
    assert.equal(found.count, found.tools.length);
    assert.ok(found.count < 5);
  });

  test('shows every option of a tool with its type, bounds and default', async () => {
    const { stdout } = await runCommand(['tools', 'find-replace']);
    assert.match(stdout, /^find-replace: Find and replace\n/);
    assert.match(stdout, /Category: replace\nLine by line: with some options/);
    assert.match(
      stdout,
      /\nKeeps the number of lines: with occurrence: all, and escapes: false, and no line end in find or replace; or with /,
    );
    assert.match(stdout, /\n {2}find \(text, 1 to 2,000 characters; required\)\n/);
    assert.match(stdout, /\n {2}occurrence \(one of all, first, last; default "all"\)\n {4}Which of the places/);
  });

  test('shows examples as command lines that a shell understands', async () => {
    for (const slug of ['find-replace', 'add-prefix-suffix', 'string-escape', 'smart-quotes-remover']) {
      const { stdout } = await runCommand(['tools', slug]);
      const { examples } = catalogue.get(slug)?.tool ?? { examples: [] };
      for (const { input, config, output } of examples) {
        const step = config === undefined ? slug : `${slug}=${JSON.stringify(config)}`;
        const command = commands(stdout).find(
          (line) => shellWords(line).join('\0') === `printf\0%s\0${input}\0run\0${step}`,
        );
        assert.ok(command !== undefined, `${slug}: no command line for ${JSON.stringify({ input, config })}`);
        assert.ok(stdout.includes(output.replace(/^/gm, '  ')));
      }
    }
  });

  test('refuses an unknown tool, and names the nearest one', async () => {
    assert.deepEqual(await runCommand(['tools', 'uppercase']), {
      code: 2,
      stdout: '',
      stderr: 'textmill: Unknown tool: uppercase. Did you mean upper-case?\n',
    });
    const { code, stderr } = await runCommand(['tools', '--category', 'nonsense']);
    assert.equal(code, 2);
    assert.match(stderr, /argument 'nonsense' is invalid\. Allowed choices are analyze, case, /);
    assert.equal((await runCommand(['tools', 'trim-lines', '--search', 'a'])).code, 2);
  });
});

/** Returns the command lines of a page. A command may have several lines. */
function commands(page: string): string[] {
  return page
    .split(/^ {2}\$ /m)
    .slice(1)
    .flatMap((text) => {
      const lines = text.split('\n');
      return lines.map((_, i) => lines.slice(0, i + 1).join('\n'));
    });
}

/** Returns the words that a shell reads in `printf %s … | textmill run …`; none after a syntax error. */
function shellWords(line: string): string[] {
  const functions = `printf() { command printf '%s\\0' printf "$@"; }; textmill() { command printf '%s\\0' "$@"; }`;
  const script = `${functions}; ${line.replace(/\| textmill (?=run )/, '; textmill ')}`;
  const { status, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').slice(0, -1) : [];
}
