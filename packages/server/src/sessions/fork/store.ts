import { limits } from '@latchkey/wire';
import { lte } from 'drizzle-orm';
import { auditInsert } from '../../audit/index.ts';
import type { Database } from '../../db/index.ts';
import type { Agent } from '../../http/index.ts';
import { type StoredUser, userJson } from '../../users/index.ts';
import { sessionForks } from './table.ts';

const addSql = `
  with added as (
    insert into session_forks (app_id, token_hash, session_id, expires_at_ms) values ($1, $2, $3, $4)
    returning app_id
  ), audited as (${auditInsert('$5', 'from added')})
  select app_id from added`;

// One statement burns the token and begins the session: of two that come with the same token one finds it, and a
// token that is too old, or whose session has ended, is gone as well. The new session keeps the login's time and its
// end: forking again and again must make no session older than 30 days. It opens no wallet by that login (the default of
// `is_login_spent`): else each fork would be a release of its own. Its parent is locked, so that a log-out at the same
// moment is either before it, and the token is void, or after it, and ends both.
const recoverSql = `
  with burnt as (
    delete from session_forks where app_id = $1 and token_hash = $2
    returning app_id, session_id, expires_at_ms
  ), parent as (
    select s.app_id, s.session_id, s.user_id, s.auth_time_ms, s.expires_at_ms
    from burnt join sessions s on s.app_id = burnt.app_id and s.session_id = burnt.session_id
    where burnt.expires_at_ms > $6::bigint and s.expires_at_ms > $6::bigint
    for key share of s
  ), started as (
    insert into sessions
      (app_id, session_id, parent_session_id, user_id, family_hash, current_hash,
       rotated_at_ms, started_at_ms, auth_time_ms, expires_at_ms, browser, os)
    select app_id, $3, session_id, user_id, $4, $5, $6, $6, auth_time_ms, expires_at_ms, $7, $8 from parent
    returning app_id, user_id
  )
  select ${userJson('started.app_id', 'started.user_id')} as "user" from started`;

/** What begins the new session. */
export interface ForkedSession {
  appId: string;
  tokenHash: Uint8Array;
  sessionId: string;
  familyHash: Uint8Array;
  currentHash: Uint8Array;
  nowMs: number;
  agent: Agent;
}

/** The queries of forks. */
export function createForkStore(database: Database) {
  const recover = database.statement<{ user: StoredUser | null }>('sessions_recover_fork', recoverSql);
  const add = database.statement('sessions_add_fork', addSql);
  return {
    async add(fork: {
      appId: string;
      tokenHash: Uint8Array;
      sessionId: string;
      nowMs: number;
      entry: string;
    }): Promise<void> {
      const { appId, tokenHash, sessionId, nowMs, entry } = fork;
      await add([appId, tokenHash, sessionId, nowMs + limits.forkLifeMs, entry]);
    },

    /** Begins the session of a fork's token; null when the token is used, too old, or of a session that ended. */
    async recover(input: ForkedSession): Promise<StoredUser | null> {
      const { appId, tokenHash, sessionId, familyHash, currentHash, nowMs, agent } = input;
      const begun = [sessionId, familyHash, currentHash, nowMs, agent.browser, agent.os];
      const [row] = await recover([appId, tokenHash, ...begun]);
      return row?.user ?? null;
    },

    async sweep(nowMs: number): Promise<void> {
      await database.db.delete(sessionForks).where(lte(sessionForks.expiresAtMs, nowMs));
    },
  };
}
