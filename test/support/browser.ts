import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { unlessInstalled } from './program.js';

/** Debian's browser. Tests cannot control other builds, such as Ubuntu's, which runs in its own sandbox. */
export const chromium = '/usr/bin/chromium';
/**
 * The same browser without windows, of Debian's package chromium-headless-shell: to open a page in a new context takes 0.5 s
 * of processor time instead of 2.3 s.
 */
const headlessShell = '/usr/bin/chromium-headless-shell';
const anyProgram = existsSync(headlessShell) ? headlessShell : chromium;
/** How long the browser may take to start, in milliseconds; on a busy machine it takes half a minute. */
const startMs = 60_000;
/** How often it is started until it runs. */
const starts = 3;
const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** Why tests in a browser are skipped; false if it is installed. */
export const unlessBrowser = unlessInstalled(anyProgram);

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

  /** @param program - its path; by default the one that takes least time. */
  constructor(scope: CleanupScope, program = anyProgram) {
    const profile = mkdtempSync(join(tmpdir(), 'textmill-browser-'));
    this.#browser = launch(program, profile);
    // The call that opens the first page throws the error.
    this.#browser.catch(() => {});
    cleanUpAfter(scope, async () => {
      // A browser that did not start has told so where a page was to be opened.
      await this.#browser.then(
        (browser) => browser.close(),
        () => {},
      );
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

/** Ends with the process. */
const processScope: CleanupScope = { after: () => {} };
let shared: TestBrowser | undefined;

/** Returns a browser that all files of the process share: each page that it opens still shares nothing with others. */
export function sharedBrowser(): TestBrowser {
  shared ??= new TestBrowser(processScope);
  return shared;
}

/** Starts the browser, again if it does not start in time. @throws {Error} if it never does. */
async function launch(program: string, profile: string): Promise<Browser> {
  const playwright = await import('playwright-core');
  for (let start = 1; ; start++) {
    try {
      return await playwright.chromium.launch({
        executablePath: program,
        headless: true,
        chromiumSandbox: false,
        timeout: startMs,
        env: { ...process.env, HOME: profile },
        args: [
          ...['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
          ...['--disable-sync', '--disable-dev-shm-usage'],
        ],
      });
    } catch (error) {
      const isTimeout = error instanceof playwright.errors.TimeoutError;
      if (!isTimeout) throw error;
      if (start === starts)
        throw new Error(`${program} did not start within ${startMs} ms, ${starts} times`, { cause: error });
    }
  }
}
