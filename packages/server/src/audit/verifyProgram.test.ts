import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createOutbox,
  createSchema,
  databaseKind,
  movableClock,
  seedDataFolder,
  testConfig,
} from '@latchkey/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, migrate, openEmbedded, openPostgres } from '../db/index.ts';
import { createWorld } from '../service.ts';
import { createAudit } from './index.ts';

// `npm run verify-audit` from its first line to its status, on the database that the environment names. In this process:
// one of its own would read the whole server from source each time.

const program = fileURLToPath(new URL('../../../../scripts/verify-audit.ts', import.meta.url));
const appId = 'latchkey-test-app-0000001';

let folder: string;
/** Where the database is, as the environment says it. */
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

/** Works on the database and lets go of it: the embedded one is for one process at a time. */
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

/** Runs the program to its end: its status, and what it said on both streams. */
async function verify(run: string): Promise<{ status: unknown; said: string }> {
  const before = { argv: process.argv, exitCode: process.exitCode };
  const lines: unknown[] = [];
  const spies = (['log', 'error'] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((line) => void lines.push(line)),
  );
  for (const [name, value] of Object.entries(place)) vi.stubEnv(name, value);
  process.argv = [process.execPath, program];
  try {
    // Another address each time: a module runs once.
    await import(/* @vite-ignore */ `${program}?${run}`);
    return { status: process.exitCode, said: lines.join('\n') };
  } finally {
    process.argv = before.argv;
    process.exitCode = before.exitCode;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

test('[S48] verify-audit ends with 0 for a log that no one touched, and with 1 for one that was changed', async () => {
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
  const clean = await verify('clean');
  expect(clean.said).toMatch(new RegExp(`^${appId}:3:[0-9a-f]{64} {2}\\(3 events\\)$`, 'm'));
  expect(clean.status).toBe(0);

  await withDatabase((database) =>
    database.exclusively(async (run) => {
      await run('alter table audit_events disable trigger all');
      await run("update audit_events set kind = 'user.deleted' where sequence = 2");
      await run('alter table audit_events enable trigger all');
    }),
  );
  const changed = await verify('changed');
  expect(changed.said).toContain(`✗ ${appId}: event 2 is changed`);
  expect(changed.status).toBe(1);
});
