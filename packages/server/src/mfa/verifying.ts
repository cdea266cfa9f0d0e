import { type FactorPurpose, limits, type MfaMethod, type VerifiedReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { CancelRemoval } from './cancelRemoval.ts';
import { addKnownKey, putGrant } from './grantStore.ts';
import type { FactorCaller } from './index.ts';
import { failUnverified, failWrong, isTaken } from './methods.ts';
import { listMethods } from './store.ts';
import type { CountTry } from './tries.ts';

export type Proving = MfaMethod | 'backup_code';

interface Asked {
  kind?: 'unlock' | 'fresh' | undefined;
  purpose?: FactorPurpose | undefined;
}

/**
 * Uses up a proof or records its use, in the transaction that grants something for it. Returns false if it was used, or
 * its factor removed, in the meantime, or if it is a wrong backup code.
 */
export type Use = (tx: Db) => Promise<boolean>;

export interface Verifying {
  /**
   * Verifies a factor and grants what that permits. The try is counted before `prove` checks anything.
   *
   * @param prove returns null if the proof is wrong; a backup code is checked by the returned function
   */
  verify(
    caller: FactorCaller,
    method: Proving,
    asked: Asked,
    prove: () => Promise<Use | null>,
  ): Promise<VerifiedReply>;
  /** Permits one named act to the session and key. Returns the time for which it is permitted, in ms; 0 for a page. */
  permit(tx: Db, caller: FactorCaller, purpose: FactorPurpose): Promise<number>;
  /**
   * Unlocks the wallet for the session and key that have just enrolled or verified a factor. Returns the time until
   * it locks, in ms; 0 for a page.
   */
  unlock(tx: Db, caller: FactorCaller): Promise<number>;
}

/**
 * Returns the one act that a verification permits besides unlocking the wallet. Published clients verify before they
 * show the export page but cannot name a purpose. In an app with `legacy_export_verification`, a fresh verification
 * without one permits an export; in any other app it only unlocks.
 */
function purposeOf({ settings }: App, { kind, purpose }: Asked): FactorPurpose | undefined {
  return purpose ?? (kind === 'fresh' && settings.legacy_export_verification ? 'export' : undefined);
}

export function createVerifying(
  world: World,
  deps: {
    audit: Audit;
    cancelRemoval: CancelRemoval;
    countTry: CountTry;
    sessions: Pick<Sessions, 'noteFactor'>;
    users: Pick<Users, 'factors'>;
  },
): Verifying {
  const { clock, database, random } = world;
  const { audit, cancelRemoval, countTry, sessions, users } = deps;

  async function unlock(tx: Db, { app, session, thumbprint }: FactorCaller): Promise<number> {
    if (thumbprint === undefined) return 0;
    const { appId, sessionId, userId } = session;
    const nowMs = clock.now();
    const openMs = app.settings.mfa_trusted_time * 1000;
    const key = { appId, sessionId, thumbprint, userId };
    await putGrant(tx, { ...key, kind: 'unlock', purpose: '', madeAtMs: nowMs, expiresAtMs: nowMs + openMs });
    await addKnownKey(tx, { appId, userId, thumbprint, verifiedAtMs: nowMs });
    return openMs;
  }

  async function permit(tx: Db, { session, thumbprint }: FactorCaller, purpose: FactorPurpose) {
    if (thumbprint === undefined) return 0;
    const { appId, sessionId, userId } = session;
    const nowMs = clock.now();
    const times = { madeAtMs: nowMs, expiresAtMs: nowMs + limits.freshFactorMs };
    await putGrant(tx, { appId, sessionId, thumbprint, userId, kind: 'fresh', purpose, ...times });
    return limits.freshFactorMs;
  }

  return {
    permit,
    unlock,

    async verify(caller, method, asked, prove) {
      const { app, session } = caller;
      const purpose = purposeOf(app, asked);
      const { appId, sessionId, userId } = session;
      if (method !== 'backup_code' && !isTaken(app, method)) {
        const methods = await listMethods(database.db, session);
        failUnverified(methods.filter((one) => isTaken(app, one)));
      }
      const counted = await countTry(caller, method);
      const use = (await prove()) ?? failWrong();
      const openMs = await database.transaction(async (tx) => {
        // Locks the session before the user, in the same order as a deletion. The user is locked before their factors
        // are used, so a factor that is being removed verifies either before the removal or not at all.
        await sessions.noteFactor(tx, session, { method, atMs: clock.now() });
        if (!(await users.factors.lock(tx, session))) failWrong();
        const openMs = await unlock(tx, caller);
        if (purpose) await permit(tx, caller, purpose);
        // The proof was used or its factor removed in the meantime, or the backup code is wrong. The try stays counted.
        if (!(await use(tx))) failWrong();
        await counted.right(tx);
        // A user who verifies a factor has not lost all of them, so a pending removal is cancelled.
        const actor = { type: 'user', id: userId } as const;
        if (method !== 'backup_code') await cancelRemoval(tx, session, actor);
        const details = { method, purpose: purpose ?? 'unlock' };
        await audit.record(tx, appId, { kind: 'mfa.verified', userId, sessionId, actor, details });
        return openMs;
      });
      return {
        token: randomId(random),
        unlocked_for: Math.floor(openMs / 1000),
        fresh_for: purpose ? limits.freshFactorMs / 1000 : null,
      };
    },
  };
}
