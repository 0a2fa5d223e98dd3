import type { Locator, Page } from 'playwright-core';
import { until } from './gateway-process.js';

/** Where the tests of the console's list views look. */
export interface ListView {
  readonly input: Locator;
  /** The pane of the result, by its name. */
  readonly result: Locator;
  readonly main: Locator;
  /** Bodies of the requests to the operation, in order. */
  readonly sent: readonly Record<string, unknown>[];
  /** Signs in where the result would be. */
  signIn(secret: string): Promise<void>;
}

export function listView(page: Page, inputLabel: string, resultLabel: string): ListView {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/s')) sent.push(request.postDataJSON());
  });
  const main = page.getByRole('main');
  return {
    input: main.getByLabel(inputLabel, { exact: true }),
    result: main.locator('.list-result .pane', { hasText: resultLabel }),
    main,
    sent,
    async signIn(secret) {
      await main.getByLabel('Admin token or API key').fill(secret);
      await main.getByRole('button', { name: 'Sign in' }).click();
    },
  };
}

/** Drops a file, of which only the browser's own events know. */
export async function dropFile(page: Page, selector: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(text)}], 'list.txt', { type: 'text/plain' }));
      return transfer;
    })()`,
  );
  await page.dispatchEvent(selector, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
}

/** Puts a long text into the input as pasting does; a driver's own way takes longer than the page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const area = document.querySelector('.list-input textarea');
    area.value = ${JSON.stringify(text)};
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  })()`);
}

/** Types one character at the end of the input. @returns how long the page was busy until it showed, in milliseconds. */
export function typingMs(page: Page): Promise<number> {
  return page.evaluate(`(async () => {
    const area = document.querySelector('.list-input textarea');
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const began = performance.now();
    document.execCommand('insertText', false, 'y');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - began;
  })()`);
}

/** Waits until the text of the result is what is expected. */
export async function untilOutput(output: Locator, expected: string): Promise<void> {
  await until('the output is there', async () => (await output.inputValue()) === expected);
}
