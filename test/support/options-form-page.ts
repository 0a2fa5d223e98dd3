import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import type { Config, ConfigSchema } from '#gateway/console/app/session/tool.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

const sources = fileURLToPath(new URL('../../gateway/console/app/', import.meta.url));

/** Keeps the value of a form as the playground does, and records each change. */
const script = `
  import { signal } from '@preact/signals';
  import { h, render } from 'preact';
  import { OptionsForm } from './forms/options-form.js';
  const shown = signal();
  const value = signal({});
  globalThis.reported = [];
  globalThis.setValue = (config) => { value.value = config; };
  globalThis.showForm = (schema, problems, config) => {
    reported.length = 0;
    value.value = config;
    shown.value = { schema, problems: new Map(problems), key: (shown.peek()?.key ?? 0) + 1 };
  };
  function Page() {
    if (shown.value === undefined) return null;
    const onChange = (config) => { reported.push(config); value.value = config; };
    return h(OptionsForm, { ...shown.value, value: value.value, onChange });
  }
  render(h(Page), document.querySelector('main'));
`;

/** Serves a page that contains only a form, chosen by {@link showForm}. @returns its address. */
export async function serveOptionsForm(scope: CleanupScope): Promise<string> {
  const files = new Map([
    ['/', page],
    ['/form.js', bundled({ stdin: { contents: script, resolveDir: sources, loader: 'js' } })],
    ['/main.css', bundled({ entryPoints: [`${sources}style/main.css`] })],
  ]);
  const types = { js: 'text/javascript', css: 'text/css' };
  const server = createServer(({ url = '' }, response) => {
    const type = types[url.split('.')[1] as keyof typeof types] ?? 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`).end(files.get(url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpAfter(scope, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const page = `<!doctype html><html lang="en"><head><title>Form</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/main.css"><script type="module" src="/form.js"></script></head>
<body><main><h1>Form</h1></main></body></html>`;

function bundled(input: Parameters<typeof buildSync>[0]): string {
  const options = {
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
  } as const;
  return buildSync({ ...input, ...options, write: false }).outputFiles?.[0]?.text ?? '';
}

/** Shows a form on the page, in place of the previous one. */
export async function showForm(
  page: Page,
  schema: ConfigSchema,
  { problems = {}, config = {} }: { problems?: Readonly<Record<string, string>>; config?: Config } = {},
): Promise<void> {
  await page.waitForFunction('globalThis.showForm');
  await page.evaluate(
    `showForm(${JSON.stringify(schema)}, ${JSON.stringify(Object.entries(problems))}, ${JSON.stringify(config)})`,
  );
  await page.locator('.options, .hint').first().waitFor();
}

/** Returns the recorded values of the form, oldest first. */
export async function reportedBy(page: Page): Promise<Config[]> {
  return page.evaluate('reported');
}
