import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../apps/index.ts';
import { createAudit } from '../audit/index.ts';
import { createSealing, openKeyring } from '../crypto/index.ts';
import { createSessions, createSigningKeys, type Session, type Sessions } from './index.ts';

let service: TestService;
let sessions: Sessions;
beforeAll(async () => {
  service = await createTestService();
  const { world } = service;
  const keyring = openKeyring(world, world.config.partsKeks, world.config.aws);
  const sealing = createSealing(world, { keyring, store: 'parts' });
  const audit = createAudit(world);
  sessions = createSessions(world, {
    apps: { find: async () => null },
    audit,
    signingKeys: createSigningKeys(world, { audit, sealing }),
  });
});
afterAll(() => service.close());

const appWith = (sensitive_max_age: number) =>
  ({ id: service.app.id, settings: { sensitive_max_age } }) as unknown as App;
const sessionOf = (authTimeMs: number): Session => ({
  appId: service.app.id,
  userId: 'did:privy:x',
  sessionId: 'x',
  authTimeMs,
  startedAtMs: authTimeMs,
  hasFactor: false,
  isHalfIn: false,
});

test('a sensitive action requires a login no older than the app’s setting, and a setting of 0 requires none', () => {
  const nowMs = service.clock.now();
  const check = (ageMs: number, mostS: number) => () =>
    sessions.requireRecentLogin(appWith(mostS), sessionOf(nowMs - ageMs));
  expect(check(600_000, 600)).not.toThrow();
  expect(check(600_001, 600)).toThrow(
    expect.objectContaining({ code: 'recent_login_required', status: 403 }),
  );
  expect(check(10 ** 9, 0)).not.toThrow();
});

test('[S23] endAll ends both sessions of a user, and none of another user', async () => {
  const [phone, laptop] = [await logIn(service, 'ada@example.com'), await logIn(service, 'ada@example.com')];
  const other = await logIn(service, 'grace@example.com');
  const end = (tx: Parameters<Sessions['endAll']>[0]) =>
    sessions.endAll(tx, { appId: service.app.id, userId: phone.user?.id ?? '' });
  expect(await service.database.transaction(end)).toBe(2);
  const refresh = (token: string | null) =>
    service.call(sessionRoutes.refresh, { body: { refresh_token: token } });
  for (const { refresh_token } of [phone, laptop])
    expect((await refresh(refresh_token)).json.code).toBe('missing_or_invalid_token');
  expect((await refresh(other.refresh_token)).status).toBe(200);
});
