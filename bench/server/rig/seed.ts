import { runSql } from './sql.ts';
import { appId } from './stage.ts';

/** Address of a user that {@link seedUsers} made. */
export const seededEmail = (n: number) => `user-${n}@latchkey.example`;

/** Makes users `from` to `to` (not included), each with an e-mail account and a session, as if they had logged in. */
export async function seedUsers(databaseUrl: string, from: number, to: number): Promise<void> {
  const values = [appId, from, to - 1, Date.now()];
  const userId = `'did:privy:' || translate(lpad(n::text, 25, '0'), '0189', 'abcd')`;
  await runSql(
    databaseUrl,
    `insert into users (app_id, user_id, created_at_ms)
     select $1, ${userId}, $4 from generate_series($2::int, $3::int) n`,
    values,
  );
  await runSql(
    databaseUrl,
    `insert into linked_accounts
       (app_id, type, subject, user_id, details, first_verified_at_ms, latest_verified_at_ms)
     select $1, 'email', address, ${userId}, jsonb_build_object('address', address), $4, $4
     from generate_series($2::int, $3::int) n, concat('user-', n, '@latchkey.example') address`,
    values,
  );
  await runSql(
    databaseUrl,
    `insert into sessions
       (app_id, session_id, user_id, family_hash, current_hash, rotated_at_ms, started_at_ms, auth_time_ms, expires_at_ms)
     select $1, md5(n::text), ${userId}, sha256(n::text::bytea), sha256(n::text::bytea), $4, $4, $4, $4 + 2592000000
     from generate_series($2::int, $3::int) n`,
    values,
  );
  await runSql(databaseUrl, 'vacuum analyze');
}
