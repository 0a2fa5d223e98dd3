import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The browser takes a third less time to compile it than the form for people. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns what axe-core finds in a page, one line for each rule: `color-contrast: .hint, .fine`. All rules are on. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Colours in the midst of a transition are no colours of the design.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
    .map((animation) => animation.finished.catch(() => {})))`);
  // Injected through the debugger, which the page's Content-Security-Policy does not block; once into each document, since
  // it takes longer than the check itself.
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axeSource);
  const violations: { id: string; targets: string[] }[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  return violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}
