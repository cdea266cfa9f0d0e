import { createTestService, createWalletOwner, type TestService } from '@latchkey/testkit';
import { directoryRoutes, sessionRoutes } from '@latchkey/wire';
import { Hex, PersonalMessage, Secp256k1, Signature } from 'ox';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service?.close());

async function post(path: string, body: object, bearer?: string) {
  const request = new Request(`${service.config.url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'privy-app-id': service.app.id,
      origin: service.app.allowed_origins[0] ?? '',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const response = await service.fetch(request, { remoteAddress: '127.0.0.1' });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test('[EMBW-07] an embedded wallet cannot be used to log in, and cannot be linked or unlinked', async () => {
  const { user, wallet } = await createWalletOwner(service, 'ada@example.com');
  const { user: eve } = await createWalletOwner(service, 'eve@example.com');
  const { address, privateKey } = wallet;

  // The embedded wallet can sign this login message for any page that may request signatures (docs/wire/protocol.md
  // §2.4).
  const { json: init } = await post('siwe/init', { address });
  const message = [
    'localhost:3000 wants you to sign in with your Ethereum account:',
    `${address}\n\nBy signing, you are proving you own this wallet and logging in.\n`,
    `URI: http://localhost:3000\nVersion: 1\nChain ID: 1\nNonce: ${init.nonce ?? 'none'}`,
    `Issued At: ${new Date(service.clock.now()).toISOString()}\nResources:\n- https://privy.io`,
  ].join('\n');
  const payload = PersonalMessage.getSignPayload(Hex.fromString(message));
  const signature = Signature.toHex(Secp256k1.sign({ payload, privateKey }));
  const proof = {
    message,
    signature,
    chainId: 'eip155:1',
    walletClientType: 'privy',
    connectorType: 'embedded',
  };
  for (const attempt of [
    await post('siwe/authenticate', { ...proof, mode: 'login-or-sign-up' }),
    await post('siwe/link', proof, user.token),
    await post('siwe/link', proof, eve.token),
    await post('siwe/unlink', { address }, user.token),
    await post('siws/unlink', { address }, user.token),
    await post('passwordless/unlink', { address }, user.token),
  ]) {
    expect(attempt.status).toBeGreaterThanOrEqual(400);
    expect(attempt.status).toBeLessThan(500);
    expect(attempt.json).not.toHaveProperty('token');
  }

  const { status, json } = await service.call(directoryRoutes.unlinkAccount, {
    params: { user_id: user.userId },
    body: { type: 'wallet', handle: address },
  });
  expect(status).toBe(422);
  expect(json.code).toBe('not_supported');

  for (const [owner, wallets] of [
    [user, [address]],
    [eve, [expect.not.stringMatching(address)]],
  ] as const) {
    const session = await service.call(sessionRoutes.refresh, {
      bearer: owner.token,
      body: { refresh_token: owner.refreshToken },
    });
    const accounts = session.json.user?.linked_accounts ?? [];
    expect(accounts.flatMap((one) => (one.type === 'wallet' ? [one.address] : []))).toEqual(wallets);
  }
});
