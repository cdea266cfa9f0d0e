import { claimsOf, createWalletOwner, logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApp, versions } from './jsSdkCore/client.ts';
import { createNodeClient, type NodeClient } from './node/client.ts';
import { createServerAuth, type ServerAuthClient } from './serverAuth/client.ts';
import { conformanceApp, databases, type ReachableService, startService } from './service.ts';

// Both published back-end clients read an identity token that a browser client received.

const appId = 'latchkey-test-app-0000001';

describe.each(databases)('identity tokens, %s', (database) => {
  let service: ReachableService;
  let serverAuth: ServerAuthClient;
  let node: NodeClient;

  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId, identity_tokens: true })]);
    const access = { appId, appSecret: testAppSecret, url: service.url };
    serverAuth = await createServerAuth(access);
    node = await createNodeClient(access);
  });
  afterAll(() => service?.close());

  test.each(versions)(
    'js-sdk-core $version keeps an identity token, and a newer one after a refresh',
    async ({ name }) => {
      service.passTime(60_000);
      const email = `idt-${versions.findIndex((one) => one.name === name)}@example.com`;
      const { client } = await openApp({ name, appId, url: service.url });
      await client.auth.email.sendCode(email);
      const { user } = await client.auth.email.loginWithCode(email, service.outbox.codeFor(email));
      const first = await client.getIdentityToken();
      expect(claimsOf(first)).toMatchObject({ sub: user.id, aud: appId });
      service.passTime(3_601_000);
      await client.getAccessToken();
      expect(claimsOf(await client.getIdentityToken()).exp).toBeGreaterThan(claimsOf(first).exp);
    },
  );

  test('server-auth 1.32.5 and node 0.35.0 read the user from an identity token', async () => {
    const { user, wallet } = await createWalletOwner(service, 'owner@example.com');
    service.passTime(60_000);
    const { identity_token: token, user: known } = await logIn(service, 'owner@example.com');
    service.passTime(0);

    const read = await serverAuth.getUser({ idToken: token ?? '' });
    expect(read).toMatchObject({
      id: user.userId,
      isGuest: false,
      email: { address: 'owner@example.com' },
      wallet: { address: wallet.address, chainType: 'ethereum', walletClientType: 'privy' },
    });
    expect(read.createdAt.getTime()).toBe((known?.created_at ?? 0) * 1000);

    expect(await node.users().get({ id_token: token ?? '' })).toMatchObject({
      id: user.userId,
      created_at: known?.created_at,
      linked_accounts: expect.arrayContaining([
        expect.objectContaining({ type: 'email', address: 'owner@example.com' }),
        expect.objectContaining({ type: 'wallet', address: wallet.address, connector_type: 'embedded' }),
      ]),
    });
  });

  test('[S20] node 0.35.0 rejects an identity token as an access token, and both clients reject the reverse', async () => {
    const { identity_token: identity, token: access } = await logIn(service, 'mixed@example.com');
    service.passTime(0);
    await expect(
      node
        .utils()
        .auth()
        .verifyAccessToken(identity ?? ''),
    ).rejects.toThrow('payload is invalid');
    await expect(node.users().get({ id_token: access ?? '' })).rejects.toThrow('identity token');
    await expect(serverAuth.getUser({ idToken: access ?? '' })).rejects.toThrow();
    // This client's check does not require a session. Back ends must reject a token without one
    // (docs/guide/existing-clients.md).
    expect((await serverAuth.verifyAuthToken(identity ?? '')).sessionId).toBeUndefined();
  });
});
