import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { BrowserPage } from './browser.js';
import { sidewaysOverflow } from './console-operator.js';

/** The browser takes a third less time to compile it than the form for people. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns what axe-core finds in a page, one line for each rule: `color-contrast: .hint, .fine`. All rules are on. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Injected through the debugger, which the page's Content-Security-Policy does not block; once into each document, since
  // it takes longer than the check itself.
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axeSource);
  // Colours in the midst of a transition are no colours of the design: those under way are ended, and none begins before
  // the check is over. Not by waiting: those of contents that are out of view (content-visibility) never end.
  const violations: { id: string; targets: string[] }[] = await page.evaluate(`(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    document.getAnimations()
      .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
      .forEach((animation) => animation.finish());
    try {
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  })()`);
  return violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}

/** Below as many pixels, pages have the layout of a phone. */
const narrow = 640;

const colours = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const;

/**
 * Asserts that a page is accessible and no wider than the window: in all colours at the first width, in the light at the
 * others, and on phones, which show other parts, in the dark as well. Otherwise colours do not depend on the width, nor the
 * layout on the colours.
 */
export async function assertLooksRight(
  name: string,
  { page, screenshot }: Pick<BrowserPage, 'page' | 'screenshot'>,
  [width, ...otherWidths]: readonly [number, ...number[]],
  height = 900,
): Promise<void> {
  const looksRight = async (colour: keyof typeof colours, at: number) => {
    await page.emulateMedia(colours[colour]);
    await page.setViewportSize({ width: at, height });
    assert.deepEqual(await accessibilityViolations(page), [], `${name}, ${colour}, ${at} pixels`);
    assert.equal(await sidewaysOverflow(page), 0, `${name}, ${at} pixels`);
    await screenshot(`${name}-${colour}-${at}`);
  };
  for (const colour of ['forced', 'dark', 'light'] as const) await looksRight(colour, width);
  for (const other of otherWidths) {
    if (other < narrow) await looksRight('dark', other);
    await looksRight('light', other);
  }
}
