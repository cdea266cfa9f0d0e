import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { openPublishedApp, publishReactAuthHost } from './publishedApp.ts';

// Users link, change and unlink accounts in the published client's own screens.

let harness: Harness;
let profile: Profile;
let page: Page;
beforeAll(async () => {
  harness = await startHarness({ app: { sms_auth: true, published_clients: true } });
  await publishReactAuthHost(harness, { createOnLogin: 'off' });
  profile = await openProfile();
  page = await profile.newPage();
});
afterAll(async () => {
  await profile?.close();
  await harness?.close();
});

test('[LINK-06] [LINK-16] [OTP-10] react-auth 1.99.1 changes the email address, links a phone number and unlinks the address', async () => {
  const app = await openPublishedApp(harness, page, harness.host.origin);
  await app.logIn('old@example.com');
  await app.press('Update email');
  await page.locator('#email-input').fill('new@example.com');
  await page.keyboard.press('Enter');
  await app.typeCode('new@example.com');
  await page.getByTestId('email').filter({ hasText: 'new@example.com' }).waitFor();

  const number = '+12015550188';
  await app.press('Link phone');
  await page.locator('#phone-number-input').fill('2015550188');
  await page.keyboard.press('Enter');
  await app.typeCode(number);
  expect(await app.read('phone')).toContain('2015550188');

  await app.press('Unlink email');
  await page.getByTestId('email').filter({ hasNotText: '@' }).waitFor({ state: 'attached' });
});
