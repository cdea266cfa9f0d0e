import type { TestService } from '@latchkey/testkit';
import { expect } from 'vitest';
import { createApps } from '../apps/index.ts';
import { createAudit } from '../audit/index.ts';
import { createChallenges } from '../challenges/index.ts';
import { createSealing, openKeyring } from '../crypto/index.ts';
import type { Caller } from '../http/index.ts';
import { createSessions, createSigningKeys } from '../sessions/index.ts';
import { createUsers } from '../users/index.ts';
import { createAdmission } from './index.ts';

/** Creates the admission module over the service's database, for tests that call it without a route. */
export async function openAdmission(service: TestService) {
  const { world } = service;
  const audit = createAudit(world);
  const sealing = createSealing(world, {
    keyring: openKeyring(world, world.config.partsKeks, world.config.aws),
    store: 'parts',
  });
  const signingKeys = createSigningKeys(world, { audit, sealing });
  const apps = createApps(world, {
    audit,
    verificationKey: signingKeys.verificationKey,
    toOnRampServices: () => ({}),
  });
  const app = (await apps.find(service.app.id)) ?? expect.fail('no test app');
  const admission = createAdmission(world, {
    apps,
    challenges: createChallenges(world, { sealing }),
    sessions: createSessions(world, { apps, audit, signingKeys }),
    users: createUsers(world, { audit }),
  });
  return { admission, app };
}

/** Caller without a session. */
export const stranger: Caller = {
  request: {
    method: 'POST',
    path: '/',
    query: '',
    host: 'localhost',
    headers: new Headers(),
    readText: async () => '',
  },
  requestId: 'test',
  app: null,
  operator: null,
  origin: null,
  address: '127.0.0.1',
  network: '192.0.2.1',
  bearer: null,
  bodyText: '',
  countAs: () => undefined,
  setHeader: () => undefined,
  setCookie: () => undefined,
};
