import { after, test } from 'node:test';
import { accessibilityViolations } from '../support/accessibility.js';
import { TestBrowser } from '../support/browser.js';
import { adminToken, startTestGateway } from '../support/gateway.js';

test('look', async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });
  for (const [name, options] of [['light', { colorScheme: 'light', viewport: {width:1280,height:800} }], ['dark', { colorScheme: 'dark', viewport: {width:1280,height:800} }], ['phone', { viewport: {width:390,height:844}, hasTouch: true, isMobile: true }]] as const) {
    const { page, complaints, screenshot } = await browser.open(`${service.url}/console/`, options);
    await page.getByLabel('Text in').waitFor();
    await page.getByRole('listitem').filter({hasText: 'Trim'}).first().waitFor();
    await screenshot(`look-${name}-1`);
    console.log(name, 1, await accessibilityViolations(page));
    await page.getByLabel('Admin token or API key').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByText('4 lines').waitFor({timeout:3000}).catch(async()=>{await screenshot('look-fail');console.log(complaints, await page.locator('.pane').allInnerTexts())});
    await screenshot(`look-${name}-2`);
    console.log(name, 2, await accessibilityViolations(page));
    await page.getByRole('combobox').click();
    await screenshot(`look-${name}-3`);
    console.log(name, 3, await accessibilityViolations(page));
    await page.keyboard.type('csv');
    await screenshot(`look-${name}-4`);
    await page.keyboard.press('Enter');
    await page.getByText('Step 4', {exact:false}).first().waitFor({timeout: 3000}).catch(() => console.log('no step 4'));
    await page.waitForTimeout(600);
    await screenshot(`look-${name}-5`);
    console.log(name, 5, await accessibilityViolations(page));
    await page.getByRole('button', { name: 'Request' }).click();
    await screenshot(`look-${name}-6`);
    console.log(name, 6, await accessibilityViolations(page));
    console.log(complaints);
  }
});
