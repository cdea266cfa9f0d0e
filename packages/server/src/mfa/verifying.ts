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

/** What is verified: a factor, or what stands in for one, which no app turns off. */
export type Proving = MfaMethod | 'backup_code';

/** What a verification is for, as its body says it. */
interface Asked {
  kind?: 'unlock' | 'fresh' | undefined;
  purpose?: FactorPurpose | undefined;
}

/** Uses up what was right, in the transaction that grants something for it; false where it was used in the meantime. */
export type Use = (tx: Db) => Promise<boolean>;

export interface Verifying {
  /**
   * Verifies a factor and grants what that permits. The try is counted before `prove` looks at anything.
   * @param prove tells whether what was shown is right: null where it is not
   */
  verify(
    caller: FactorCaller,
    method: Proving,
    asked: Asked,
    prove: () => Promise<Use | null>,
  ): Promise<VerifiedReply>;
  /** Grants one act to the session and key, by name; gives for how long, ms. */
  permit(tx: Db, caller: FactorCaller, purpose: FactorPurpose): Promise<number>;
  /** Opens the wallet to the session and key that have just shown a factor; gives for how long, ms. */
  unlock(tx: Db, caller: FactorCaller): Promise<number>;
}

/**
 * The one act that a verification permits besides signing. Published clients verify before they show the export page, and
 * cannot say so: an app of theirs takes a fresh verification without a purpose for that, any other app for none.
 */
function purposeOf({ settings }: App, { kind, purpose }: Asked): FactorPurpose | undefined {
  return purpose ?? (kind === 'fresh' && settings.legacy_export_verification ? 'export' : undefined);
}

/** Makes the verification of factors. */
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
        // Sessions before the user, as everything that locks both; and the user before what is theirs, so that a factor
        // that is taken away at this moment either verified before, or does no more.
        await sessions.noteFactor(tx, session, { method, atMs: clock.now() });
        if (!(await users.factors.lock(tx, session))) failWrong();
        const openMs = await unlock(tx, caller);
        if (purpose) await permit(tx, caller, purpose);
        // What was shown again at the same moment is wrong, and stays counted.
        if (!(await use(tx))) failWrong();
        await counted.right(tx);
        // A person who has a factor has not lost them all.
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
