import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CustodyClient,
  createAuthenticator,
  createTestService,
  movableClock,
  openBareDatabase,
  type TestDatabase,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes, meRoutes, mfaRoutes, sessionRoutes, smsRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf, signOf, transact } from '../cross-app/crossApp.testkit.ts';
import { migrate } from '../db/index.ts';
import { readMigrations } from '../db/migrate.ts';
import { authenticatorOf } from '../mfa/mfa.testkit.ts';
import { type Dump, printDump, restore } from './dump.testkit.ts';
import { makeDump } from './makeDump.testkit.ts';
import { browserOf, type PersonSecrets } from './people.testkit.ts';

// Users of earlier versions return to this one. README.md describes the dumps.

const folder = join(import.meta.dirname, 'dumps');
const kept = readdirSync(folder).map((name) => ({
  version: name.replace(/\.json$/, ''),
  load: async () => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Dump,
}));
/** The dump of the version that is checked out, which the next release will keep. */
const own = {
  version: 'this version',
  load: async () => JSON.parse(printDump(await makeDump())) as Dump,
};
/** Number of users in each dump. */
const peopleOf: Readonly<Record<string, number>> = { '9c2d3f1': 1, '3db5f9aa': 5 };

/** Time that users were away, in ms, after which their access tokens have expired. */
const awayMs = 60 * 60_000;

test('there is a dump of each version that the test lists', () => {
  expect(kept.map(({ version }) => version)).toEqual(expect.arrayContaining(Object.keys(peopleOf)));
});

describe.each([...kept, own])('a database of $version', ({ version, load }) => {
  let dump: Dump;
  let opened: TestDatabase;
  let service: TestService;
  let applied: string[];

  beforeAll(async () => {
    dump = await load();
    opened = await openBareDatabase();
    await restore(opened.database, dump);
    applied = await migrate(opened.database);
    service = await createTestService({
      apps: dump.apps,
      database: opened,
      clock: movableClock(dump.madeAtMs + awayMs),
    });
  });
  afterAll(() => service?.close() ?? opened?.release());

  /** Continues a user's session with the refresh token that they had. */
  async function comeBack(person: PersonSecrets) {
    const { status, json } = await service.call(sessionRoutes.refresh, {
      body: { refresh_token: person.refreshToken },
    });
    expect(status, json.code).toBe(200);
    return { token: json.token ?? '', accessToken: json.privy_access_token ?? '' };
  }

  const toConnect = ({ wallet }: PersonSecrets) => ({
    ...wallet.ref,
    device_id: wallet.deviceId,
    entropy_uid: wallet.entropyUid,
  });

  async function proveFactor(person: PersonSecrets, token: string, client: CustodyClient) {
    if (person.factor === 'totp') {
      const code = authenticatorOf(service, person.totpSecret ?? '')();
      return client.call(mfaRoutes.verifyTotp, { code });
    }
    if (person.factor === 'sms') {
      await service.call(mfaRoutes.startSms, { bearer: token, body: { action: 'verify' } });
      return client.call(mfaRoutes.verifySms, { code: service.outbox.codeFor(person.phone ?? '') });
    }
    const { json } = await service.call(mfaRoutes.startPasskey, { bearer: token, body: {} });
    const response = createAuthenticator(person.passkeys).use(json.options);
    return client.call(mfaRoutes.verifyPasskey, { authenticator_response: response });
  }

  test('a restored database gets the migrations that it lacks, and its dump has the expected number of users', () => {
    const before = (dump.tables.migrations ?? []).map(({ name }) => String(name));
    expect([...before, ...applied].sort()).toEqual(readMigrations().map(({ name }) => name));
    expect(dump.people).toHaveLength(peopleOf[version] ?? 5);
  });

  test('a migrated database keeps each user’s session, email address, wallet, factor and connection working', async () => {
    for (const person of dump.people) {
      const { token, accessToken } = await comeBack(person);
      const { json } = await service.call(meRoutes.getMe, { bearer: token });
      expect(json.user.id).toBe(person.userId);
      const accounts = json.user.linked_accounts;
      expect(accounts).toContainEqual(expect.objectContaining({ type: 'email', address: person.email }));
      expect(accounts).toContainEqual(
        expect.objectContaining({ type: 'wallet', address: person.wallet.ref.entropy_id }),
      );

      const client = await browserOf(service, person, accessToken);
      if (person.factor) {
        expect(json.user.mfa_methods).toMatchObject([{ type: person.factor }]);
        const early = await client.call(custodyRoutes.connect, toConnect(person));
        expect(early.json.code).toBe('missing_or_invalid_mfa');
        expect((await proveFactor(person, token, client)).status).toBe(200);
      }
      const connected = await client.call(custodyRoutes.connect, toConnect(person));
      expect(connected.json).toMatchObject({ auth_part: person.wallet.devicePart });
      if (person.providerToken) {
        const request = requestOf(service, signOf(person.wallet.ref.entropy_id));
        const shown = await transact(service, { token: person.providerToken, bearer: token, request });
        expect(shown.json).toMatchObject({ request: { address: person.wallet.ref.entropy_id } });
      }
    }
  });

  test('a migrated database lets a user log in with an old account, and recover the wallet in a new browser', async () => {
    const [ada] = dump.people;
    if (!ada?.phone) throw new Error('The dump has no one with a phone number');
    await service.call(smsRoutes.sendCode, { body: { phoneNumber: ada.phone } });
    const { json } = await service.call(smsRoutes.authenticate, {
      body: { phoneNumber: ada.phone, code: service.outbox.codeFor(ada.phone) },
    });
    expect(json.user?.id).toBe(ada.userId);
    const client = await browserOf(service, ada, json.privy_access_token ?? '');
    const recovered = await client.call(custodyRoutes.recover, ada.wallet.ref);
    expect(recovered.json).toMatchObject({
      auth_part: ada.wallet.recoveryPart,
      recovery_key: ada.wallet.recoveryKey,
    });
  });
});
