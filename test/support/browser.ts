import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { unlessInstalled } from './program.js';

/** Debian's browser. Tests cannot control other builds, such as Ubuntu's, which runs in its own sandbox. */
const program = '/usr/bin/chromium';
const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** Why tests in a browser are skipped; false if it is installed. */
export const unlessBrowser = unlessInstalled(program);

/** A page, and the errors that it does not show. */
export interface BrowserPage {
  readonly page: Page;
  /** The page's requests by host; there must be only one host. */
  readonly hosts: ReadonlySet<string>;
  /** Script errors, Content-Security-Policy violations, and any other error on the browser's console. */
  readonly complaints: readonly string[];
  /**
   * With TEXTMILL_TEST_SCREENSHOTS=true, writes a screenshot of the whole page into test/screenshots, which is not part of
   * the repository. A long page takes more than a second.
   */
  screenshot(name: string): Promise<void>;
  /** Closes the page. @throws if it logged an unexpected error, or sent a request to another host. */
  close(expected?: RegExp): Promise<void>;
}

/** A browser with an empty profile. */
export class TestBrowser {
  readonly #browser: Promise<Browser>;

  constructor(scope: CleanupScope) {
    const profile = mkdtempSync(join(tmpdir(), 'textmill-browser-'));
    this.#browser = launch(profile);
    // The call that opens the first page throws the error.
    this.#browser.catch(() => {});
    cleanUpAfter(scope, async () => {
      await (await this.#browser).close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  /** Opens an address in a new context, which shares nothing with other pages. */
  async open(url: string, options: BrowserContextOptions = {}): Promise<BrowserPage> {
    const browser = await this.#browser;
    const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(host);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(url);
    return {
      page,
      hosts,
      complaints,
      screenshot: async (name) => {
        if (process.env.TEXTMILL_TEST_SCREENSHOTS !== 'true') return;
        mkdirSync(screenshots, { recursive: true });
        await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
      },
      close: async (expected) => {
        const own = new URL(url).host || [...hosts][0];
        await context.close();
        const unexpected = complaints.filter((complaint) => expected?.test(complaint) !== true);
        assert.deepEqual(unexpected, []);
        assert.deepEqual(
          [...hosts].filter((host) => host !== own),
          [],
        );
      },
    };
  }
}

async function launch(profile: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: program,
    headless: true,
    chromiumSandbox: false,
    env: { ...process.env, HOME: profile },
    args: [
      ...['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
      ...['--disable-sync', '--disable-dev-shm-usage'],
    ],
  });
}
