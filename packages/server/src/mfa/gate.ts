import { limits } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import { findUnlockEnd, type GrantHolder, hasFresh, putGrant, takeFresh } from './grantStore.ts';
import type { FactorGate, GateCaller } from './index.ts';
import { failUnverified, isTaken } from './methods.ts';
import { listMethods } from './store.ts';

const holderOf = ({ session, thumbprint }: GateCaller): GrantHolder => ({
  appId: session.appId,
  sessionId: session.sessionId,
  thumbprint,
});

/**
 * Creates the gate. A wallet frame can use only verifications of its own session and proof key, so an attacker's
 * frame with a stolen token but another key cannot use the owner's. A caller without a key (a page) can use those of
 * every key of its session. An attacker's script could otherwise spend a verification on another act. So, apart from
 * unlocking the wallet, each verification permits only acts of one purpose.
 */
export function createGate({ clock }: Pick<World, 'clock'>): FactorGate {
  async function refuse(db: Db, { app, session }: GateCaller): Promise<never> {
    const methods = await listMethods(db, session);
    return failUnverified(methods.filter((method) => !app || isTaken(app, method)));
  }

  const gate: FactorGate = {
    async findUnlocked(db, caller) {
      if (!caller.session.hasFactor) return null;
      const nowMs = clock.now();
      const mostMs = (caller.app?.settings.mfa_trusted_time ?? 0) * 1000;
      const endMs = await findUnlockEnd(db, holderOf(caller), { nowMs, mostMs });
      return endMs === null ? 0 : endMs - nowMs;
    },

    async checkUnlocked(db, caller) {
      const leftMs = await gate.findUnlocked(db, caller);
      return leftMs === 0 ? refuse(db, caller) : leftMs;
    },

    async checkFresh(db, caller, purpose) {
      if (!caller.session.hasFactor) return false;
      return (await hasFresh(db, holderOf(caller), purpose, clock.now())) || refuse(db, caller);
    },

    async spendFresh(tx, caller, purpose) {
      if (!caller.session.hasFactor) return;
      const holder = holderOf(caller);
      const nowMs = clock.now();
      const taken = (await takeFresh(tx, holder, purpose, nowMs)) ?? (await refuse(tx, caller));
      // The export page cannot prompt for a factor again, so a verification stays valid there until it is five minutes
      // old.
      const expiresAtMs = taken.madeAtMs + limits.exportFactorMs;
      if (purpose === 'export')
        await putGrant(tx, { ...holder, ...taken, kind: 'fresh', purpose, expiresAtMs });
    },
  };
  return gate;
}
