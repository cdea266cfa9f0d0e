import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, type Database, migrate, openEmbedded, openPostgres } from '@latchkey/server';
import {
  createOutbox,
  createSchema,
  databaseKind,
  movableClock,
  seedDataFolder,
  testConfig,
} from '@latchkey/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAudit } from '../../../server/src/audit/index.ts';
import { openCommandLine } from '../openCommandLine.testkit.ts';

const appId = 'latchkey-test-app-0000001';

let folder: string;
/** Location of the database, as environment variables. */
let place: { LATCHKEY_DATABASE_URL: string } | { LATCHKEY_DATA_DIR: string };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-verify-'));
  if (databaseKind === 'postgres') {
    place = { LATCHKEY_DATABASE_URL: await createSchema() };
    return;
  }
  place = { LATCHKEY_DATA_DIR: join(folder, 'data') };
  await seedDataFolder(place.LATCHKEY_DATA_DIR);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Works on the database and closes it: only one process at a time can use the embedded one. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database =
    'LATCHKEY_DATABASE_URL' in place
      ? openPostgres(place.LATCHKEY_DATABASE_URL)
      : await openEmbedded({ dataDir: place.LATCHKEY_DATA_DIR });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Runs the command. Returns its status and its output. */
async function verify(...anchors: string[]): Promise<{ status: unknown; said: string }> {
  const { code, told, noted } = await openCommandLine({ env: place }).run('verify-audit', ...anchors);
  return { status: code, said: told + noted };
}

test('[S48] verify-audit exits with 0 for an intact log, and with 1 if events were changed or are gone', async () => {
  await withDatabase(async (database) => {
    await migrate(database);
    const { mailer, smsSender } = createOutbox();
    const options = { config: testConfig(), clock: movableClock(), apps: [], database, mailer, smsSender };
    const audit = createAudit(await createWorld(options));
    for (const kind of ['user.created', 'user.authenticated', 'session.ended'] as const) {
      const event = { kind, userId: null, actor: { type: 'system' } } as const;
      await database.transaction((tx) => audit.record(tx, appId, event));
    }
    await audit.seal();
  });
  const clean = await verify();
  expect(clean.said).toMatch(
    new RegExp(`^${appId}:3:[0-9a-f]{64} {2}\\(3 events since \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\)$`, 'm'),
  );
  expect(clean.status).toBe(0);
  const anchor = /^\S+:3:[0-9a-f]{64}/m.exec(clean.said)?.[0] ?? '';

  await withDatabase((database) =>
    database.exclusively(async (run) => {
      await run('set local session_replication_role = replica');
      await run("update audit_events set kind = 'user.deleted' where sequence = 2");
    }),
  );
  const changed = await verify();
  expect(changed.said).toContain(`✗ ${appId}: event 2 is changed`);
  expect(changed.status).toBe(1);

  await withDatabase((database) =>
    database.exclusively(async (run) => {
      await run('alter table audit_events disable trigger all');
      await run('update audit_chains set floor_sequence = sequence, floor_hash = hash');
      await run('delete from audit_events');
      await run('alter table audit_events enable trigger all');
    }),
  );
  const cut = await verify(anchor);
  expect(cut.said).toContain(`${appId} has no events: 3 were deleted from its start`);
  expect(cut.said).toContain(`✗ ${appId}: event 3 is before the start`);
  expect(cut.said).toContain('older than 400 days');
  expect(cut.status).toBe(1);
});

test('verify-audit refuses a text that is no anchor, and exits with 2 if there is no database', async () => {
  const { run } = openCommandLine();
  expect(await run('verify-audit', 'an-app:1:2')).toMatchObject({
    code: 2,
    noted: expect.stringContaining('"an-app:1:2" is no anchor'),
  });
  expect(await run('verify-audit')).toMatchObject({
    code: 2,
    noted: expect.stringContaining('`latchkey start` makes one'),
  });
});
