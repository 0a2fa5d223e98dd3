import type { Page } from 'playwright-core';

/**
 * Returns the processor time that a page needs for something, in milliseconds: scripts, layout and painting. Other work
 * of the machine does not count.
 */
export async function busyMs(page: Page, action: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  await action();
  const spent = (await taskSeconds()) - before;
  await session.detach();
  return 1_000 * spent;
}
