import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProfile, type Profile } from '../../../e2e/harness/browser.ts';

let profile: Profile;
beforeEach(async () => {
  profile = await openProfile();
  const page = await profile.newPage();
  await page.setContent("<h1>What is there</h1><script>console.log('told by the page')</script>");
});
afterEach(() => profile.close());

describe("a person's page (one)", () => {
  test('fails [S00]', async () => {
    const page = await profile.newPage();
    await page.setContent('<h1>A second page</h1>');
    expect(await page.locator('h1').innerText()).toBe('What is there');
  });

  test('times out', { timeout: 1_000 }, () => new Promise<void>(() => {}));

  test('passes', () => {});
});
