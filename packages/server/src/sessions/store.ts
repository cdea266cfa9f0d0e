import { limits } from '@latchkey/wire';
import { and, asc, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Audit, AuditEvent } from '../audit/index.ts';
import { type CodeClaim, consumeLimits } from '../challenges/index.ts';
import { type Database, type Db, type Given, prepare } from '../db/index.ts';
import type { Agent } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import { type AccountKey, type StoredUser, touchAccount, userJson } from '../users/index.ts';
import type { Session, VerifiedFactor } from './index.ts';
import { sessions } from './table.ts';
import { entriesKept, entryLength } from './usedTokens.ts';

/** A session as a refresh reads it if the token is not the current one. */
export interface SessionRow {
  userId: string;
  familyHash: Uint8Array;
  used: Uint8Array;
  expiresAtMs: number;
  user: StoredUser;
  factor: VerifiedFactor | null;
}

type SessionKey = Pick<Session, 'appId' | 'sessionId'>;

interface NewSessionRow {
  appId: string;
  sessionId: string;
  familyHash: Uint8Array;
  currentHash: Uint8Array;
  account: AccountKey;
  authTimeMs: number;
  nowMs: number;
  entry: string;
  agent: Agent;
}

type BeginValues = Omit<NewSessionRow, 'account' | 'agent'> & AccountKey & Agent;

const startArguments = (given: Given<BeginValues>) => sql`
  ${given.type}, ${given.subject}, ${given.sessionId}, ${given.familyHash}, ${given.currentHash}, ${given.authTimeMs},
  ${given.nowMs}, ${limits.sessionLifeMs}, ${given.browser}, ${given.os}, ${given.entry}`;

/**
 * Logs in by code: the function of the database writes code, account, session and event, which four modules own, and
 * returns the user, so it takes one round trip. If it fails, the code is not used up.
 */
const startByCodeSql = (given: Given<BeginValues & CodeClaim>) => sql`
  select is_proved, "user" from log_in_by_code(${given.appId}, ${given.recipient}, ${given.network},
    ${given.codeHash}, ${consumeLimits}, ${startArguments(given)})`;

interface Rotation {
  appId: string;
  sessionId: string;
  currentHash: Uint8Array;
  successorHash: Uint8Array;
  usedEntry: Uint8Array;
  userId: string | null;
  nowMs: number;
}

// Hot path: checks, rotates and reads the user in one round trip. Keeps the previous used token, and the older ones
// only if the last rotation was within the grace period.
const rotateSql = (given: Given<Rotation>) => sql`
  with rotated as (
    update sessions
    set current_hash = ${given.successorHash},
        rotated_at_ms = ${given.nowMs},
        used = substring(${given.usedEntry}::bytea || case
          when rotated_at_ms + ${limits.refreshGraceMs} > ${given.nowMs} then used
          else substring(used from 1 for ${entryLength})
        end from 1 for ${entriesKept * entryLength})
    where app_id = ${given.appId} and session_id = ${given.sessionId} and current_hash = ${given.currentHash}
      and expires_at_ms > ${given.nowMs} and (${given.userId}::text is null or user_id = ${given.userId}::text)
    returning user_id, factor_verified_at_ms, factor_method
  )
  select ${userJson({ appId: given.appId, userId: sql`(select user_id from rotated)` })} as "user",
    factor_verified_at_ms, factor_method
  from rotated`;

const findByTokenSql = ({ appId, sessionId }: Given<SessionKey>) => sql`
  select s.user_id, s.family_hash, s.used, s.expires_at_ms, s.factor_verified_at_ms, s.factor_method,
    ${userJson({ appId, userId: sql`s.user_id` })} as "user"
  from sessions s where s.app_id = ${appId} and s.session_id = ${sessionId}`;

const findSql = (given: Given<UserKey & SessionKey & { nowMs: number }>) => sql`
  select s.auth_time_ms, s.started_at_ms, u.hold_ends_ms, u.mfa_methods, s.factor_verified_at_ms, s.factor_method,
    case when u.custody_epoch_session_id = s.session_id then 0 else u.custody_epoch_ms end as custody_epoch_ms
  from sessions s join users u on u.app_id = ${given.appId} and u.user_id = s.user_id
  where s.app_id = ${given.appId} and s.session_id = ${given.sessionId} and s.user_id = ${given.userId}
    and s.expires_at_ms > ${given.nowMs}`;

/** Event of one session, whose user only the session's row names. */
type SessionEvent = Omit<AuditEvent, 'userId'>;

type Renewal = SessionKey & { account: AccountKey; authTimeMs: number; nowMs: number; event: AuditEvent };

function valuesOf({ account, agent, ...row }: NewSessionRow): BeginValues {
  return { type: account.type, subject: account.subject, browser: agent.browser, os: agent.os, ...row };
}

interface FoundRow extends FactorColumns {
  auth_time_ms: number;
  started_at_ms: number;
  hold_ends_ms: number;
  mfa_methods: StoredUser['mfaMethods'];
  custody_epoch_ms: number;
}

interface FoundSession {
  session: Omit<Session, 'isHalfIn'>;
  custodyEpochMs: number;
  methods: StoredUser['mfaMethods'];
  factor: VerifiedFactor | null;
}

interface FoundByToken extends FactorColumns {
  user_id: string;
  family_hash: Uint8Array;
  used: Uint8Array;
  expires_at_ms: number;
  user: StoredUser;
}

interface FactorColumns {
  factor_verified_at_ms: number | null;
  factor_method: string | null;
}

const toFactor = (row: FactorColumns): VerifiedFactor | null =>
  row.factor_verified_at_ms === null
    ? null
    : { atMs: row.factor_verified_at_ms, method: row.factor_method ?? '' };

/** Creates the queries of sessions. A query that is given an event writes it in the same transaction. */
export function createSessionStore(database: Database, audit: Pick<Audit, 'record'>) {
  const start = prepare<{ user: StoredUser | null }, BeginValues>(
    database,
    'sessions_start',
    (given) => sql`select log_in(${given.appId}, ${startArguments(given)}) as "user"`,
    { batchBy: ['appId', 'type', 'subject'] },
  );
  const startByCode = prepare<{ is_proved: boolean; user: StoredUser | null }, BeginValues & CodeClaim>(
    database,
    'sessions_start_by_code',
    startByCodeSql,
    { batchBy: ['appId', 'recipient'] },
  );
  const rotate = prepare<{ user: StoredUser | null } & FactorColumns, Rotation>(
    database,
    'sessions_rotate',
    rotateSql,
    { batchBy: ['appId', 'sessionId'] },
  );
  const findByToken = prepare<FoundByToken, SessionKey>(database, 'sessions_find_by_token', findByTokenSql);
  const find = prepare<FoundRow, UserKey & SessionKey & { nowMs: number }>(
    database,
    'sessions_find',
    findSql,
  );

  /** Ends a session that matches, and records the event about its user. Returns false if there is none. */
  function endOne({ appId, sessionId }: SessionKey, event: SessionEvent, condition?: SQL): Promise<boolean> {
    return database.transaction(async (tx) => {
      const [ended] = await tx
        .delete(sessions)
        .where(and(isSession({ appId, sessionId }), condition))
        .returning({ userId: sessions.userId });
      if (!ended) return false;
      const { userId } = ended;
      const { type } = event.actor;
      const actor = type === 'user' ? { type, id: userId } : event.actor;
      await audit.record(tx, appId, { ...event, userId, sessionId, actor });
      return true;
    });
  }

  return {
    /** Begins a session of the user who has an account. Returns null if no user has it, or for an embedded wallet. */
    async start(row: NewSessionRow): Promise<StoredUser | null> {
      const [begun] = await start(valuesOf(row));
      return begun?.user ?? null;
    },

    /**
     * Uses a code up and begins a session. Returns null if the code is wrong, and `user: null` if no user has the
     * account.
     */
    async startByCode(row: NewSessionRow, claim: CodeClaim): Promise<{ user: StoredUser | null } | null> {
      // Not two spreads, so all these objects share one hidden class of V8 (decision 386).
      const [begun] = await startByCode(Object.assign({}, claim, valuesOf(row)));
      return begun?.is_proved ? { user: begun.user } : null;
    },

    /**
     * Replaces the current token with its successor. Returns null if the token is not the current one of a living
     * session, or if the session is not that of a given `userId`.
     */
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

    async end(key: SessionKey, event: SessionEvent): Promise<void> {
      await endOne(key, event);
    },

    /** Ends the session that a refresh token of any age belongs to. Returns false if there is none. */
    endFamily: (key: SessionKey, familyHash: Uint8Array, event: SessionEvent): Promise<boolean> =>
      endOne(key, event, eq(sessions.familyHash, familyHash)),

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

    /**
     * Records a new proof by the session's user. Returns the time of the newest proof, or null if the session has
     * ended.
     */
    renewAuthTime({ account, authTimeMs, event, nowMs, ...key }: Renewal): Promise<number | null> {
      return database.transaction(async (tx) => {
        const [renewed] = await tx
          .update(sessions)
          .set({ authTimeMs: sql`greatest(${sessions.authTimeMs}, ${authTimeMs}::bigint)` })
          .where(isSession(key))
          .returning({ authTimeMs: sessions.authTimeMs });
        if (!renewed) return null;
        await touchAccount(tx, key.appId, account, nowMs);
        await audit.record(tx, key.appId, event);
        return renewed.authTimeMs;
      });
    },

    async sweep(nowMs: number): Promise<void> {
      await database.acrossApps.delete(sessions).where(lte(sessions.expiresAtMs, nowMs));
    },
  };
}

const isSession = ({ appId, sessionId }: SessionKey) =>
  and(eq(sessions.appId, appId), eq(sessions.sessionId, sessionId));

const isOf = ({ appId, userId }: UserKey) => and(eq(sessions.appId, appId), eq(sessions.userId, userId));

/** Ends sessions, and with each the sessions forked from it. Returns how many matched; other forks are not counted. */
async function endWhere(db: Db, condition: SQL | undefined): Promise<number> {
  return (await db.delete(sessions).where(condition).returning({ sessionId: sessions.sessionId })).length;
}

async function noteFactor(tx: Db, session: SessionKey, factor: VerifiedFactor): Promise<void> {
  await tx
    .update(sessions)
    .set({ factorVerifiedAtMs: factor.atMs, factorMethod: factor.method })
    .where(isSession(session));
}

/** Locks a user's sessions in the order of their ids, as batches of refreshes do, so neither can deadlock the other. */
const lockAll = (tx: Db, user: UserKey) =>
  tx
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .where(isOf(user))
    .orderBy(sql`${sessions.sessionId} collate "C"`)
    .for('update');

async function endThese(tx: Db, owner: UserKey, sessionIds: readonly string[]): Promise<number> {
  if (sessionIds.length === 0) return 0;
  await lockAll(tx, owner);
  return endWhere(tx, and(isOf(owner), inArray(sessions.sessionId, [...sessionIds])));
}

/** First detaches the kept session from its parent, whose end would end it too. */
async function endOthers(tx: Db, kept: UserKey & Pick<Session, 'sessionId'>): Promise<number> {
  await lockAll(tx, kept);
  const isKept = and(isOf(kept), eq(sessions.sessionId, kept.sessionId));
  await tx.update(sessions).set({ parentSessionId: null }).where(isKept);
  return endWhere(tx, and(isOf(kept), ne(sessions.sessionId, kept.sessionId)));
}

async function endAll(tx: Db, user: UserKey): Promise<number> {
  await lockAll(tx, user);
  return endWhere(tx, isOf(user));
}
