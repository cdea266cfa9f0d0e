import { type AppInput, adminRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { signerOfMessage, signerOfTypedData } from '../../e2e/harness/signer.ts';
import { bundlePublishedHost } from '../bundle.ts';

// The published connector, unmodified, in a page on another site whose origin the provider lists.

const greeting = {
  domain: { name: 'Latchkey', version: '1', chainId: 31_337 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello from the published client' },
} as const;

let harness: Harness;
let profile: Profile;
let page: Page;
let providerAppId: string;
beforeAll(async () => {
  harness = await startHarness({ hosted: 'same-site' });
  const { id } = await request('POST', adminRoutes.createApp.path, {
    name: 'Tidewater',
    email_auth: true,
    allowed_origins: [harness.host.origin],
    embedded_wallet_config: { create_on_login: 'users-without-wallets' },
    cross_app_requesters: [{ origin: harness.host.crossSiteOrigin, read_only: false }],
  });
  providerAppId = id;
  harness.host.setPage('/connector', {
    script: await bundlePublishedHost('connector.js'),
    config: { apiUrl: harness.url, providerAppId, chainId: 31_337, rpcUrl: harness.chainUrl },
  });
  profile = await openProfile();
  page = await profile.newPage();
  await page.goto(`${harness.host.crossSiteOrigin}/connector`);
});
afterAll(async () => {
  await profile?.close();
  await harness?.close();
});

async function request(method: string, path: string, body: AppInput): Promise<{ id: string }> {
  const response = await fetch(`${harness.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: 'Bearer latchkey-dev-admin' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return response.json();
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
async function outcome(): Promise<string> {
  const shown = page.locator('output').filter({ hasText: /\S/ });
  await shown.waitFor();
  return (await shown.textContent()) ?? '';
}
/** Presses a button in the page, lets `answer` act in the popup that opens, and returns the result. */
async function through(name: string, answer: (popup: Page) => Promise<void>): Promise<string> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press(name)]);
  await Promise.all([popup.waitForEvent('close'), answer(popup).catch(() => undefined)]);
  return outcome();
}
const pressIn = (name: string | RegExp) => async (popup: Page) =>
  popup.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();

let address: string;

test("the published connector connects after a login at the provider, and returns the wallet's address", async () => {
  address = await through('Connect', async (popup) => {
    await pressIn(/^Log in to /)(popup);
    const email = 'connector@example.com';
    await popup.locator('input[type=email]').fill(email);
    await popup.keyboard.press('Enter');
    await popup.locator('input[name=code]').fill(await harness.inbox.nextCode(email));
    await pressIn('Allow')(popup);
  });
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
});

test('the published connector signs a message and typed data, and sends a transaction', async () => {
  const message = await through('Sign message', pressIn('Sign'));
  expect(signerOfMessage('Hello from the published client', message)).toBe(address);
  const typed = await through('Sign typed data', pressIn('Sign'));
  expect(signerOfTypedData(greeting, typed)).toBe(address);
  await harness.chain.fund(address, 10n ** 18n);
  const hash = await through('Send', pressIn(/^(?:Approve|Send|Confirm)/));
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  await expect
    .poll(() => harness.chain.request('eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1' });
});

test('the published connector reports a refusal by the user as wallets do', async () => {
  expect(await through('Sign message', pressIn('Cancel'))).toBe('error 4001: User rejected request');
});

test('the published connector is still connected after a reload, also through wagmi', async () => {
  await page.reload();
  await press('Accounts');
  expect(JSON.parse(await outcome()).now).toEqual([address]);
  await press('Connect by wagmi');
  expect((await outcome()).toLowerCase()).toBe(address.toLowerCase());
  const signature = await through('Sign by wagmi', pressIn('Sign'));
  expect(signerOfMessage('Hello from wagmi', signature)).toBe(address);
});

test('the published connector forgets a connection that the user ended, and reports a closed popup as a refusal when its origin is no longer listed', async () => {
  const list = await profile.newPage();
  await list.goto(`${harness.hosted?.url}/connections?app=${providerAppId}`);
  await pressIn(/^Disconnect/)(list);
  await pressIn('Yes, disconnect')(list);
  await list.getByText('No app is connected').waitFor();
  await list.close();
  expect(await through('Sign message', pressIn('Close'))).toMatch(/^error /);
  await press('Accounts');
  expect(JSON.parse(await outcome())).toEqual({ now: [], changed: [] });
  const path = adminRoutes.updateApp.path.replace('{id}', providerAppId);
  await request('PATCH', path, { cross_app_requesters: [] });
  // The list is cached for ten seconds.
  await harness.service.advance(11_000);
  const [popup] = await Promise.all([page.waitForEvent('popup'), press('Connect')]);
  await popup.waitForLoadState();
  expect(new URL(popup.url()).origin).toBe(harness.url);
  await popup.close();
  expect(await outcome()).toMatch(/User rejected request/);
});
