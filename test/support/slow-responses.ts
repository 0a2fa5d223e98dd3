import type { Page, Route } from 'playwright-core';

/** Holds back responses to a method until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp, method: string) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = () => {};
  const asked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    arrive();
    await opened;
    await route.fulfill({ response });
  });
  return { asked, open };
}
