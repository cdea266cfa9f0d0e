import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../bench/server/harness/sql.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { buildAll } from '../../scripts/build.ts';
import { operations, prepareLoad, repeat } from './load.ts';
import { listProcesses, residentBytes } from './memory.ts';
import { type SoakFixture, startSoakFixture } from './soakFixture.ts';

const minutes = Number(process.env.LATCHKEY_SOAK_MINUTES ?? 45);
const soakMs = minutes * 60_000;
/**
 * Moments, as shares of the soak, between which memory and tables are compared. The first is after ten of 45 minutes.
 */
const moments = { settled: 10 / 45, middle: 27.5 / 45, end: 1 };
/** Length of the two windows in which the lowest memory is compared, as a share of the soak. */
const window = 5 / 45;
const sampleMs = 5_000;

/**
 * Tables that keep rows for longer than the soak, on purpose. Their rows may grow with the operations, at a constant
 * rate. The rows of the others must stay level.
 */
const keptTables = new Set([
  'audit_events',
  'code_networks',
  'custody_notices',
  'custody_requests',
  'devices',
  'embedded_wallets',
  'entropies',
  'linked_accounts',
  'mfa_known_keys',
  'recoveries',
  'recovery_data_keys',
  'recovery_sets',
  'session_keys',
  'sessions',
  'users',
  'webhook_deliveries',
]);

let fixture: SoakFixture;
beforeAll(async () => {
  await buildAll({ only: ['frame', 'server'] });
  fixture = await startSoakFixture();
});
afterAll(() => fixture.close());

async function keepReport(report: object): Promise<void> {
  const folder = join(root, 'artifacts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'soak.json'), JSON.stringify(report, null, 2));
}

async function countRows(): Promise<Record<string, number>> {
  const tables = await runSql(
    fixture.databaseUrl,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const counts = tables.map(async ({ name }) => {
    const [row] = await runSql(fixture.databaseUrl, `select count(*)::int8 as rows from "${name}"`);
    return [String(name), Number(row?.rows)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test(
  `${minutes} minutes of logins, refreshes, wallets, factors and webhooks leave the memory of every process and the rows of every table level, except tables that keep their rows, which grow at a constant rate`,
  async () => {
    const load = await prepareLoad(fixture);
    const startedMs = Date.now();
    const endMs = startedMs + soakMs;
    const processes = listProcesses(fixture.service.pid);
    const memory = processes.map((pid) => ({
      pid,
      settled: Number.POSITIVE_INFINITY,
      end: Number.POSITIVE_INFINITY,
    }));
    const rows: Partial<Record<keyof typeof moments, Record<string, number>>> = {};

    async function sample(): Promise<void> {
      const share = (Date.now() - startedMs) / soakMs;
      const isSettled = share > moments.settled && share < moments.settled + window;
      // The lowest of many readings, because V8 frees memory at intervals.
      for (const lowest of memory) {
        if (isSettled) lowest.settled = Math.min(lowest.settled, residentBytes(lowest.pid));
        if (share > moments.end - window) lowest.end = Math.min(lowest.end, residentBytes(lowest.pid));
      }
      if (share >= moments.settled) rows.settled ??= await countRows();
      if (share >= moments.middle) rows.middle ??= await countRows();
    }

    const [{ done, failures }] = await Promise.all([load(endMs), repeat(sampleMs, endMs, sample)]);
    rows.end = await countRows();
    await keepReport({ minutes, done, events: fixture.receivedEvents(), memory, rows });
    expect(failures).toEqual([]);
    expect(listProcesses(fixture.service.pid)).toEqual(processes);
    expect(processes.length).toBe(3);
    for (const { settled, end } of memory)
      expect(end / settled, JSON.stringify(memory)).toBeLessThanOrEqual(1.05);

    const { settled = {}, middle = {}, end } = rows;
    for (const name of Object.keys(end)) {
      const [before = 0, half = 0, after = 0] = [settled[name], middle[name], end[name]];
      // The second half of the time adds hardly more rows than the first.
      if (keptTables.has(name)) expect(after - half, name).toBeLessThanOrEqual((half - before) * 1.1 + 20);
      else expect(after, name).toBeLessThanOrEqual(Math.max(before, half) * 1.1 + 20);
    }
    for (const name of operations) expect(done[name], name).toBeGreaterThan(minutes * 10);
    expect(fixture.receivedEvents()).toBeGreaterThan(minutes * 100);
  },
  soakMs + 30 * 60_000,
);
