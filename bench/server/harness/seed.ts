import { createHash } from 'node:crypto';
import pg from 'pg';
import { appId } from './fixture.ts';

/** Returns the address of a user that {@link seedUsers} created. */
export const seededEmail = (n: number) => `user-${n}@latchkey.example`;

/**
 * Returns the refresh token of a session that {@link seedUsers} created: the id, then the family's 16 bytes and the
 * token's own 32.
 */
export function seededRefreshToken(n: number): string {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const secret = Buffer.concat([hash(`family-${n}`).subarray(0, 16), hash(`secret-${n}`)]);
  return `${seededId(n)}.${secret.toString('base64url')}`;
}

/** Returns 25 base32 characters. */
function seededId(n: number): string {
  return String(n)
    .padStart(25, '0')
    .replace(/[0189]/g, (digit) => ({ 0: 'a', 1: 'b', 8: 'c', 9: 'd' })[digit] ?? '');
}

const id = `translate(lpad(n::text, 25, '0'), '0189', 'abcd')`;
const userId = `'did:privy:' || ${id}`;
const family = `substring(sha256(('family-' || n)::bytea) for 16)`;
const secret = `translate(encode(${family} || sha256(('secret-' || n)::bytea), 'base64'), '+/', '-_')`;
const range = 'generate_series($2::int, $3::int - 1) n';

const inserts = [
  `insert into users (app_id, user_id, created_at_ms) select $1, ${userId}, $4::bigint from ${range}`,
  `insert into linked_accounts
     (app_id, type, subject, user_id, details, first_verified_at_ms, latest_verified_at_ms)
   select $1, 'email', address, ${userId}, jsonb_build_object('address', address), $4::bigint, $4::bigint
   from ${range}, concat('user-', n, '@latchkey.example') address`,
  `insert into sessions
     (app_id, session_id, user_id, family_hash, current_hash,
      rotated_at_ms, started_at_ms, auth_time_ms, expires_at_ms)
   select $1, ${id}, ${userId}, sha256(${family}), sha256((${id} || '.' || ${secret})::bytea),
     $4::bigint, $4::bigint, $4::bigint, $4::bigint + 2592000000
   from ${range}`,
];

/** Creates users `from` to `to` (exclusive), each with an email account and a session. */
export async function seedUsers(databaseUrl: string, from: number, to: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Skips the foreign key check of each row, because these rows are consistent.
  await client.query('set session_replication_role = replica');
  for (const insert of inserts) await client.query(insert, [appId, from, to, Date.now()]);
  // The other tables stay without statistics, as in a new database.
  await client.query('vacuum analyze users, linked_accounts, sessions');
  await client.end();
}
