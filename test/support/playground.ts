import type { BrowserContextOptions, Locator } from 'playwright-core';
import type { BrowserPage, TestBrowser } from './browser.js';
import { sendToGateway } from './console-operator.js';
import type { TestGateway } from './gateway.js';
import { untilValue } from './list-views.js';

/** The playground in a browser, and its parts by their accessible names. */
export interface Playground extends BrowserPage {
  readonly input: Locator;
  /** The field; there is none without a result. */
  readonly output: Locator;
  /** The region of the result. */
  readonly outcome: Locator;
  readonly search: Locator;
  readonly steps: Locator;
  /** The titles of the steps in order. */
  titles(): Promise<string[]>;
  /** Waits until the result equals this text. */
  shows(text: string): Promise<void>;
  /** Sends texts to the gateway, and signs in with the form that is then shown in place of the result. */
  signIn(secret: string): Promise<void>;
}

/** Returns the URL fragment of a workflow. @param steps - in the form of `POST /v1/run`. */
export function fragmentOf(steps: readonly unknown[], input?: string): string {
  const text = input === undefined ? '' : `&input=${encodeURIComponent(input)}`;
  return `#steps=${encodeURIComponent(JSON.stringify(steps))}${text}`;
}

/** Opens the playground, not signed in. */
export async function openPlayground(
  browser: TestBrowser,
  { url }: Pick<TestGateway, 'url'>,
  fragment = '',
  options: BrowserContextOptions = {},
): Promise<Playground> {
  const opened = await browser.open(`${url}/console/${fragment}`, options);
  const { page } = opened;
  const workflow = page.getByRole('region', { name: 'Workflow' });
  const output = page.getByRole('textbox', { name: 'Text out' });
  await page.getByRole('textbox', { name: 'Text in' }).waitFor();
  return {
    ...opened,
    input: page.getByRole('textbox', { name: 'Text in' }),
    output,
    outcome: page.locator('.output'),
    search: page.getByRole('combobox', { name: 'Add a tool' }),
    steps: workflow.getByRole('list', { name: 'Steps' }).locator('> li'),
    titles: () => workflow.getByRole('heading', { level: 3 }).allInnerTexts(),
    shows: async (text) => {
      await output.waitFor();
      await untilValue(output, text);
    },
    signIn: async (secret) => {
      await sendToGateway(page);
      await page.getByLabel('Admin token or API key').fill(secret);
      await page.keyboard.press('Enter');
    },
  };
}

/** Adds a tool by the search, as soon as it is found. */
export async function addTool({ page, search }: Playground, slug: string): Promise<void> {
  await search.fill(slug);
  const found = page.getByRole('option', { selected: true }).locator('code', { hasText: new RegExp(`^${slug}$`) });
  await found.waitFor();
  await page.keyboard.press('Enter');
}

/** Tests whether an element has the focus. */
export async function hasFocus(element: Locator): Promise<boolean> {
  return (await element.and(element.page().locator(':focus')).count()) === 1;
}
