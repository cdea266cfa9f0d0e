import { type FactorPurpose, limits } from '@latchkey/wire';
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
 * Makes the gate. A verification permits what is asked by the very session and proof key that it was made by: a token that
 * was stolen from the same session comes with another key, and has none.
 */
export function createGate({ clock }: Pick<World, 'clock'>): FactorGate {
  async function refuse(db: Db, { app, session }: GateCaller): Promise<never> {
    const methods = await listMethods(db, session);
    return failUnverified(methods.filter((method) => !app || isTaken(app, method)));
  }

  /**
   * The purposes that a grant may have for an act. The frame's key makes its grants its own; a page has no key, and anyone
   * with a copy of the session's token could spend there what its owner verified for something else. So a page spends only
   * what was verified for that act by name.
   */
  const purposesFor = ({ thumbprint }: GateCaller, purpose: FactorPurpose) =>
    thumbprint === undefined ? [purpose] : [purpose, '' as const];

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
      const purposes = purposesFor(caller, purpose);
      return (await hasFresh(db, holderOf(caller), purposes, clock.now())) || refuse(db, caller);
    },

    async spendFresh(tx, caller, purpose) {
      if (!caller.session.hasFactor) return;
      const holder = holderOf(caller);
      const nowMs = clock.now();
      for (const kept of purposesFor(caller, purpose)) {
        const taken = await takeFresh(tx, holder, kept, nowMs);
        if (!taken) continue;
        // The page that shows a key cannot ask for a factor again: all its presses go by the one that led to it.
        const expiresAtMs = taken.madeAtMs + limits.exportFactorMs;
        if (purpose === 'export')
          await putGrant(tx, { ...holder, ...taken, kind: 'fresh', purpose, expiresAtMs });
        return;
      }
      await refuse(tx, caller);
    },
  };
  return gate;
}
