import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { listView, untilValue } from '../../support/list-views.js';
import { runProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(temporaryFolder({ after }), 'site');
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

function build(to: string) {
  const script = ['--import', './gateway/build/typescript.mjs', 'gateway/build/site/write-site.ts', to];
  return runProgram(process.execPath, script, { cwd: project });
}

/** A server as plain as they come: files of the folder below a path, no other rules. */
function plainServer(path: string, asked: string[]): Server {
  return createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    asked.push(pathname);
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : 'missing';
    const file = join(folder, decodeURIComponent(name));
    const isThere = existsSync(file);
    response.writeHead(isThere ? 200 : 404, {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    });
    response.end(isThere ? readFileSync(file) : '');
  });
}

describe('a site of static files', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();
  const asked: string[] = [];
  const path = '/some/tools/';
  const server = plainServer(path, asked);
  let origin = '';

  before(async () => {
    const { status, stderr } = await build(folder);
    assert.deepEqual([status, stderr], [0, '']);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const open = (page = '') => browser.open(origin + path + page);

  test('has the playground, which runs in the browser', async () => {
    const { page, close } = await open();
    const output = page.getByRole('textbox', { name: 'Text out' });
    await output.waitFor();
    await untilValue(output, 'Ada Lovelace\nAlan Turing\nGrace Hopper\nKatherine Johnson\n');
    await page.getByText('Runs in this browser').waitFor();
    assert.deepEqual(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts(), [
      'Playground',
      'Sanitize URLs',
      'Sort and dedupe',
      'Tools',
      'Reference\n↗',
    ]);
    assert.equal(await page.getByRole('button', { name: /sign in/i }).count(), 0);
    await page.getByRole('button', { name: 'Request' }).click();
    assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['JSON', 'Command line']);
    await page.keyboard.press('Escape');
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });

  test('has the lists, the tools and each tool, by links and at their own addresses', async () => {
    const { page, close } = await open();
    await page.getByRole('link', { name: 'Sanitize URLs' }).click();
    await listView(page, 'URLs', 'Cleaned')
      .result.getByText(/^5 URLs, 4 changed/)
      .waitFor();
    assert.equal(new URL(page.url()).pathname, `${path}sanitize.html`);
    await page.reload();
    await listView(page, 'URLs', 'Cleaned')
      .result.getByText(/^5 URLs, 4 changed/)
      .waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.goto(`${origin}${path}sort-dedupe.html`);
    await listView(page, 'Lines', 'Result')
      .result.getByText(/^8 lines in, 6 out/)
      .waitFor();
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByRole('link', { name: 'Trim lines' }).first().click();
    await page.getByRole('heading', { name: 'Examples' }).waitFor();
    assert.match(new URL(page.url()).pathname, /\/some\/tools\/tools\/[\w-]+\.html$/);
    await page.reload();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('link', { name: 'Open in the playground' }).first().click();
    await page.getByRole('textbox', { name: 'Text out' }).waitFor();
    await page.goto(`${origin}${path}reference.html`);
    await page.getByRole('heading', { name: 'Trim lines' }).waitFor();
    await page.getByRole('link', { name: 'try them' }).click();
    await page.getByRole('textbox', { name: 'Text out' }).waitFor();
    await close();
  });

  test('asks for nothing outside of its folder, and nothing that is not there', async () => {
    const outside = asked.filter(
      (each) => !each.startsWith(path) || !existsSync(join(folder, each.slice(path.length))),
    );
    assert.deepEqual([outside, asked.length > 20], [[], true]);
  });

  test('keeps to the policy that the README gives to servers', () => {
    const readme = readFileSync(join(project, 'gateway/console/README.md'), 'utf8');
    const [, policy = ''] = /^Content-Security-Policy: (.+)$/m.exec(readme) ?? [];
    const page = readFileSync(join(folder, 'tools/trim-lines.html'), 'utf8').match(
      /Content-Security-Policy" content="([^"]+)"/,
    );
    assert.equal(page?.[1], policy.replace(" frame-ancestors 'none';", ''));
    assert.ok(readFileSync(join(folder, 'textmill-site.txt'), 'utf8').includes(policy));
  });

  test('replaces a site, and no other folder', async () => {
    writeFileSync(join(folder, 'old.html'), '');
    assert.equal((await build(folder)).status, 0);
    assert.equal(existsSync(join(folder, 'old.html')), false);
    const { status, stderr } = await build(project);
    assert.equal(status, 1);
    assert.match(stderr, /has files that are no site/);
  });
});
