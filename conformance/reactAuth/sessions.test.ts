import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { isWide, openPublishedApp, publishReactAuthHost, walked } from './publishedApp.ts';

// Sessions begin and continue in each version of the published client.

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({ app: { published_clients: true } });
  await publishReactAuthHost(harness, { createOnLogin: 'off' });
  if (isWide)
    await publishReactAuthHost(harness, {
      path: '/older',
      client: 'react-auth-v1-events',
      createOnLogin: 'off',
    });
  await publishReactAuthHost(harness, {
    path: '/newest',
    client: 'react-auth-newest',
    page: 'reactAuthNewest.jsx',
  });
});
afterAll(() => harness?.close());

const clients = walked([
  { version: '1.99.1', path: '/', refusal: 'Invalid or expired verification code' },
  { version: '1.90.0', path: '/older', refusal: 'Invalid or expired verification code' },
  { version: '3.45.0', path: '/newest', refusal: 'Incorrect code' },
]);

describe.each(clients)('react-auth $version', ({ version, path, refusal }) => {
  let profile: Profile;
  let page: Page;
  const email = `sessions-${version}@example.com`;

  beforeAll(async () => {
    profile = await openProfile();
    page = await profile.newPage();
  });
  afterAll(() => profile?.close());

  test('react-auth reports a wrong code, and accepts the right one afterwards', async () => {
    const app = await openPublishedApp(harness, page, harness.host.origin + path);
    await app.requestCode(email);
    const code = await harness.inbox.nextCode(email);
    const wrong = code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    await app.modal.getByText('Enter confirmation code').waitFor();
    await app.modal.locator('input:focus').waitFor();
    await page.keyboard.type(wrong);
    await app.modal.getByText(refusal).waitFor();
    // The client empties its fields by itself, and focuses the first field again.
    await app.modal.getByText(refusal).waitFor({ state: 'detached' });
    await app.modal.locator('input[name=code-0]:focus').waitFor();
    await page.keyboard.type(code);
    await page.getByTestId('user').filter({ hasText: 'did:privy:' }).waitFor();
  });

  test('react-auth refreshes an expired access token once for three callers', async () => {
    const app = await openPublishedApp(harness, page, harness.host.origin + path);
    await app.read('email');
    await app.press('Get token');
    const before = await app.read('result');
    // Advances the clocks of the service and of the page by an hour.
    await harness.service.advance(3_600_000);
    await page.clock.setSystemTime(harness.service.now());
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/sessions'))
        refreshes.push(request.url());
    });
    await app.press('Get three tokens');
    await expect.poll(() => app.read('result')).not.toBe(before);
    const [first, ...others] = (await app.read('result')).split(' ');
    expect(first).toMatch(/^ey/);
    expect(first).not.toBe(before);
    expect(others).toEqual([first, first]);
    expect(refreshes).toHaveLength(1);
  });
});
