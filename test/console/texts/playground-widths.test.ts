import { describe, test } from 'node:test';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';

/** Lists the buttons of a pane that its edge or its label covers, as `Download by 12 px`. */
const clippedButtons = `[...document.querySelectorAll('.pane-actions .button')].flatMap((button) => {
  const pane = button.closest('.pane');
  const [inner, outer] = [button.getBoundingClientRect(), pane.getBoundingClientRect()];
  const label = pane.querySelector('.pane-label').getBoundingClientRect();
  const isBesideLabel = inner.top < label.bottom && inner.bottom > label.top;
  const hidden = Math.max(outer.left - inner.left, inner.right - outer.right, isBesideLabel ? label.right - inner.left : 0);
  return hidden > 0 ? [button.textContent + ' by ' + hidden + ' px'] : [];
})`;

/** Lists what is cut off below a text, as `Kept for a reload`; not what only screen readers are told, after a second. */
const clippedWords = `[...document.querySelectorAll('.pane-foot, .pane-foot :not(.off-screen)')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
  .map((element) => element.textContent)`;

const service = await sharedTestGateway();

describe('the playground at widths between a tablet and a desktop', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('no button above a text is clipped: at 1,120 px it was "Download"', async () => {
    const { page, signIn, shows, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    await signIn((await service.key()).secret);
    await shows('A');
    for (const width of [320, 390, 641, 700, 800, 1_000, 1_023, 1_024, 1_025, 1_060, 1_100, 1_120, 1_180, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      // On a busy machine the page is laid out some frames after its size has changed.
      const clipped = () => page.evaluate<string[]>(clippedButtons);
      await until(`no button is clipped at ${width} px`, async () => (await clipped()).length === 0);
    }
    await close();
  });

  test('no words below a text are clipped: at 1,120 px they were "Kept for a reload" and the time', async () => {
    const { page, signIn, shows, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    await signIn((await service.key()).secret);
    await shows('A');
    await page.getByText('Kept for a reload').waitFor();
    await page.getByText('Text out: 1 character, 1 line').waitFor({ state: 'attached' });
    for (const width of [320, 390, 641, 800, 1_023, 1_025, 1_060, 1_120, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      const isWhole = async () => (await page.evaluate<string[]>(clippedWords)).length === 0;
      await until(`nothing is clipped at ${width} px`, isWhole);
    }
    await close();
  });
});
