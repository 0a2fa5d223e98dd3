import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns what axe-core finds in a page, one line for each rule: `color-contrast: .hint, .fine`. All rules are on. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Colours in the midst of a transition are no colours of the design.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
    .map((animation) => animation.finished.catch(() => {})))`);
  // Injected through the debugger, which the page's Content-Security-Policy does not block.
  await page.evaluate(axe.source);
  const violations: { id: string; targets: string[] }[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  return violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}
