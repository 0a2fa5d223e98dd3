import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readWorkflow } from '#gateway/console/app/session/workflow-address.js';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';

const phone = { viewport: { width: 390, height: 844 } };

const service = await sharedTestGateway();

describe('the reference of the tools', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const index = `${service.url}/console/tools`;
  const tool = 'csv-json-converter';
  const { count } = (await service.request('GET', '/v1/tools')).json as { count: number };
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  /** The page sets its title and moves the focus after it has shown the heading. */
  const titled = (page: Page, title: string) =>
    until(`the title is ${title}`, async () => (await page.title()) === title);

  test('lists all tools by category', async () => {
    const { page, close } = await browser.open(index);
    await page.getByText(`${count} tools`, { exact: true }).waitFor();
    await titled(page, 'Tools · Textmill');
    const { tools } = (await service.request('GET', '/v1/tools')).json as { tools: { slug: string }[] };
    const links = page.locator('main').getByRole('listitem').getByRole('link');
    const addresses = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    assert.deepEqual(addresses.toSorted(), tools.map(({ slug }) => `/console/tools/${slug}`).toSorted());
    const letterCase = page.getByRole('region', { name: 'Letter case' });
    assert.equal(await letterCase.getByRole('link', { name: 'Upper case' }).count(), 1);
    await close();
  });

  test('the link of a tool leads to its page', async () => {
    const { page, close } = await browser.open(index);
    await page.locator('main').getByRole('link', { name: 'Upper case', exact: true }).press('Enter');
    await heading(page, 'Upper case').waitFor();
    await page.locator('main:focus-within').waitFor();
    await close();
  });

  test('a search shows the best result first, Enter opens it, and going back keeps the search', async () => {
    const { page, close, screenshot } = await browser.open(index);
    const search = page.getByRole('searchbox', { name: 'Search tools' });
    await search.fill('json csv');
    await page.getByText(new RegExp(`^\\d+ of ${count} tools$`)).waitFor();
    const first = page.locator('main').getByRole('listitem').first();
    await first.getByRole('link', { name: 'CSV ↔ JSON converter' }).waitFor();
    assert.deepEqual(await first.locator('mark').allTextContents(), [
      'CSV',
      'JSON',
      'csv',
      'json',
      'CSV',
      'JSON',
      'JSON',
      'CSV',
      'JSON',
    ]);
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('tools-search');
    await search.press('Enter');
    await heading(page, 'CSV ↔ JSON converter').waitFor();
    assert.equal(page.url(), `${index}/${tool}`);
    await page.goBack();
    await heading(page, 'Tools').waitFor();
    assert.equal(await search.inputValue(), 'json csv');
    await close();
  });

  test('a search without results says so, and leads back to all tools', async () => {
    const { page, close } = await browser.open(index);
    await page.getByRole('searchbox').fill('zebra crossing');
    await page.getByText(`0 of ${count} tools`).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Show all tools' }).click();
    await page.getByText(`${count} tools`, { exact: true }).waitFor();
    await close();
  });

  test('the page of a tool has its options, examples and request, also when it is loaded directly', async () => {
    const { page, close } = await browser.open(`${index}/${tool}`);
    await heading(page, 'CSV ↔ JSON converter').waitFor();
    await page.reload();
    await heading(page, 'CSV ↔ JSON converter').waitFor();
    await titled(page, 'CSV ↔ JSON converter · Tools · Textmill');
    const options = page.getByRole('region', { name: 'Options' });
    assert.deepEqual((await options.getByRole('term').allTextContents()).slice(0, 3), [
      'delimiter',
      'hasHeaders',
      'direction',
    ]);
    await options.getByText('text, 1 to 4 characters').waitFor();
    await options.getByText('default ","').waitFor();
    const second = page.getByRole('figure', { name: 'Example 2' });
    await second.getByText('delimiter: ";"').waitFor();
    await second.getByText('[["a","b"],["1","2"]]').waitFor();
    await page.getByRole('region', { name: 'Request' }).getByText(`curl -sS ${service.url}/v1/run`).waitFor();
    assert.equal(
      await page.getByRole('navigation', { name: 'Tools', exact: true }).locator('[aria-current]').textContent(),
      'CSV ↔ JSON converter',
    );
    await close();
  });

  test('an example opens in the playground with its options and text', async () => {
    const { page, close } = await browser.open(`${index}/${tool}`);
    const example = page.getByRole('figure', { name: 'Example 2' });
    const address = await example.getByRole('link', { name: 'Open in the playground' }).getAttribute('href');
    assert.deepEqual(readWorkflow(new URL(address ?? '', service.url).hash), {
      steps: [{ toolSlug: tool, config: { delimiter: ';', hasHeaders: false, indent: 0 } }],
      input: 'a;b\n1;2',
    });
    await example.getByRole('link', { name: 'Open in the playground' }).click();
    await heading(page, 'Playground').waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/');
    await close();
  });

  test('the request of an example returns its output', async () => {
    const { page, close } = await browser.open(`${index}/line-break-remover`);
    const shown = (await page.getByRole('region', { name: 'Request' }).locator('pre').textContent()) ?? '';
    const body = /-d '(.*)'$/.exec(shown)?.[1] ?? '';
    const response = await service.post('/v1/run', JSON.parse(body), (await service.key()).secret);
    const output = page.getByRole('figure', { name: 'Example 1' }).locator('pre').last();
    assert.equal((response.json as { result: string }).result, await output.textContent());
    await close();
  });

  test('white space at the end of an example is visible, and an empty text is marked', async () => {
    const { page, close } = await browser.open(`${index}/line-break-remover`);
    const input = page.getByRole('figure', { name: 'Example 1' }).locator('pre').first();
    assert.equal(await input.locator('.unseen').last().getAttribute('data-sign'), '↵');
    assert.match((await input.textContent()) ?? '', /dog\.\n$/);
    await page.goto(`${index}/base64-encode`);
    const last = page.getByRole('figure', { name: 'Example 5' });
    await last.waitFor();
    assert.deepEqual(await last.getByText('Empty', { exact: true }).count(), 2);
    assert.equal(await last.locator('pre').count(), 0);
    await close();
  });

  test('the previous and next tools can be reached by keyboard, and are announced', async () => {
    const { page, close } = await browser.open(`${index}/csv-to-html-table`);
    await page.getByRole('link', { name: 'Next CSV to Markdown table' }).press('Enter');
    await heading(page, 'CSV to Markdown table').and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Previous CSV to HTML table' }).press('Enter');
    await heading(page, 'CSV to HTML table').waitFor();
    await titled(page, 'CSV to HTML table · Tools · Textmill');
    await close();
  });

  test('an address with an unknown name suggests similar tools', async () => {
    const { page, close } = await browser.open(`${index}/uppercase`);
    await heading(page, 'No such tool').waitFor();
    await page.goto(`${index}/%E0%A4%A`);
    await heading(page, 'No such tool').waitFor();
    await page.goto(`${index}/uppercase`);
    await page.getByText('There is no tool named uppercase').waitFor();
    await page.locator('.missing-tool').getByRole('link', { name: 'Upper case', exact: true }).click();
    await heading(page, 'Upper case').waitFor();
    await close();
  });

  for (const [name, options, colorSchemes] of [
    ['on a phone', phone, ['light', 'dark']],
    ['on a desktop', { viewport: { width: 1280, height: 900 } }, ['light', 'dark']],
  ] as const) {
    test(`the pages are accessible and fit ${name}`, async () => {
      const { page, close, screenshot } = await browser.open(index, options);
      for (const [slug, title] of [
        ['', 'Tools'],
        ['/csv-json-converter', 'CSV ↔ JSON converter'],
        ['/ascii-table-generator', ''],
        ['/nothing', 'No such tool'],
      ] as const) {
        await page.goto(index + slug);
        await (title === '' ? page.getByRole('heading', { level: 1 }) : heading(page, title)).waitFor();
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await accessibilityViolations(page), [], `${slug}, ${colorScheme}`);
          await screenshot(`tools${slug.replace('/', '-')}-${name.replaceAll(' ', '-')}-${colorScheme}`);
        }
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, slug);
      }
      await close();
    });
  }

  test('on a phone a tool is a separate page, with a way back to the list', async () => {
    const { page, close } = await browser.open(index, phone);
    await page.getByRole('link', { name: 'Trim lines' }).click();
    await heading(page, 'Trim lines').waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Tools', exact: true }).isVisible(), false);
    await page.getByRole('link', { name: 'All tools' }).click();
    await heading(page, 'Tools').waitFor();
    await close();
  });

  test('without a gateway the page says so, and the tools appear when it is back', async () => {
    const { page, close } = await browser.open('about:blank');
    let isRefused = true;
    await page.route('**/v1/tools', (route) =>
      isRefused ? route.fulfill({ status: 429, json: { error: 'Rate limit exceeded' } }) : route.continue(),
    );
    await page.goto(index);
    await page.getByText('The tools could not be loaded. Rate limit exceeded').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    isRefused = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(`${count} tools`, { exact: true }).waitFor();
    await close(/429/);
  });
});
