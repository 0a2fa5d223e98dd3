import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds in a page, a line for each: `color-contrast: .hint, .fine`. Nothing is left out of its rules. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Through the debugger, which the page's policy does not stop.
  await page.evaluate(axe.source);
  const violations: { id: string; targets: string[] }[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  return violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}
