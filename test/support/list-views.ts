import type { Locator, Page } from 'playwright-core';

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
