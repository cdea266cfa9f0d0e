import { type Issuer, startIssuer } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, type ReachableService, startService } from '../service.ts';
import { openApp, versions } from './client.ts';

// Guests, and users with a token from the host's own login. The client does not depend on the database, so one kind
// of database is enough.

const appId = 'latchkey-test-app-0000001';
const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };

describe.each(versions)('js-sdk-core $version', ({ name }) => {
  let service: ReachableService;
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await startIssuer(Date.now);
    const custom_jwt_config = { ...rules, public_key: issuer.publicKey() };
    const settings = { guest_auth: true, custom_jwt_auth: true, custom_jwt_config };
    service = await startService('embedded', [conformanceApp({ id: appId, ...settings })]);
  });
  afterAll(async () => {
    await service?.close();
    await issuer?.close();
  });

  const open = (storage?: Map<string, unknown>) =>
    openApp({ name, appId, url: service.url, ...(storage ? { storage } : {}) });

  test('[GUEST-01, GUEST-03] js-sdk-core creates a guest, returns the same one from the same storage, and keeps the user after an email login', async () => {
    service.passTime(60_000);
    const app = await open();
    const { user } = await app.client.auth.guest.create();
    expect(user).toMatchObject({ is_guest: true, linked_accounts: [] });
    const again = await open(app.storage);
    expect((await again.client.auth.guest.create()).user.id).toBe(user.id);
    const email = `guest-${name.length}@example.com`;
    await again.client.auth.email.sendCode(email);
    const login = await again.client.auth.email.loginWithCode(email, service.outbox.codeFor(email));
    expect(login.user).toMatchObject({ id: user.id, is_guest: false, linked_accounts: [{ type: 'email' }] });
  });

  test("[JWT-01, JWT-02] js-sdk-core logs in with the host's token, and not with a token for another audience", async () => {
    const { client } = await open();
    const sign = (aud: string) => issuer.sign({ iss: rules.issuer, aud, sub: 'ada' });
    const { user } = await client.auth.customProvider.syncWithToken(await sign('tidewater'));
    expect(user.linked_accounts).toEqual([
      expect.objectContaining({ type: 'custom_auth', custom_user_id: 'ada' }),
    ]);
    expect(await client.getAccessToken()).toEqual(expect.any(String));
    const stranger = await open();
    const refused = stranger.client.auth.customProvider.syncWithToken(await sign('somebody-else'));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});
