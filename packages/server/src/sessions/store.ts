import { limits } from '@latchkey/wire';
import { and, asc, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { auditInsert } from '../audit/index.ts';
import { type CodeClaim, consumeCodeSql } from '../challenges/index.ts';
import { type Database, type Db, type Given, prepare } from '../db/index.ts';
import type { Agent } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import { type AccountKey, idsIn, type StoredUser, touchAccountSql, userJson } from '../users/index.ts';
import type { Session, VerifiedFactor } from './index.ts';
import { sessions } from './table.ts';
import { entriesKept, entryLength } from './usedTokens.ts';

/** A session with its refresh tokens and its user, for what is not the usual refresh. */
export interface SessionRow {
  userId: string;
  familyHash: Uint8Array;
  used: Uint8Array;
  expiresAtMs: number;
  user: StoredUser;
  factor: VerifiedFactor | null;
}

type SessionKey = Pick<Session, 'appId' | 'sessionId'>;

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

/** A session that begins, as its statements take it. */
type BeginValues = Omit<NewSessionRow, 'account' | 'agent'> & AccountKey & Agent;

// What several CTEs of one statement share has its type written out: PostgreSQL takes the first it meets.
const provedOf = (given: Given<BeginValues>) => ({
  appId: given.appId,
  type: sql`${given.type}::text`,
  subject: sql`${given.subject}::text`,
  atMs: sql`${given.nowMs}::bigint`,
});

/** The event of a session, of whose user only the row knows: whose it was, and who did it where that is they. */
const eventOf = (row: SQL, entry: SQL) =>
  sql`(${entry}::jsonb || jsonb_build_object('user_id', ${row}.user_id)
    || case ${entry}::jsonb->>'actor_type' when 'user' then jsonb_build_object('actor_id', ${row}.user_id) else '{}' end)`;

/** CTEs that begin a session of the user who has the account. @param condition without it nothing begins */
const beginSql = (given: Given<BeginValues>, condition: SQL = sql``) => sql`
  owner as (${touchAccountSql(provedOf(given))} ${condition} returning user_id
  ), started as (
    insert into sessions
      (app_id, session_id, user_id, family_hash, current_hash, rotated_at_ms, started_at_ms,
       auth_time_ms, expires_at_ms, login_at_ms, is_login_spent, browser, os)
    select ${given.appId}, ${given.sessionId}, user_id, ${given.familyHash}, ${given.currentHash}, ${given.nowMs}, ${given.nowMs},
      ${given.authTimeMs}, ${given.nowMs} + ${limits.sessionLifeMs}, ${given.authTimeMs}, false, ${given.browser}, ${given.os}
    from owner
    returning app_id, user_id
  ), audited as (${auditInsert(eventOf(sql`started`, given.entry), sql`from started`)})`;

const startedUser = (given: Given<BeginValues>) =>
  sql`(select ${userJson(idsIn('started'), provedOf(given))} from started) as "user"`;

const startSql = (given: Given<BeginValues>) => sql`with ${beginSql(given)} select ${startedUser(given)}`;

/**
 * A login by code: code, account, session and event of four rooms in one statement. Measured against plain statements in
 * one transaction, by the clients of the login bench (32 connections, a PostgreSQL on the same two cores): 2.1 times as
 * many logins (618 a second against 301), at half the CPU of the service (0.7 ms against 1.5) and of PostgreSQL (0.8 ms
 * against 1.8), because eight round trips become one.
 */
const startByCodeSql = (given: Given<BeginValues & CodeClaim>) => {
  const isProved = sql`exists (select from tried where is_match)`;
  return sql`
  with ${consumeCodeSql(given)}, ${beginSql(given, sql`and ${isProved}`)}
  select ${isProved} as is_proved, ${startedUser(given)}`;
};

/** A refresh token that is shown, and the one that takes its place. */
interface Rotation {
  appId: string;
  sessionId: string;
  currentHash: Uint8Array;
  successorHash: Uint8Array;
  usedEntry: Uint8Array;
  /** The user whom the bearer names, or null without one. */
  userId: string | null;
  nowMs: number;
}

// The hot path: check, rotate and read the user in one round trip. Of the used tokens the newest stays in any case,
// the older ones while the newest was used less than the grace ago.
const rotateSql = (given: Given<Rotation>) => sql`
  update sessions s
  set current_hash = ${given.successorHash},
      rotated_at_ms = ${given.nowMs},
      used = substring(${given.usedEntry}::bytea || case
        when rotated_at_ms + ${limits.refreshGraceMs} > ${given.nowMs} then used
        else substring(used from 1 for ${entryLength})
      end from 1 for ${entriesKept * entryLength})
  where app_id = ${given.appId} and session_id = ${given.sessionId} and current_hash = ${given.currentHash}
    and expires_at_ms > ${given.nowMs} and (${given.userId}::text is null or user_id = ${given.userId}::text)
  returning ${userJson(idsIn('s'))} as "user", factor_verified_at_ms, factor_method`;

const findByTokenSql = ({ appId, sessionId }: Given<SessionKey>) => sql`
  select user_id, family_hash, used, expires_at_ms, factor_verified_at_ms, factor_method,
    ${userJson(idsIn('sessions'))} as "user"
  from sessions where app_id = ${appId} and session_id = ${sessionId}`;

const findSql = (given: Given<UserKey & SessionKey & { nowMs: number }>) => sql`
  select s.auth_time_ms, s.started_at_ms, u.hold_ends_ms, u.mfa_methods, s.factor_verified_at_ms, s.factor_method,
    case when u.custody_epoch_session_id = s.session_id then 0 else u.custody_epoch_ms end as custody_epoch_ms
  from sessions s join users u on u.app_id = s.app_id and u.user_id = s.user_id
  where s.app_id = ${given.appId} and s.session_id = ${given.sessionId} and s.user_id = ${given.userId}
    and s.expires_at_ms > ${given.nowMs}`;

const endSql = (given: Given<SessionKey & { entry: string }>, condition: SQL = sql``) => sql`
  with ended as (
    delete from sessions where app_id = ${given.appId} and session_id = ${given.sessionId} ${condition}
    returning user_id
  ), audited as (${auditInsert(eventOf(sql`ended`, given.entry), sql`from ended`)})
  select user_id from ended`;

const endFamilySql = (given: Given<SessionKey & { entry: string; familyHash: Uint8Array }>) =>
  endSql(given, sql`and family_hash = ${given.familyHash}`);

/** A fresh proof of a session's user. */
type Renewal = SessionKey & AccountKey & { authTimeMs: number; nowMs: number; entry: string };

const renewAuthTimeSql = (given: Given<Renewal>) => sql`
  with renewed as (
    update sessions set auth_time_ms = greatest(auth_time_ms, ${given.authTimeMs})
    where app_id = ${given.appId} and session_id = ${given.sessionId}
    returning app_id, auth_time_ms
  ), touched as (${touchAccountSql({
    appId: given.appId,
    type: given.type,
    subject: given.subject,
    atMs: given.nowMs,
  })}
  ), audited as (${auditInsert(given.entry, sql`from renewed`)})
  select auth_time_ms from renewed`;

function valuesOf({ account, agent, ...row }: NewSessionRow): BeginValues {
  return { ...row, type: account.type, subject: account.subject, browser: agent.browser, os: agent.os };
}

/** What the statement of every call that names a session gives. */
interface FoundRow extends FactorColumns {
  auth_time_ms: number;
  started_at_ms: number;
  hold_ends_ms: number;
  mfa_methods: StoredUser['mfaMethods'];
  custody_epoch_ms: number;
}

/** A living session, and what decides for what it is taken. */
interface FoundSession {
  session: Omit<Session, 'isHalfIn'>;
  custodyEpochMs: number;
  /** The second factors that its user has. */
  methods: StoredUser['mfaMethods'];
  /** The one that it last verified. */
  factor: VerifiedFactor | null;
}

interface FoundByToken extends FactorColumns {
  user_id: string;
  family_hash: Uint8Array;
  used: Uint8Array;
  expires_at_ms: number;
  user: StoredUser;
}

/** When and how a session last verified a factor, as its statements give it. */
interface FactorColumns {
  factor_verified_at_ms: number | null;
  factor_method: string | null;
}

const toFactor = (row: FactorColumns): VerifiedFactor | null =>
  row.factor_verified_at_ms === null
    ? null
    : { atMs: row.factor_verified_at_ms, method: row.factor_method ?? '' };

/** The queries of sessions. Those that an event tells of write it in the same statement. */
export function createSessionStore(database: Database) {
  const start = prepare<{ user: StoredUser | null }, BeginValues>(database, 'sessions_start', startSql);
  const startByCode = prepare<{ is_proved: boolean; user: StoredUser | null }, BeginValues & CodeClaim>(
    database,
    'sessions_start_by_code',
    startByCodeSql,
  );
  const rotate = prepare<{ user: StoredUser | null } & FactorColumns, Rotation>(
    database,
    'sessions_rotate',
    rotateSql,
  );
  const findByToken = prepare<FoundByToken, SessionKey>(database, 'sessions_find_by_token', findByTokenSql);
  const find = prepare<FoundRow, UserKey & SessionKey & { nowMs: number }>(
    database,
    'sessions_find',
    findSql,
  );
  const end = prepare<unknown, SessionKey & { entry: string }>(database, 'sessions_end', (given) =>
    endSql(given),
  );
  const endFamily = prepare<{ user_id: string }, SessionKey & { entry: string; familyHash: Uint8Array }>(
    database,
    'sessions_end_family',
    endFamilySql,
  );
  const renewAuthTime = prepare<{ auth_time_ms: number }, Renewal>(
    database,
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
    async startByCode(row: NewSessionRow, claim: CodeClaim): Promise<{ user: StoredUser | null } | null> {
      const [begun] = await startByCode({ ...claim, ...valuesOf(row) });
      return begun?.is_proved ? { user: begun.user } : null;
    },

    /** Replaces the current token by its successor; null when the token is not the current one of a living session. */
    async rotate(rotation: Rotation): Promise<{ user: StoredUser; factor: VerifiedFactor | null } | null> {
      const [row] = await rotate(rotation);
      return row?.user ? { user: row.user, factor: toFactor(row) } : null;
    },

    async findByToken(appId: string, sessionId: string): Promise<SessionRow | null> {
      const [row] = await findByToken({ appId, sessionId });
      if (!row) return null;
      return {
        userId: row.user_id,
        familyHash: row.family_hash,
        used: row.used,
        expiresAtMs: row.expires_at_ms,
        user: row.user,
        factor: toFactor(row),
      };
    },

    async find({ appId, userId }: UserKey, sessionId: string, nowMs: number): Promise<FoundSession | null> {
      const [row] = await find({ appId, sessionId, userId, nowMs });
      if (!row) return null;
      const session = {
        appId,
        userId,
        sessionId,
        authTimeMs: row.auth_time_ms,
        startedAtMs: row.started_at_ms,
        hasFactor: row.mfa_methods.length > 0,
        holdEndsMs: row.hold_ends_ms,
      };
      return {
        session,
        custodyEpochMs: row.custody_epoch_ms,
        methods: row.mfa_methods,
        factor: toFactor(row),
      };
    },

    async end(appId: string, sessionId: string, entry: string): Promise<void> {
      await end({ appId, sessionId, entry });
    },

    /** Ends the session of a refresh token of any age; false when there is none. */
    async endFamily(
      appId: string,
      sessionId: string,
      familyHash: Uint8Array,
      entry: string,
    ): Promise<boolean> {
      return (await endFamily({ appId, sessionId, entry, familyHash })).length > 0;
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

    noteFactor,
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
      const { account, ...rest } = proof;
      const [renewed] = await renewAuthTime({ ...rest, type: account.type, subject: account.subject });
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

/** Notes that a session has verified a factor, inside the caller's transaction. */
async function noteFactor(tx: Db, session: SessionKey, factor: VerifiedFactor): Promise<void> {
  const { appId, sessionId } = session;
  await tx
    .update(sessions)
    .set({ factorVerifiedAtMs: factor.atMs, factorMethod: factor.method })
    .where(and(eq(sessions.appId, appId), eq(sessions.sessionId, sessionId)));
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
