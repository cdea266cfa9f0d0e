import { limits } from '@latchkey/wire';
import { lte } from 'drizzle-orm';
import type { Database } from '../../db/index.ts';
import { tries } from '../table.ts';

// An attacker could send guesses in parallel. One statement compares, counts a wrong try and refuses a network that
// has none left, so no result is known before its try is committed. An attacker could also time the comparison, so it
// compares keyed hashes.
const compareSql = `
  insert into tries (app_id, kind, id, wrong, expires_at_ms)
  values ($1, $2, $3, case when $4::bytea = $5::bytea then 0 else 1 end, $6)
  on conflict (app_id, kind, id) do update
    set wrong = excluded.wrong + case when tries.expires_at_ms > $7 then tries.wrong else 0 end,
        expires_at_ms = case when tries.expires_at_ms > $7 then tries.expires_at_ms else excluded.expires_at_ms end
    where tries.expires_at_ms <= $7 or tries.wrong < ${limits.codeTriesPerNetwork}
  returning $4::bytea = $5::bytea as is_match`;

/** One try to guess a secret. `id` (the network), `given` and `expected` are keyed hashes. */
interface Try {
  appId: string;
  kind: string;
  id: string;
  given: Uint8Array;
  expected: Uint8Array;
  nowMs: number;
}

export function createTryStore(database: Database) {
  const compare = database.statement<{ is_match: boolean }>('tries_compare', compareSql);
  return {
    async isRight({ appId, kind, id, given, expected, nowMs }: Try): Promise<boolean> {
      const rows = await compare([appId, kind, id, given, expected, nowMs + limits.codeLifeMs, nowMs]);
      return rows[0]?.is_match === true;
    },
    async sweep(nowMs: number): Promise<void> {
      await database.acrossApps.delete(tries).where(lte(tries.expiresAtMs, nowMs));
    },
  };
}
