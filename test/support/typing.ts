import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { busyMs } from './busy-time.js';

/** How long each keystroke keeps a page busy, in milliseconds of processor time. */
export interface TypingTimes {
  readonly typed: readonly number[];
  /** In a bare field of the same shape with the same text: the browser's own part, which depends on the machine. */
  readonly bare: readonly number[];
}

/** How many keystrokes of each kind {@link typingTimes} measures. */
export const keystrokes = 8;

/**
 * Types at the end of a field, and of a bare one on a page that has nothing else: in turn, so that what else the machine does
 * meets both.
 */
export async function typingTimes(page: Page, field: Locator): Promise<TypingTimes> {
  const bare = await openBareField(page, field);
  const [typed, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < keystrokes; round++) {
    typed.push(await keystrokeMs(page, field));
    own.push(await keystrokeMs(bare.page, bare.field));
  }
  await bare.page.close();
  return { typed, bare: own };
}

/** Types a character at the end of a field. @returns how long the page is busy, in milliseconds of processor time. */
async function keystrokeMs(page: Page, field: Locator): Promise<number> {
  await goToEnd(page, field);
  return busyMs(page, async () => {
    await page.keyboard.press('x');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  });
}

/** Milliseconds between two keystrokes of somebody who types fast. */
const paceMs = 40;

/**
 * Types characters at the end of a field. The timers of the page see {@link paceMs} between two of them, however busy the
 * machine is: a slow one must not make pauses, after which a page does more. They go on with the system's clock afterwards.
 *
 * @returns how long the page is busy for each, in milliseconds of processor time, with what it puts off between them.
 */
export async function typingMs(page: Page, field: Locator, keystrokes: number): Promise<number> {
  await goToEnd(page, field);
  // A frame of the browser, which the installed clock replaces by one of its own.
  await page.evaluate('window.browserFrame = requestAnimationFrame.bind(window)');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + paceMs);
  const ms = await averageMs(page, keystrokes, 'browserFrame', () => page.clock.runFor(paceMs));
  await page.clock.resume();
  return ms;
}

/**
 * {@link typingMs} in a bare field of the same shape with the same text, which has no timers. Not after {@link
 * typingMs}, which replaces the clock of all pages that share the session.
 */
export async function bareTypingMs(page: Page, field: Locator, keystrokes: number): Promise<number> {
  const bare = await openBareField(page, field);
  await goToEnd(bare.page, bare.field);
  const ms = await averageMs(bare.page, keystrokes, 'requestAnimationFrame', () => Promise.resolve());
  await bare.page.close();
  return ms;
}

/** Types, and waits for two frames after each character. @param frame - the function that waits for a frame. */
async function averageMs(
  page: Page,
  keystrokes: number,
  frame: string,
  afterEach: () => Promise<void>,
): Promise<number> {
  const ms = await busyMs(page, async () => {
    for (let typed = 0; typed < keystrokes; typed++) {
      await page.keyboard.press('x');
      await afterEach();
      await page.evaluate(`new Promise((resolve) => ${frame}(() => ${frame}(resolve)))`);
    }
  });
  return ms / keystrokes;
}

async function goToEnd(page: Page, field: Locator): Promise<void> {
  await field.press('Control+End');
  // What has just been shown, such as a result, is laid out and painted now, not together with the character.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))');
}

/** Opens a page that has nothing but a field of the same shape with the same text. */
async function openBareField(page: Page, field: Locator): Promise<{ page: Page; field: Locator }> {
  const style: string = await field.evaluate(
    `(field) => ['width', 'height', 'font', 'padding', 'border', 'box-sizing', 'white-space', 'overflow-wrap']
      .map((name) => name + ':' + getComputedStyle(field).getPropertyValue(name)).join(';')`,
  );
  const text = await field.inputValue();
  const bare = await page.context().newPage();
  await bare.setContent('<textarea></textarea>');
  const bareField = bare.locator('textarea');
  await bareField.evaluate(
    (element, [shape, value]) => {
      element.setAttribute('style', shape);
      (element as unknown as { value: string }).value = value;
    },
    [style, text] as const,
  );
  return { page: bare, field: bareField };
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/**
 * How many times as long as a bare field's a keystroke may take: it takes 1.6 times, and 9 times if a list view looks
 * at all of its text six times. Not milliseconds: on a slow machine a bare field with a million characters takes 0.7 s.
 */
const mostTimes = 3;

/** Asserts that a page adds little to the time of the browser itself. */
export function assertQuick(t: Pick<TestContext, 'diagnostic'>, { typed, bare }: TypingTimes): void {
  // Not the longest: on a busy machine, a result arrives in the time of another keystroke.
  const [ours, own] = [medianOf(typed), medianOf(bare)];
  const times = ours / own;
  t.diagnostic(`a keystroke takes ${ours.toFixed(1)} ms, in a bare field ${own.toFixed(1)}: ${times.toFixed(2)} times`);
  assert.ok(times < mostTimes, `${ours} ms, ${own} of a bare field`);
}
