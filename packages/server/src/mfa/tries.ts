import { fail, limits } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import { factorRecords } from './factors/list.ts';
import { isKnownKey } from './grantStore.ts';
import type { FactorCaller } from './index.ts';
import { countOfDay, countOfSession, giveBack } from './tryStore.ts';
import type { Proving } from './verifying.ts';

/** A try of a code that was counted. */
export interface Try {
  /** Takes it back in the transaction that a right code does something in: only wrong ones stay counted. */
  right(tx: Db): Promise<void>;
}

/** What is tried: a code, or the recovery password in place of one. */
export type Counted = Proving | 'recovery_password';

export type CountTry = (caller: FactorCaller, method: Counted) => Promise<Try>;

/**
 * Returns the most wrong tries of a user in a day, over all sessions; null for what cannot be guessed, such as a passkey or
 * a backup code. Threat: a stranger who spends the tries of these would keep out an owner who has nothing else left.
 */
function mostPerDay(method: Counted): number | null {
  if (method === 'recovery_password') return limits.passwordProofsPerDay;
  return method === 'backup_code' ? null : (factorRecords[method].triesPerDay ?? null);
}

/**
 * Makes the counting of codes, which is committed before a code is looked at. Two threats: a thief who guesses, and a
 * stranger who spends the owner's tries. A session takes four wrong codes of a method, then none for ten seconds, the right
 * one neither; of what can be guessed all sessions take so many a day, of which the last ten are kept for proof keys that
 * have verified before.
 */
export function createTryCounter({ clock, database }: Pick<World, 'clock' | 'database'>): CountTry {
  return async ({ session, thumbprint }, method) => {
    const { appId, sessionId, userId } = session;
    const nowMs = clock.now();
    await database.transaction(async (tx) => {
      const closedUntilMs = await countOfSession(tx, { appId, sessionId, method, nowMs });
      if (closedUntilMs !== null) failClosed(closedUntilMs - nowMs);
      const all = mostPerDay(method);
      if (all === null) return;
      const isKnown = await isKnownKey(tx, session, thumbprint);
      const most = all - (isKnown ? 0 : limits.factorTriesReserved);
      const endsAtMs = await countOfDay(tx, { appId, userId, method, nowMs, most });
      if (endsAtMs !== null) failClosed(endsAtMs - nowMs);
    });
    return {
      right: (tx) => giveBack(tx, { appId, sessionId, userId, method }),
    };
  };
}

function failClosed(waitMs: number): never {
  const details = { retry_after_s: Math.max(1, Math.ceil(waitMs / 1000)) };
  return fail('mfa_verification_max_attempts_reached', { details });
}
