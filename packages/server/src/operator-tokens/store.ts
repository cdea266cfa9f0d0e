import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import { type OperatorTokenRow, operatorTokens } from './table.ts';

const mostListed = 1_000;

const isLiving = (nowMs: number) =>
  and(isNull(operatorTokens.revokedAtMs), gt(operatorTokens.expiresAtMs, nowMs));

export function createOperatorTokenStore({ db }: Database) {
  return {
    async add(tx: Db, row: OperatorTokenRow): Promise<void> {
      await tx.insert(operatorTokens).values(row);
    },

    async find(tokenId: string): Promise<OperatorTokenRow | null> {
      const [row] = await db.select().from(operatorTokens).where(eq(operatorTokens.tokenId, tokenId));
      return row ?? null;
    },

    async findLiving(hash: Uint8Array, nowMs: number): Promise<OperatorTokenRow | null> {
      const [row] = await db
        .select()
        .from(operatorTokens)
        .where(and(eq(operatorTokens.hash, hash), isLiving(nowMs)));
      return row ?? null;
    },

    /** Locks a token until the transaction ends, so it cannot be revoked meanwhile. Returns false if it has ended. */
    async lockLiving(tx: Db, tokenId: string, nowMs: number): Promise<boolean> {
      const rows = await tx
        .select({ tokenId: operatorTokens.tokenId })
        .from(operatorTokens)
        .where(and(eq(operatorTokens.tokenId, tokenId), isLiving(nowMs)))
        .for('update');
      return rows.length > 0;
    },

    list(): Promise<OperatorTokenRow[]> {
      return db
        .select()
        .from(operatorTokens)
        .orderBy(desc(operatorTokens.createdAtMs), desc(operatorTokens.tokenId))
        .limit(mostListed);
    },

    /** Returns false if the token was revoked already. */
    async revoke(tx: Db, tokenId: string, nowMs: number): Promise<boolean> {
      const rows = await tx
        .update(operatorTokens)
        .set({ revokedAtMs: nowMs })
        .where(and(eq(operatorTokens.tokenId, tokenId), isNull(operatorTokens.revokedAtMs)))
        .returning({ tokenId: operatorTokens.tokenId });
      return rows.length > 0;
    },

    /** Stores a use, unless a use at `beforeMs` or later is stored. */
    async noteUse(tokenId: string, nowMs: number, beforeMs: number): Promise<void> {
      await db
        .update(operatorTokens)
        .set({ lastUsedAtMs: nowMs })
        .where(
          and(
            eq(operatorTokens.tokenId, tokenId),
            or(isNull(operatorTokens.lastUsedAtMs), lt(operatorTokens.lastUsedAtMs, beforeMs)),
          ),
        );
    },

    async sweep(beforeMs: number): Promise<void> {
      await db
        .delete(operatorTokens)
        .where(or(lt(operatorTokens.expiresAtMs, beforeMs), lt(operatorTokens.revokedAtMs, beforeMs)));
    },
  };
}
