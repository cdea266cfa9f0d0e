import { limits } from '@latchkey/wire';
import { and, asc, desc, eq, gt, inArray, lte, ne, type SQL } from 'drizzle-orm';
import { auditInsert } from '../audit/index.ts';
import { type CodeClaim, consumeCodeSql } from '../challenges/index.ts';
import type { Database, Db } from '../db/index.ts';
import type { Agent } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import { type AccountKey, type StoredUser, touchAccountSql, userJson } from '../users/index.ts';
import type { Session } from './index.ts';
import { sessions } from './table.ts';
import { entriesKept, entryLength } from './usedTokens.ts';

/** A session with its refresh tokens and its user, for what is not the usual refresh. */
export interface SessionRow {
  userId: string;
  familyHash: Uint8Array;
  used: Uint8Array;
  expiresAtMs: number;
  user: StoredUser;
}

/** A session that begins, before it is known whose it is: of anyone who has the account. */
interface NewSessionRow {
  appId: string;
  sessionId: string;
  familyHash: Uint8Array;
  currentHash: Uint8Array;
  /** The one that is proved. */
  account: AccountKey;
  /** When it was proved. */
  authTimeMs: number;
  nowMs: number;
  entry: string;
  /** Where it begins. */
  agent: Agent;
}

// The account that is proved, in the statements that begin a session: whose it is, they find out themselves.
const proved = { type: '$7::text', subject: '$8::text', atMs: '$5::bigint' };

/** The event of a session, of whose user only the row knows: whose it was, and who did it where that is they. */
const eventOf = (row: string, entry: string) =>
  `(${entry}::jsonb || jsonb_build_object('user_id', ${row}.user_id)
    || case ${entry}::jsonb->>'actor_type' when 'user' then jsonb_build_object('actor_id', ${row}.user_id) else '{}' end)`;

/** CTEs that begin a session, and one that gives its user. @param condition SQL: without it nothing begins */
const beginSql = (condition = '') => `
  owner as (${touchAccountSql('$1', proved)} ${condition} returning user_id
  ), started as (
    insert into sessions
      (app_id, session_id, user_id, family_hash, current_hash,
       rotated_at_ms, started_at_ms, auth_time_ms, expires_at_ms, login_at_ms, is_login_spent, browser, os)
    select $1, $2, user_id, $3, $4, $5, $5, $9, $5 + ${limits.sessionLifeMs}, $9, false, $10, $11 from owner
    returning app_id, user_id
  ), audited as (${auditInsert(eventOf('started', '$6'), 'from started')})`;

const startedUser = `(select ${userJson('started.app_id', 'started.user_id', proved)} from started) as "user"`;

const startSql = `with ${beginSql()} select ${startedUser}`;

const isProved = 'exists (select from tried where is_match)';
const code = { appId: '$1', recipient: '$12', network: '$13', codeHash: '$14', nowMs: '$5' };
const startByCodeSql = `
  with ${consumeCodeSql(code)}, ${beginSql(`and ${isProved}`)}
  select ${isProved} as is_proved, ${startedUser}`;

// The hot path: check, rotate and read the user in one round trip. Of the used tokens the newest stays in any case,
// the older ones while the newest was used less than the grace ago.
const rotateSql = `
  update sessions s
  set current_hash = $4,
      rotated_at_ms = $6,
      used = substring($5::bytea || case
        when rotated_at_ms + ${limits.refreshGraceMs} > $6 then used
        else substring(used from 1 for ${entryLength})
      end from 1 for ${entriesKept * entryLength})
  where app_id = $1 and session_id = $2 and current_hash = $3 and expires_at_ms > $6
    and ($7::text is null or user_id = $7::text)
  returning ${userJson('s.app_id', 's.user_id')} as "user"`;

const findByTokenSql = `
  select user_id, family_hash, used, expires_at_ms, ${userJson('sessions.app_id', 'sessions.user_id')} as "user"
  from sessions where app_id = $1 and session_id = $2`;

const findSql = `
  select s.auth_time_ms, s.started_at_ms, u.hold_ends_ms,
    case when u.custody_epoch_session_id = s.session_id then 0 else u.custody_epoch_ms end as custody_epoch_ms
  from sessions s join users u on u.app_id = s.app_id and u.user_id = s.user_id
  where s.app_id = $1 and s.session_id = $2 and s.user_id = $3 and s.expires_at_ms > $4`;

const endSql = `
  with ended as (delete from sessions where app_id = $1 and session_id = $2 returning user_id),
  audited as (${auditInsert(eventOf('ended', '$3'), 'from ended')})
  select user_id from ended`;

const endFamilySql = `
  with ended as (
    delete from sessions where app_id = $1 and session_id = $2 and family_hash = $4 returning user_id
  ), audited as (${auditInsert(eventOf('ended', '$3'), 'from ended')})
  select user_id from ended`;

const renewAuthTimeSql = `
  with renewed as (
    update sessions set auth_time_ms = greatest(auth_time_ms, $7) where app_id = $1 and session_id = $2
    returning app_id, auth_time_ms
  ), touched as (${touchAccountSql('$1', { type: '$5', subject: '$6', atMs: '$3' })}
  ), audited as (${auditInsert('$4', 'from renewed')})
  select auth_time_ms from renewed`;

function valuesOf(row: NewSessionRow) {
  const { appId, sessionId, familyHash, currentHash, account, authTimeMs, nowMs, entry, agent } = row;
  const { type, subject } = account;
  const where = [agent.browser, agent.os];
  return [appId, sessionId, familyHash, currentHash, nowMs, entry, type, subject, authTimeMs, ...where];
}

/** What the statement of every call that names a session gives. */
interface FoundRow {
  auth_time_ms: number;
  started_at_ms: number;
  hold_ends_ms: number;
  custody_epoch_ms: number;
}

/** The queries of sessions. Those that an event tells of write it in the same statement. */
export function createSessionStore(database: Database) {
  const start = database.statement<{ user: StoredUser | null }>('sessions_start', startSql);
  const startByCode = database.statement<{ is_proved: boolean; user: StoredUser | null }>(
    'sessions_start_by_code',
    startByCodeSql,
  );
  const rotate = database.statement<{ user: StoredUser | null }>('sessions_rotate', rotateSql);
  const findByToken = database.statement<{
    user_id: string;
    family_hash: Uint8Array;
    used: Uint8Array;
    expires_at_ms: number;
    user: StoredUser;
  }>('sessions_find_by_token', findByTokenSql);
  const find = database.statement<FoundRow>('sessions_find', findSql);

  const end = database.statement<{ user_id: string }>('sessions_end', endSql);
  const endFamily = database.statement<{ user_id: string }>('sessions_end_family', endFamilySql);
  const renewAuthTime = database.statement<{ auth_time_ms: number }>(
    'sessions_renew_auth_time',
    renewAuthTimeSql,
  );

  return {
    /** Begins a session of the user who has an account; null when no one has it. */
    async start(row: NewSessionRow): Promise<StoredUser | null> {
      const [begun] = await start(valuesOf(row));
      return begun?.user ?? null;
    },

    /** The same by a code, which is used up; null when it is wrong. */
    async startByCode(
      row: NewSessionRow,
      { recipient, network, codeHash }: CodeClaim,
    ): Promise<{ user: StoredUser | null } | null> {
      const [begun] = await startByCode([...valuesOf(row), recipient, network, codeHash]);
      return begun?.is_proved ? { user: begun.user } : null;
    },

    /** Replaces the current token by its successor; null when the token is not the current one of a living session. */
    async rotate(input: {
      appId: string;
      sessionId: string;
      currentHash: Uint8Array;
      successorHash: Uint8Array;
      usedEntry: Uint8Array;
      /** The user whom the bearer names, or null without one. */
      userId: string | null;
      nowMs: number;
    }): Promise<StoredUser | null> {
      const { appId, sessionId, currentHash, successorHash, usedEntry, userId, nowMs } = input;
      const [row] = await rotate([appId, sessionId, currentHash, successorHash, usedEntry, nowMs, userId]);
      return row?.user ?? null;
    },

    async findByToken(appId: string, sessionId: string): Promise<SessionRow | null> {
      const [row] = await findByToken([appId, sessionId]);
      if (!row) return null;
      return {
        userId: row.user_id,
        familyHash: row.family_hash,
        used: row.used,
        expiresAtMs: row.expires_at_ms,
        user: row.user,
      };
    },

    async find(
      { appId, userId }: UserKey,
      sessionId: string,
      nowMs: number,
    ): Promise<{ session: Session; custodyEpochMs: number } | null> {
      const [row] = await find([appId, sessionId, userId, nowMs]);
      if (!row) return null;
      const session = {
        appId,
        userId,
        sessionId,
        authTimeMs: row.auth_time_ms,
        startedAtMs: row.started_at_ms,
        holdEndsMs: row.hold_ends_ms,
      };
      return { session, custodyEpochMs: row.custody_epoch_ms };
    },

    async end(appId: string, sessionId: string, entry: string): Promise<void> {
      await end([appId, sessionId, entry]);
    },

    /** Ends the session of a refresh token of any age; false when there is none. */
    async endFamily(
      appId: string,
      sessionId: string,
      familyHash: Uint8Array,
      entry: string,
    ): Promise<boolean> {
      return (await endFamily([appId, sessionId, entry, familyHash])).length > 0;
    },

    /** The living sessions of a user, the one that was used last first. */
    async list(user: UserKey, nowMs: number) {
      const { authTimeMs, browser, expiresAtMs, os, rotatedAtMs, sessionId, startedAtMs } = sessions;
      return database.db
        .select({ sessionId, authTimeMs, expiresAtMs, startedAtMs, usedAtMs: rotatedAtMs, browser, os })
        .from(sessions)
        .where(and(isOf(user), gt(expiresAtMs, nowMs)))
        .orderBy(desc(rotatedAtMs), asc(sessionId));
    },

    endThese,
    endOthers,
    endAll,

    /** Notes a fresh proof of the session's user; gives the newest one's time, null when the session has ended. */
    async renewAuthTime(proof: {
      appId: string;
      sessionId: string;
      account: AccountKey;
      authTimeMs: number;
      nowMs: number;
      entry: string;
    }): Promise<number | null> {
      const { appId, sessionId, account, authTimeMs, nowMs, entry } = proof;
      const { type, subject } = account;
      const [renewed] = await renewAuthTime([appId, sessionId, nowMs, entry, type, subject, authTimeMs]);
      return renewed?.auth_time_ms ?? null;
    },

    async sweep(nowMs: number): Promise<void> {
      await database.db.delete(sessions).where(lte(sessions.expiresAtMs, nowMs));
    },
  };
}

const isOf = ({ appId, userId }: UserKey) => and(eq(sessions.appId, appId), eq(sessions.userId, userId));

/** Ends sessions, and with each what was forked from it; gives how many were meant. */
async function endWhere(db: Db, condition: SQL | undefined): Promise<number> {
  return (await db.delete(sessions).where(condition).returning({ sessionId: sessions.sessionId })).length;
}

/** Ends these sessions of a user; gives how many lived. */
async function endThese(tx: Db, owner: UserKey, sessionIds: readonly string[]): Promise<number> {
  if (sessionIds.length === 0) return 0;
  return endWhere(tx, and(isOf(owner), inArray(sessions.sessionId, [...sessionIds])));
}

/** Ends all sessions of a user but one, which belongs to no other from then on; gives how many. */
async function endOthers(tx: Db, kept: UserKey & Pick<Session, 'sessionId'>): Promise<number> {
  const isKept = and(isOf(kept), eq(sessions.sessionId, kept.sessionId));
  await tx.update(sessions).set({ parentSessionId: null }).where(isKept);
  return endWhere(tx, and(isOf(kept), ne(sessions.sessionId, kept.sessionId)));
}

/** Ends all sessions of a user; gives how many. */
const endAll = (db: Db, user: UserKey) => endWhere(db, isOf(user));
