import { fail, failFull, mostOf, type WireUser } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Db } from '../db/index.ts';
import type { Claim, Proof } from '../proof.ts';
import type { Sessions } from '../sessions/index.ts';
import { type AccountKey, takesPlaceOf, type Users } from '../users/index.ts';
import type { Admission, Linker } from './index.ts';

type AccountChanges = Pick<
  Admission,
  'checkLink' | 'checkUpdate' | 'hasType' | 'isGuest' | 'isLinked' | 'link' | 'transfer' | 'unlink' | 'update'
>;

/**
 * Creates the operations that admit changes of a user's accounts.
 *
 * @param deps.checkClaim checks an account before it is proved, as `checkProof` checks its proof; both throw if the app
 *   refuses it
 */
export function createAccountChanges(deps: {
  sessions: Pick<Sessions, 'endOthers'>;
  users: Users;
  checkClaim(app: App, claim: Claim): Promise<void>;
  checkProof(app: App, proof: Proof): Promise<void>;
}): AccountChanges {
  const { sessions, users, checkClaim, checkProof } = deps;
  /**
   * Ends the user's other sessions when a guest becomes a full user. An attacker with a token of one of these sessions
   * must not get into the account (S24).
   */
  const endOthers =
    ({ session }: Linker['by']) =>
    async (tx: Db) =>
      session === null ? 0 : sessions.endOthers(tx, session);

  return {
    isGuest: (app, userId) => users.guests.isGuest({ appId: app.id, userId }),

    hasType: async (app, userId, type) => hasType(await users.findWireUser({ appId: app.id, userId }), type),

    isLinked: (app, userId, account) => users.hasAccount({ appId: app.id, userId }, account),

    async checkLink(app, claim, userId) {
      await checkClaim(app, claim);
      const { account } = claim;
      const key = { appId: app.id, userId };
      const user = (await users.findWireUser(key)) ?? fail('missing_or_invalid_token');
      if (await users.hasAccount(key, account)) return user;
      const { type, details = {} } = account;
      const held = user.linked_accounts.filter((one) =>
        takesPlaceOf({ type: one.type, details: { ...one } }, { type, details }),
      );
      return held.length < mostFor(app, type) ? null : failFull(type);
    },

    async checkUpdate(app, claim, { userId, old }) {
      await checkClaim(app, claim);
      if (!(await users.hasAccount({ appId: app.id, userId }, old))) {
        fail('not_found', { message: 'The user has no such account' });
      }
    },

    async link(app, proof, { userId, by }) {
      await checkProof(app, proof);
      const { account } = proof;
      const change = { by, account, most: mostFor(app, account.type), onUpgrade: endOthers(by) };
      return users.link({ appId: app.id, userId }, change);
    },

    async update(app, proof, { userId, old, by }) {
      await checkProof(app, proof);
      return users.replace({ appId: app.id, userId }, { old, account: proof.account, by });
    },

    async transfer(app, proof, { fromUserId, userId, by }) {
      await checkProof(app, proof);
      const { account } = proof;
      const move = { fromUserId, by, account, most: mostFor(app, account.type), onUpgrade: endOthers(by) };
      return users.transfer({ appId: app.id, userId }, move);
    },

    unlink: (app, { type, subject }, { userId, by }) =>
      users.unlink({ appId: app.id, userId }, { type, handle: subject, by }),
  };
}

const mostFor = ({ settings }: App, type: AccountKey['type']) =>
  mostOf(type, settings.max_linked_wallets_per_user);

const hasType = (user: WireUser | null, type: AccountKey['type']) =>
  user?.linked_accounts.some((account) => account.type === type) ?? false;
