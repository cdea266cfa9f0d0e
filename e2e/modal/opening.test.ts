import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyRow, type PageFixture, startPageFixture } from '../../bench/client/fixture.ts';
import { trafficOf } from '../../bench/client/traffic.ts';
import { type SharedBrowser, shareBrowser } from '../harness/index.ts';

// A host page as it is deployed: built for production from the packages as they are published.
let fixture: PageFixture;
let browser: SharedBrowser;
beforeAll(async () => {
  fixture = await startPageFixture({ latchkey: './hosts/latchkey.tsx' }, { app: everyRow });
  browser = await shareBrowser({ isWhole: true });
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

it('a click on the host’s login button shows the email field after at most eight requests and 55 kB, with no chain of requests longer than two', async () => {
  const page = await (await browser.open()).newPage();
  await trafficOf(page, () => page.goto(`${fixture.origin}/latchkey.html`));
  const { visits, kb, levels } = await trafficOf(page, async () => {
    await page.locator('#open').click();
    await page.locator('input[type=email]').waitFor();
  });
  const told = visits.map(({ method, url, level, bytes }) => `${method} ${url}, level ${level}, ${bytes} B`);
  expect(visits.length, told.join('\n')).toBeLessThanOrEqual(8);
  expect(levels, told.join('\n')).toBeLessThanOrEqual(2);
  expect(kb, told.join('\n')).toBeLessThanOrEqual(55);
  // Control: the modal's script was loaded, and a passkey login was begun.
  expect(told.filter((line) => /modal-.*level 1/.test(line))).toHaveLength(1);
  expect(told.filter((line) => line.includes('/passkeys/authenticate/init'))).not.toEqual([]);
});
