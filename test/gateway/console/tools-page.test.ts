import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsPage } from '#gateway/console/tools-page.js';
import { logoPath } from '#gateway/core/brand.js';
import { runProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const catalogue = await loadCatalogue();
const page = read(toolsPage(catalogue));

test('shows every tool with its description, options and examples', () => {
  const shown = new Map(page.articles.map((article) => [article.id, article]));
  assert.deepEqual([...shown.keys()].toSorted(), [...catalogue.keys()]);
  for (const { tool } of catalogue.values()) {
    const { text, examples } = shown.get(tool.slug) ?? { text: '', examples: [] };
    assert.ok(text.includes(tool.title) && text.includes(tool.description), tool.slug);
    for (const name of Object.keys(tool.config.properties)) assert.ok(text.includes(name), `${tool.slug}: ${name}`);
    const expected = tool.examples.flatMap(({ input, output }) => [input || 'empty', output || 'empty']);
    // An HTML parser normalises line ends.
    const normalized = expected.map((example) => example.replace(/\r\n?/g, '\n'));
    assert.deepEqual(
      examples.map((example) => example.replace(/\r\n?/g, '\n')),
      normalized,
      tool.slug,
    );
  }
});

test('begins with the logo, which screen readers skip', () => {
  const names = page.elements.map(({ name }) => name);
  const logo = page.elements[names.indexOf('svg')];
  assert.ok(names.indexOf('svg') < names.indexOf('h1'));
  assert.equal(logo?.attributes['aria-hidden'], 'true');
  assert.equal(page.elements[names.indexOf('path')]?.attributes.d, logoPath);
});

test('needs nothing else: no script, no other file, only links within the page', () => {
  assert.deepEqual(
    page.elements.filter(({ name }) => ['script', 'link', 'img', 'iframe', 'object', 'base'].includes(name)),
    [],
  );
  for (const { name, attributes } of page.elements) {
    for (const [attribute, value] of Object.entries(attributes)) {
      assert.ok(!/^on|^src|^style$/.test(attribute), `${name} ${attribute}`);
      if (attribute === 'href') assert.ok(value.startsWith('#') && page.ids.has(value.slice(1)), value);
    }
  }
});

test('npm run docs:tools writes it to a file', async (t) => {
  const file = join(temporaryFolder(t), 'a folder', 'tools.html');
  const project = fileURLToPath(new URL('../../../', import.meta.url));
  const script = ['--import', './gateway/build/typescript.mjs', 'gateway/console/write-tools-page.ts', file];
  const { status, stdout, stderr } = await runProgram(process.execPath, script, { cwd: project });
  assert.deepEqual([status, stdout, stderr], [0, `${file}\n`, '']);
  assert.equal(readFileSync(file, 'utf8'), toolsPage(catalogue));
});

interface Article {
  readonly id: string;
  text: string;
  readonly examples: string[];
}

/** Returns the text that a browser shows. */
function read(source: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const articles: Article[] = [];
  const ids = new Set<string>();
  let inside = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.push({ name, attributes });
      if (attributes.id !== undefined) ids.add(attributes.id);
      if (name === 'article') articles.push({ id: attributes.id ?? '', text: '', examples: [] });
      if (name === 'pre') articles.at(-1)?.examples.push('');
      if (name === 'pre' || name === 'article') inside = name;
    },
    ontext(text) {
      const article = articles.at(-1);
      if (article === undefined) return;
      article.text += text;
      if (inside === 'pre') article.examples.push((article.examples.pop() ?? '') + text);
    },
    onclosetag(name) {
      if (name === 'pre') {
        inside = 'article';
        const examples = articles.at(-1)?.examples;
        examples?.push((examples.pop() ?? '').replace(/^\n/, ''));
      }
    },
  });
  parser.end(source);
  return { elements, articles, ids };
}
