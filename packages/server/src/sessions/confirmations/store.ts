import { type ConfirmationAct, fail, limits } from '@latchkey/wire';
import { and, eq, gt, gte, lte, sql } from 'drizzle-orm';
import type { Audit, AuditEvent } from '../../audit/index.ts';
import type { Database, Db } from '../../db/index.ts';
import { type AccountKey, touchAccount } from '../../users/index.ts';
import type { Confirmation, Session } from '../index.ts';
import { sessions } from '../table.ts';
import { sessionConfirmations } from './table.ts';

type SessionKey = Pick<Session, 'appId' | 'sessionId'>;

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

export function createConfirmationStore(database: Database, audit: Pick<Audit, 'record'>) {
  return {
    add(input: {
      session: SessionKey;
      act: ConfirmationAct;
      account: AccountKey;
      atMs: number;
      nowMs: number;
      event: AuditEvent;
    }): Promise<number | null> {
      const { session, act, account, atMs, nowMs, event } = input;
      const { appId, sessionId } = session;
      // A proof for a release must not make the login recent too. An attacker who stole the session's token could
      // otherwise do everything that a recent login permits.
      const provedMs = act.purpose === 'release' ? 0 : atMs;
      return database.transaction(async (tx) => {
        const [living] = await tx
          .update(sessions)
          .set({ authTimeMs: sql`greatest(${sessions.authTimeMs}, ${provedMs}::bigint)` })
          .where(isSession(session))
          .returning({ authTimeMs: sessions.authTimeMs });
        if (!living) return null;
        const { accountSubject, accountType, confirmedAtMs, ...key } = sessionConfirmations;
        const confirmed = { accountType: account.type, accountSubject: account.subject, confirmedAtMs: atMs };
        await tx
          .insert(sessionConfirmations)
          .values({ appId, sessionId, purpose: act.purpose, key: keyOf(act), ...confirmed })
          .onConflictDoUpdate({ target: [key.appId, key.sessionId, key.purpose, key.key], set: confirmed });
        await touchAccount(tx, appId, account, nowMs);
        await audit.record(tx, appId, event);
        return living.authTimeMs;
      });
    },

    async find(db: Db, session: SessionKey, act: ConfirmationAct, nowMs: number) {
      const rows = await db
        .select(columns)
        .from(sessionConfirmations)
        .where(isLiving(session, act, nowMs));
      return toConfirmation(rows[0]);
    },

    /** Deletes the confirmation, so only one of two simultaneous requests gets it. */
    async consume(tx: Db, session: SessionKey, act: ConfirmationAct, nowMs: number) {
      const rows = await tx
        .delete(sessionConfirmations)
        .where(isLiving(session, act, nowMs))
        .returning(columns);
      return toConfirmation(rows[0]);
    },

    async lock(tx: Db, session: SessionKey): Promise<void> {
      const living = await tx
        .select({ sessionId: sessions.sessionId })
        .from(sessions)
        .where(isSession(session))
        .for('no key update');
      if (living.length === 0) fail('missing_or_invalid_token');
    },

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
      await database.acrossApps
        .delete(sessionConfirmations)
        .where(lte(confirmedAtMs, nowMs - limits.confirmationLifeMs));
    },
  };
}
