import { fail, limits } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import { factorRecords } from './factors/list.ts';
import { isKnownKey } from './grantStore.ts';
import type { FactorCaller } from './index.ts';
import { countOfDay, countOfSession, giveBack } from './tryStore.ts';
import type { Proving } from './verifying.ts';

export interface Try {
  /** Takes the try and the session's earlier ones back, in the transaction that acts on the right code. */
  right(tx: Db): Promise<void>;
}

export type Counted = Proving | 'recovery_password';

export type CountTry = (caller: FactorCaller, method: Counted) => Promise<Try>;

/**
 * Returns the most wrong tries of a user in a day, over all sessions. Returns null for a proof that cannot be
 * guessed, such as a passkey or a backup code. An attacker could otherwise use up the tries and lock out an owner who
 * has no other proof left.
 */
function mostPerDay(method: Counted): number | null {
  if (method === 'recovery_password') return limits.passwordProofsPerDay;
  return method === 'backup_code' ? null : (factorRecords[method].triesPerDay ?? null);
}

/**
 * Creates the counter of tries. An attacker could guess with parallel requests, so each try is committed before its
 * code is checked. A session gets four wrong codes per method, then none for ten seconds, not even the right one. For
 * a method that can be guessed, a user also gets a number of wrong codes a day over all sessions. The last ten of
 * these are reserved for proof keys with which the user verified before, so an attacker with a new key cannot use
 * them up.
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
