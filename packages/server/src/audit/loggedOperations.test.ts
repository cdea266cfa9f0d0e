import { claimsOf, createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  adminRoutes,
  auditRoutes,
  directoryRoutes,
  emailRoutes,
  forkRoute,
  meRoutes,
  reauthenticateRoute,
  sessionRoutes,
  webhookRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService } from '../service.ts';

const app = {
  id: 'latchkey-test-app-0000002',
  name: 'Of the file',
  allowed_origins: ['http://localhost:3000'],
};
const operator = { type: 'operator', id: null };
const system = { type: 'system', id: null };

let service: TestService;
let appId: string;
let secret: string;
beforeAll(async () => {
  service = await createTestService({ apps: [app] });
  const body = {
    name: 'Harbour',
    email_auth: true,
    allowed_origins: ['http://localhost:3000'],
    terms_and_conditions_url: 'https://harbour.example/terms',
  };
  const { json } = await service.call(adminRoutes.createApp, { body, bearer: service.config.adminKey });
  appId = json.id;
  secret = json.app_secret ?? '';
});
afterAll(() => service?.close());

async function done<Reply>(answer: Promise<{ status: number; json: Reply }>): Promise<Reply> {
  const { status, json } = await answer;
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}
const asOperator = (params: Record<string, string> = {}, body: object = {}) => ({
  bearer: service.config.adminKey,
  params: { id: appId, ...params },
  body,
});

async function person(email: string) {
  const login = await logIn(service, email, { appId });
  const id = login.user?.id ?? '';
  const bearer = login.token ?? '';
  const { sid } = claimsOf(login.token);
  return { id, sid, email, bearer, refreshToken: login.refresh_token, self: { type: 'user', id } };
}

interface Logged {
  readonly actor: object;
  readonly user_id?: string;
  readonly session_id?: string;
  readonly subject?: string;
  readonly details?: object;
}

/** Actions and the event that each must record. Fields of `Logged` that are left out are null or empty. */
const operations: [kind: string, act: () => Promise<Logged>][] = [
  [
    'app.secret_rotated',
    async () => {
      secret = (await done(service.call(adminRoutes.rotateSecret, asOperator()))).app_secret;
      return { actor: operator };
    },
  ],
  [
    'signing_key.rotated',
    async () => {
      await person('signer@example.com'); // the first login creates the first key
      const { keys } = await done(service.call(adminRoutes.rotateSigningKey, asOperator()));
      return { actor: operator, subject: keys.at(-1)?.kid ?? 'no key' };
    },
  ],
  [
    'webhook.updated',
    async () => {
      const url = 'https://hooks.example.com/latchkey';
      const { id } = await done(service.call(webhookRoutes.create, asOperator({}, { url })));
      await done(service.call(webhookRoutes.update, asOperator({ webhook_id: id }, { disabled: true })));
      return { actor: operator, subject: id };
    },
  ],
  [
    'user.metadata_set',
    async () => {
      const { id } = await person('noted@example.com');
      const params = { user_id: id };
      const body = { custom_metadata: { plan: 'pro' } };
      await done(service.call(directoryRoutes.setMetadata, { appId, secret, params, body }));
      return { user_id: id, actor: { type: 'app', id: appId } };
    },
  ],
  [
    'user.terms_accepted',
    async () => {
      const { id, self, bearer } = await person('terms@example.com');
      await done(service.call(meRoutes.acceptTerms, { appId, bearer, body: {} }));
      return { user_id: id, actor: self };
    },
  ],
  [
    'session.forked',
    async () => {
      const { id, sid, self, bearer, refreshToken } = await person('forker@example.com');
      const body = { refresh_token: refreshToken };
      await done(service.call(forkRoute, { appId, bearer, body }));
      return { user_id: id, session_id: sid, actor: self };
    },
  ],
  [
    'session.reauthenticated',
    async () => {
      const { id, sid, self, bearer, email } = await person('again@example.com');
      service.clock.advance(30_000);
      await done(service.call(emailRoutes.sendCode, { appId, bearer, body: { email } }));
      const body = { method: 'email', email, code: service.outbox.codeFor(email) } as const;
      await done(service.call(reauthenticateRoute, { appId, bearer, body }));
      return { user_id: id, session_id: sid, actor: self, details: { account_type: 'email' } };
    },
  ],
  [
    'session.ended',
    async () => {
      const { id, sid, self, refreshToken } = await person('leaver@example.com');
      await done(service.call(sessionRoutes.logout, { appId, body: { refresh_token: refreshToken } }));
      return { user_id: id, session_id: sid, actor: self };
    },
  ],
  [
    'session.reuse_detected',
    async () => {
      const { id, sid, refreshToken } = await person('robbed@example.com');
      const refresh = (token: string | null) =>
        service.call(sessionRoutes.refresh, { appId, body: { refresh_token: token } });
      await done(refresh((await done(refresh(refreshToken))).refresh_token));
      service.clock.advance(60_000); // after the time in which a lost reply can be requested again
      expect((await refresh(refreshToken)).json.code).toBe('missing_or_invalid_token');
      return { user_id: id, session_id: sid, actor: system };
    },
  ],
];

async function logOf(id: string, kind: string) {
  await service.service.seal();
  const input = { ...asOperator({ id }), body: { limit: '1000' } };
  const { events } = await done(service.call(auditRoutes.list, input));
  return events.filter((event) => event.kind === kind);
}

const empty = { user_id: null, session_id: null, subject: null, details: {} };

test.each(operations)('%s is logged once, with its actor, its user and its subject', async (kind, act) => {
  const told = await act();
  const [event, ...more] = await logOf(appId, kind);
  const { id, sequence, at, hash, ...rest } = event ?? expect.fail('it does not');
  expect(rest).toEqual({ kind, ...empty, ...told });
  expect(at).toBe(service.clock.now());
  expect(more).toEqual([]);
});

test('app.disabled is logged for an app that the apps file disabled', async () => {
  const { config, database, clock } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const apps = [service.app, { ...app, disabled: true }];
  await (await createService({ config, database, mailer, clock, apps })).close();
  expect(await logOf(app.id, 'app.disabled')).toMatchObject([
    { ...empty, actor: { type: 'system', id: 'apps_file' } },
  ]);
});
