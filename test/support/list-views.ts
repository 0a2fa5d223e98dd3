import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { sendToGateway } from './console-operator.js';
import { until } from './gateway-process.js';

/** The parts of the console's list views that tests use. */
export interface ListView {
  readonly input: Locator;
  /** The accessible name of the result pane. */
  readonly result: Locator;
  readonly main: Locator;
  /** Bodies of the requests to the operation, in order. */
  readonly sent: readonly Record<string, unknown>[];
  /** Sends texts to the gateway, and signs in with the form that is then in the result pane. */
  signIn(secret: string): Promise<void>;
}

/** Returns the parts of a list view that is open on a page, and keeps what it sends. */
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
      await sendToGateway(page);
      await main.getByLabel('Admin token or API key').fill(secret);
      await main.getByRole('button', { name: 'Sign in' }).click();
    },
  };
}

/** Drops files by dispatching the browser's own events. */
export async function dropFile(page: Page, selector: string, ...texts: string[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      for (const text of ${JSON.stringify(texts)}) {
        transfer.items.add(new File([text], 'list.txt', { type: 'text/plain' }));
      }
      return transfer;
    })()`,
  );
  await page.dispatchEvent(selector, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
}

/** Enters a long text into the input as a paste does; the driver's own method takes longer than the page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const area = document.querySelector('.list-input textarea');
    area.value = ${JSON.stringify(text)};
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  })()`);
}

/** Types at the end of the input faster than a person can, a character at a time. */
export function typeInOneGo(page: Page, text: string): Promise<void> {
  return page.evaluate(`(() => {
    const area = document.querySelector('.list-input textarea');
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    for (const character of ${JSON.stringify(text)}) document.execCommand('insertText', false, character);
  })()`);
}

/** Waits until a field has the expected text. */
export async function untilValue(field: Locator, expected: string): Promise<void> {
  await until(`the text is ${JSON.stringify(expected)}`, async () => {
    if ((await field.inputValue()) === expected) return true;
    // Each look keeps three processes busy for a millisecond.
    await wait(25);
    return false;
  });
}
