import { custodyRoutes, recoveryPasskeyRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAuthenticator, launchBrowser, type Profile } from '../harness/index.ts';
import { type FrameFixture, type FrameHostPage, type Person, startFrameFixture } from './fixture.ts';

// A passkey that opens a wallet: a real browser with a virtual authenticator that supports WebAuthn PRF, the popup on
// the service's origin, and the vault in another storage partition.

let fixture: FrameFixture;
let profile: Profile;
let host: FrameHostPage;
let person: Person;
let address: string;
let popup: Page | null = null;

beforeAll(async () => {
  [fixture, profile] = await Promise.all([startFrameFixture(), launchBrowser()]);
});
afterEach(() => Promise.all([host, { page: popup }].map(({ page }) => page?.close())));
afterAll(async () => {
  await profile?.close();
  await fixture?.close();
});

async function open(origin = fixture.host.origin): Promise<void> {
  [host, person] = [await fixture.open(profile, origin), await fixture.logIn()];
  popup = null;
  const { data } = await host.request('privy:wallet:create', { accessToken: person.accessToken });
  address = data?.address as string;
}

const ref = () => ({
  accessToken: person.accessToken,
  entropyId: address,
  entropyIdVerifier: 'ethereum-address-verifier',
});
const pathOf = (act: 'create' | 'use') =>
  `${fixture.service.config.url}/apps/${fixture.service.app.id}/embedded-wallets/passkey?act=${act}`;

/**
 * Opens the popup from the host page and uses it as the user would. The window stays open, because a virtual
 * authenticator ends with its window.
 */
async function usePopup(act: 'create' | 'use'): Promise<void> {
  const opening = popup ? null : host.page.waitForEvent('popup');
  await host.page.evaluate((url) => void window.open(url, 'passkey'), pathOf(act));
  if (opening) {
    popup = await opening;
    await addAuthenticator(popup);
  }
  if (!popup) throw new Error('no popup');
  const name = act === 'create' ? 'Add a passkey to your wallet' : 'Open your wallet with a passkey';
  await popup.getByRole('heading', { name }).waitFor();
  await popup.evaluate(() => {
    window.close = () => document.documentElement.setAttribute('data-closed', '');
  });
  await popup.getByRole('button', { name: 'Continue' }).click();
  await popup.locator('html[data-closed]').waitFor();
}

const passkeys = async () => {
  const input = { bearer: person.accessToken, origin: fixture.host.origin };
  return (await fixture.service.call(recoveryPasskeyRoutes.list, input)).json.passkeys;
};

test('a passkey recovers the wallet in a browser that has no device part, until the passkey is removed', async () => {
  await open();
  await usePopup('create');
  expect((await host.request('privy:wallets:add-passkey', ref())).data).toEqual({});
  const [passkey, ...others] = await passkeys();
  expect(others).toEqual([]);

  const released: string[] = [];
  host.page.on('request', (request) => released.push(new URL(request.url()).pathname));
  const frame = host.page.frames()[1];
  await frame?.evaluate(async (appId) => {
    const request = indexedDB.open(`vault:${appId}`);
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    await new Promise((resolve) => {
      const wiping = database.transaction('devices', 'readwrite');
      wiping.objectStore('devices').clear();
      wiping.oncomplete = resolve;
    });
    database.close();
  }, fixture.service.app.id);
  await host.request('privy:mfa:clear', {});
  expect((await host.request('privy:wallets:connect', ref())).error?.type).toBe('wallet_not_on_device');

  await usePopup('use');
  expect((await host.request('privy:wallets:recover-by-passkey', ref())).data).toEqual({
    entropyId: address,
  });
  expect(released).toContain(custodyRoutes.recoverByPasskey.path);
  expect(released).not.toContain(custodyRoutes.recover.path);
  await host.request('privy:mfa:clear', {});
  expect((await host.request('privy:wallets:connect', ref())).data).toEqual({ entropyId: address });

  const bearer = { bearer: person.accessToken, origin: fixture.host.origin };
  const params = { passkey_id: passkey?.id ?? '' };
  await fixture.service.call(recoveryPasskeyRoutes.remove, { ...bearer, params, body: {} });
  await usePopup('use');
  expect((await host.request('privy:wallets:recover-by-passkey', ref())).error?.code).toBe(
    'recovery_passkey_not_found',
  );
});

test('on a page of another site, a passkey result counts for one operation, and one that the page posts itself does not count', async () => {
  await open(fixture.host.crossSiteOrigin);
  const [url, id] = [fixture.service.config.url, fixture.service.app.id];
  const noPasskey = {
    type: 'invalid_request_arguments',
    message: 'No passkey was used',
    code: 'exited_passkey_flow',
  };
  await host.page.evaluate(
    ([origin]) => {
      const message = { channel: 'latchkey:passkey', credentialId: 'AAAA', secret: new Uint8Array(32) };
      window[0]?.postMessage(message, origin ?? '');
    },
    [url],
  );
  expect((await host.request('privy:wallets:add-passkey', ref())).error).toEqual(noPasskey);
  await usePopup('create');
  expect((await host.request('privy:wallets:add-passkey', ref())).data).toEqual({});
  expect((await host.request('privy:wallets:add-passkey', ref())).error).toEqual(noPasskey);
  expect(await passkeys()).toHaveLength(1);
  const response = await fetch(`${url}/apps/${id}/embedded-wallets/passkey`);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
});
