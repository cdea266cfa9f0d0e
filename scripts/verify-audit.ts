import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditAnchor, openEmbedded, openPostgres, readConfig, verifyAudit } from '@latchkey/server';

/** `<app id>:<sequence>:<hash>`, as the report and the log line `audit sealed` have it. */
function toAnchor(text: string): AuditAnchor {
  const [, appId = '', sequence, hash = ''] = /^([^:]+):(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!sequence) throw new Error(`"${text}" is no anchor: write <app id>:<sequence>:<64 hex digits>.`);
  return { appId, sequence: Number(sequence), hash };
}

/** Verifies the audit log of the database that the environment names; 1 when something is wrong with it. */
async function main(): Promise<number> {
  const anchors = process.argv.slice(2).map(toAnchor);
  const { databasePrepared: prepared, databaseUrl, dataDir } = readConfig();
  if (databaseUrl === null && !existsSync(join(dataDir, 'database'))) {
    throw new Error(`There is no database in ${dataDir} yet. \`npm start\` makes one.`);
  }
  const database =
    databaseUrl === null ? await openEmbedded({ dataDir }) : openPostgres(databaseUrl, { prepared });
  try {
    const { problems, ends } = await verifyAudit(database, anchors);
    for (const { appId, sequence, hash, events } of ends)
      console.log(`${appId}:${sequence}:${hash}  (${events} events)`);
    for (const { appId, sequence, what } of problems)
      console.error(`✗ ${appId}: event ${sequence} is ${what}`);
    if (problems.length === 0) console.log(`✓ the audit log of ${ends.length} apps is as it was written`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
