import { limits } from '@latchkey/wire';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Audit, AuditEvent } from '../../audit/index.ts';
import type { Database } from '../../db/index.ts';
import type { Agent } from '../../http/index.ts';
import { prepareFindUser, type StoredUser } from '../../users/index.ts';
import { sessions } from '../table.ts';
import { sessionForks } from './table.ts';

interface NewFork {
  appId: string;
  tokenHash: Uint8Array;
  sessionId: string;
  nowMs: number;
  event: AuditEvent;
}

export interface ForkedSession {
  appId: string;
  tokenHash: Uint8Array;
  sessionId: string;
  familyHash: Uint8Array;
  currentHash: Uint8Array;
  nowMs: number;
  agent: Agent;
}

export function createForkStore(database: Database, audit: Pick<Audit, 'record'>) {
  const findUser = prepareFindUser(database);

  /**
   * Uses the token up, a late one too, so only one of two simultaneous requests begins a session. The new session
   * expires with its parent. It cannot spend the parent's login (the default of `is_login_spent`): an attacker with a
   * fork could otherwise release the wallet once more.
   */
  function begin({ appId, tokenHash, nowMs, agent, ...begun }: ForkedSession): Promise<string | null> {
    return database.transaction(async (tx) => {
      const [burnt] = await tx
        .delete(sessionForks)
        .where(and(eq(sessionForks.appId, appId), eq(sessionForks.tokenHash, tokenHash)))
        .returning({ sessionId: sessionForks.sessionId, expiresAtMs: sessionForks.expiresAtMs });
      if (!burnt || burnt.expiresAtMs <= nowMs) return null;
      const { authTimeMs, expiresAtMs, sessionId, userId } = sessions;
      const isParent = and(eq(sessions.appId, appId), eq(sessionId, burnt.sessionId));
      // Locks the parent. A concurrent log-out runs before and voids the token, or runs after and ends both sessions.
      const [parent] = await tx
        .select({ userId, authTimeMs, expiresAtMs })
        .from(sessions)
        .where(and(isParent, gt(expiresAtMs, nowMs)))
        .for('key share');
      if (!parent) return null;
      await tx.insert(sessions).values({
        appId,
        ...begun,
        ...parent,
        parentSessionId: burnt.sessionId,
        rotatedAtMs: nowMs,
        startedAtMs: nowMs,
        ...agent,
      });
      return parent.userId;
    });
  }

  return {
    add({ appId, event, nowMs, ...fork }: NewFork): Promise<void> {
      return database.transaction(async (tx) => {
        await tx.insert(sessionForks).values({ appId, ...fork, expiresAtMs: nowMs + limits.forkLifeMs });
        await audit.record(tx, appId, event);
      });
    },

    async recover(fork: ForkedSession): Promise<StoredUser | null> {
      const userId = await begin(fork);
      return userId === null ? null : findUser({ appId: fork.appId, userId });
    },

    async sweep(nowMs: number): Promise<void> {
      await database.acrossApps.delete(sessionForks).where(lte(sessionForks.expiresAtMs, nowMs));
    },
  };
}
