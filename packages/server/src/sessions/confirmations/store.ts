import { type ConfirmationAct, fail, limits } from '@latchkey/wire';
import { and, eq, gt, gte, lte, sql } from 'drizzle-orm';
import { auditInsert } from '../../audit/index.ts';
import { type Database, type Db, type Given, prepare } from '../../db/index.ts';
import { type AccountKey, touchAccountSql } from '../../users/index.ts';
import type { Confirmation, Session } from '../index.ts';
import { sessions } from '../table.ts';
import { sessionConfirmations } from './table.ts';

type SessionKey = Pick<Session, 'appId' | 'sessionId'>;

// A proof for a release must not make the login young as well: an attacker who stole the session's token could then do all that
// a recent login opens.
const addSql = (given: Given<NewConfirmation>) => sql`
  with living as (
    update sessions set auth_time_ms = case ${given.purpose}::text
      when 'release' then auth_time_ms else greatest(auth_time_ms, ${given.atMs}::bigint) end
    where app_id = ${given.appId} and session_id = ${given.sessionId}
    returning app_id, session_id, auth_time_ms
  ), confirmed as (
    insert into session_confirmations
      (app_id, session_id, purpose, key, account_type, account_subject, confirmed_at_ms)
    select app_id, session_id, ${given.purpose}::text, ${given.key}::text, ${given.type}::text, ${given.subject}::text,
      ${given.atMs}::bigint
    from living
    on conflict (app_id, session_id, purpose, key) do update set
      account_type = excluded.account_type,
      account_subject = excluded.account_subject,
      confirmed_at_ms = excluded.confirmed_at_ms
  ), touched as (${touchAccountSql({
    appId: given.appId,
    type: sql`${given.type}::text`,
    subject: sql`${given.subject}::text`,
    atMs: sql`${given.nowMs}::bigint`,
  })}
  ), audited as (${auditInsert(given.entry, sql`from living`)})
  select auth_time_ms from living`;

/** A confirmation as its statement takes it. */
interface NewConfirmation extends AccountKey {
  appId: string;
  sessionId: string;
  purpose: ConfirmationAct['purpose'];
  key: string;
  atMs: number;
  nowMs: number;
  entry: string;
}

/** The key by which a confirmation is found: empty where it is for no proof key. */
const keyOf = (act: ConfirmationAct) => (act.purpose === 'release' ? act.key : '');

const isLiving = ({ appId, sessionId }: SessionKey, act: ConfirmationAct, nowMs: number) =>
  and(
    eq(sessionConfirmations.appId, appId),
    eq(sessionConfirmations.sessionId, sessionId),
    eq(sessionConfirmations.purpose, act.purpose),
    eq(sessionConfirmations.key, keyOf(act)),
    gt(sessionConfirmations.confirmedAtMs, nowMs - limits.confirmationLifeMs),
  );

const isSession = ({ appId, sessionId }: SessionKey) =>
  and(eq(sessions.appId, appId), eq(sessions.sessionId, sessionId));

const columns = {
  type: sessionConfirmations.accountType,
  subject: sessionConfirmations.accountSubject,
  atMs: sessionConfirmations.confirmedAtMs,
};

function toConfirmation(row: (AccountKey & { atMs: number }) | undefined): Confirmation | null {
  return row ? { account: { type: row.type, subject: row.subject }, atMs: row.atMs } : null;
}

/** The queries of confirmations. */
export function createConfirmationStore(database: Database) {
  const add = prepare<{ auth_time_ms: number }, NewConfirmation>(database, 'sessions_confirm', addSql);
  return {
    /** Keeps a confirmation in place of an earlier one for the same; gives the login's time, or null when the session ended. */
    async add(input: {
      session: SessionKey;
      act: ConfirmationAct;
      account: AccountKey;
      /** When it was proved. */
      atMs: number;
      nowMs: number;
      entry: string;
    }): Promise<number | null> {
      const { session, act, account, ...rest } = input;
      const { appId, sessionId } = session;
      const { type, subject } = account;
      const [row] = await add({
        ...rest,
        appId,
        sessionId,
        type,
        subject,
        purpose: act.purpose,
        key: keyOf(act),
      });
      return row?.auth_time_ms ?? null;
    },

    async find(db: Db, session: SessionKey, act: ConfirmationAct, nowMs: number) {
      const rows = await db
        .select(columns)
        .from(sessionConfirmations)
        .where(isLiving(session, act, nowMs));
      return toConfirmation(rows[0]);
    },

    /** Deletes it, so that of two who ask at once one has it. */
    async consume(tx: Db, session: SessionKey, act: ConfirmationAct, nowMs: number) {
      const rows = await tx
        .delete(sessionConfirmations)
        .where(isLiving(session, act, nowMs))
        .returning(columns);
      return toConfirmation(rows[0]);
    },

    /** Locks a session until the transaction ends, so that calls of one session come one after the other. */
    async lock(tx: Db, session: SessionKey): Promise<void> {
      const living = await tx
        .select({ sessionId: sessions.sessionId })
        .from(sessions)
        .where(isSession(session))
        .for('no key update');
      if (living.length === 0) fail('missing_or_invalid_token');
    },

    /** Spends the login that began a session; null where it is spent, or was proved before that time. */
    async consumeLogin(tx: Db, session: SessionKey, sinceMs: number): Promise<number | null> {
      const { isLoginSpent, loginAtMs } = sessions;
      const spent = await tx
        .update(sessions)
        .set({ isLoginSpent: true })
        .where(and(isSession(session), eq(isLoginSpent, false), gte(loginAtMs, sinceMs)))
        .returning({ loginAtMs });
      return spent[0]?.loginAtMs ?? null;
    },

    async sweep(nowMs: number): Promise<void> {
      const { confirmedAtMs } = sessionConfirmations;
      await database.db
        .delete(sessionConfirmations)
        .where(lte(confirmedAtMs, nowMs - limits.confirmationLifeMs));
    },
  };
}
