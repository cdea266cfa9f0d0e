import {
  claimsOf,
  createTestService,
  enterCustody,
  randomId,
  type TestService,
  toAddWallet,
} from '@latchkey/testkit';
import {
  type CheckedRoute,
  checkedRoutes,
  custodyRoutes,
  emailRoutes,
  meRoutes,
  mfaRoutes,
  oauthRoutes,
  passkeyRoutes,
  type Route,
  walletRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Requests without a user for actions that require one, and requests of users to the operator's and back ends' routes.

const parent_origin = 'http://localhost:3000';
let service: TestService;
let owner: Awaited<ReturnType<typeof enterCustody>>;
beforeAll(async () => {
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Roles',
        allowed_origins: [parent_origin],
        email_auth: true,
        wallet_auth: true,
        google_oauth: true,
        passkey_auth: true,
      },
    ],
  });
  owner = await enterCustody(service, 'owner@example.com');
  expect((await owner.client.call(custodyRoutes.create, owner.wallet.body)).json.created).toBe(true);
});
afterAll(() => service?.close());

const phoneNumber = '+12015550123';
type RoleRequest = readonly [route: Pick<Route<never, unknown>, 'auth' | 'name'>, body: object];
/**
 * Actions, each with routes that perform it. Signing and transactions use the routes that release the wallet's part
 * to a browser.
 */
const operations: Record<string, () => readonly RoleRequest[]> = {
  linking: () => [
    [emailRoutes.link, { email: 'other@example.com', code: '123456' }],
    [walletRoutes.link, { message: 'm', signature: '0x01', chainId: 'eip155:1' }],
    [
      oauthRoutes.link,
      { authorization_code: 'c', state_code: 's'.repeat(16), code_verifier: 'v'.repeat(43) },
    ],
    [passkeyRoutes.startLink, {}],
  ],
  unlinking: () => [
    [emailRoutes.unlink, { address: 'owner@example.com' }],
    [walletRoutes.unlink, { address: owner.wallet.address }],
    [oauthRoutes.unlink, { provider: 'google', subject: '1' }],
  ],
  'signing and transactions': () => {
    const { body, entropyUid, ref } = owner.wallet;
    return [
      [custodyRoutes.connect, { ...ref, entropy_uid: entropyUid, device_id: body.device.device_id }],
      [custodyRoutes.recover, ref],
    ];
  },
  'key export': () => [
    [custodyRoutes.export, { ...owner.wallet.ref, address: owner.wallet.address, what: 'key' }],
  ],
  'MFA enrolment': () => [
    [mfaRoutes.startTotp, {}],
    [mfaRoutes.startSms, { action: 'enroll', phoneNumber }],
    [mfaRoutes.makeBackupCodes, {}],
  ],
  'wallet creation': () => {
    const { body } = owner.wallet;
    const [first = expect.unreachable()] = body.wallets;
    return [
      [custodyRoutes.create, { ...body, request_id: randomId() }],
      [custodyRoutes.import, { ...body, request_id: randomId(), kind: 'imported-key' }],
      [custodyRoutes.add, toAddWallet(owner.wallet, first)],
    ];
  },
};

/** Headers of callers without a user: no token, a token of another issuer, and an app id in place of a token. */
const strangers: Record<string, Record<string, string>> = {
  'no token': {},
  'a token of another issuer': { authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA' },
  'an app id for a token': { authorization: 'DPoP latchkey-test-app-0000001' },
};

describe('actions that require a user', () => {
  it.each(Object.entries(operations))(
    '[ROLE-03] %s without a user is refused with 401',
    async (_, requests) => {
      for (const [route, body] of requests()) {
        for (const [who, headers] of Object.entries(strangers)) {
          const { status, json } = await service.call(route as Route<object, { code?: string }>, {
            body: route.auth === 'frame' ? { parent_origin, ...body } : body,
            headers,
          });
          expect(who, route.name).toEqual(who);
          expect(status, route.name).toBe(401);
          expect(json.code, route.name).toBe('missing_or_invalid_token');
        }
      }
    },
  );

  it('[ROLE-03] no name of a public route is that of a link, an unlinking, an enrolment or a wallet route, except frame.context', () => {
    const open = (checkedRoutes as readonly CheckedRoute<never, unknown>[])
      .map(({ route }) => route)
      .filter(({ auth }) => auth === 'none' || auth === 'optional')
      .map(({ name }) => name);
    expect(open.length).toBeGreaterThan(20);
    expect(
      open.filter((name) =>
        /\.(link|unlink|update|transfer|startLink|enrol|remove|start(Totp|Sms))/i.test(name),
      ),
    ).toEqual([]);
    expect(open.filter((name) => name.startsWith('frame.') || name.startsWith('mfa.'))).toEqual([
      'frame.context',
    ]);
  });
});

describe('users of an app', () => {
  const routes = (checkedRoutes as readonly CheckedRoute<never, unknown>[]).map(({ route }) => route);

  it('[ROLE-01] users are refused on every route of the operator and of back ends', async () => {
    expect(new Set(routes.map(({ auth }) => auth))).toEqual(
      new Set(['app-secret', 'frame', 'none', 'operator', 'optional', 'refresh', 'user', 'user-or-frame']),
    );
    const closed = routes.filter(({ auth }) => auth === 'operator' || auth === 'app-secret');
    expect(closed.length).toBeGreaterThan(20);
    const { id } = service.app;
    const params = {
      id,
      kid: id,
      webhook_id: id,
      event_id: id,
      connection_id: id,
      token_id: id,
      name: 'google-drive',
      user_id: owner.user.userId,
    };
    for (const bearer of [owner.user.token, owner.user.privyAccessToken]) {
      for (const route of closed) {
        const { status } = await service.call(route, { appId: id, secret: null, params, bearer });
        expect(status, route.name).toBe(401);
      }
    }
  });

  it('[ROLE-01] neither a user’s tokens nor the reply about the user contain a role', async () => {
    const { json } = await service.call(meRoutes.getMe, { bearer: owner.user.token });
    const claims = [owner.user.token, owner.user.privyAccessToken].map(claimsOf);
    const names = namesIn([claims, json]);
    expect(names).toEqual(expect.arrayContaining(['sub', 'aud', 'linked_accounts', 'is_guest']));
    expect(names.filter((name) => /role|admin|operator|permission|scope|group$/i.test(name))).toEqual([]);
  });
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
