import { limits } from '@latchkey/wire';
import { lte, sql } from 'drizzle-orm';
import { auditInsert } from '../../audit/index.ts';
import { type Database, type Given, prepare } from '../../db/index.ts';
import type { Agent } from '../../http/index.ts';
import { idsIn, type StoredUser, userJson } from '../../users/index.ts';
import { sessionForks } from './table.ts';

const addSql = (given: Given<NewFork>) => sql`
  with added as (
    insert into session_forks (app_id, token_hash, session_id, expires_at_ms)
    values (${given.appId}, ${given.tokenHash}, ${given.sessionId}, ${given.expiresAtMs})
    returning app_id
  ), audited as (${auditInsert(given.entry, sql`from added`)})
  select app_id from added`;

// One statement burns the token and begins the session: of two that come with the same token one finds it, and a
// token that is too old, or whose session has ended, is gone as well. The new session keeps the login's time and its
// end: forking again and again must make no session older than 30 days. It opens no wallet by that login (the default of
// `is_login_spent`): else each fork would be a release of its own. Its parent is locked, so that a log-out at the same
// moment is either before it, and the token is void, or after it, and ends both.
const recoverSql = (given: Given<Omit<ForkedSession, 'agent'> & Agent>) => sql`
  with burnt as (
    delete from session_forks where app_id = ${given.appId} and token_hash = ${given.tokenHash}
    returning app_id, session_id, expires_at_ms
  ), parent as (
    select s.app_id, s.session_id, s.user_id, s.auth_time_ms, s.expires_at_ms
    from burnt join sessions s on s.app_id = burnt.app_id and s.session_id = burnt.session_id
    where burnt.expires_at_ms > ${given.nowMs}::bigint and s.expires_at_ms > ${given.nowMs}::bigint
    for key share of s
  ), started as (
    insert into sessions
      (app_id, session_id, parent_session_id, user_id, family_hash, current_hash,
       rotated_at_ms, started_at_ms, auth_time_ms, expires_at_ms, browser, os)
    select app_id, ${given.sessionId}, session_id, user_id, ${given.familyHash}, ${given.currentHash},
      ${given.nowMs}, ${given.nowMs}, auth_time_ms, expires_at_ms, ${given.browser}, ${given.os}
    from parent
    returning app_id, user_id
  )
  select ${userJson(idsIn('started'))} as "user" from started`;

/** A fork's token, and the event of it. */
interface NewFork {
  appId: string;
  tokenHash: Uint8Array;
  sessionId: string;
  expiresAtMs: number;
  entry: string;
}

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
  const recover = prepare<{ user: StoredUser | null }, Omit<ForkedSession, 'agent'> & Agent>(
    database,
    'sessions_recover_fork',
    recoverSql,
  );
  const add = prepare<unknown, NewFork>(database, 'sessions_add_fork', addSql);
  return {
    async add({ nowMs, ...fork }: Omit<NewFork, 'expiresAtMs'> & { nowMs: number }): Promise<void> {
      await add({ ...fork, expiresAtMs: nowMs + limits.forkLifeMs });
    },

    /** Begins the session of a fork's token; null when the token is used, too old, or of a session that ended. */
    async recover({ agent, ...fork }: ForkedSession): Promise<StoredUser | null> {
      const [row] = await recover({ ...fork, browser: agent.browser, os: agent.os });
      return row?.user ?? null;
    },

    async sweep(nowMs: number): Promise<void> {
      await database.db.delete(sessionForks).where(lte(sessionForks.expiresAtMs, nowMs));
    },
  };
}
