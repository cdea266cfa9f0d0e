import { factorChange, fail, type MfaMethod, type OwnerWallet } from '@latchkey/wire';
import type { FactorCaller, ProveOwner } from '../../mfa/index.ts';
import { admitEntropyChange } from '../admitEntropyChange.ts';
import type { CustodyDeps } from '../deps.ts';
import { findFirstEntropy, listWallets } from '../store.ts';

/**
 * Makes what proves that a wallet's owner enrols a first factor. Threat: a thief who logs in with the mail of a user and
 * enrols a factor of their own, so that the owner is the one who is locked out. A user without a wallet has nothing to sign
 * with; one with several signs with the first, because anyone who is logged in may import a further one.
 */
export function ownerProver({ world }: Pick<CustodyDeps, 'world'>) {
  return (caller: FactorCaller, method: MfaMethod, wallet: OwnerWallet): ProveOwner =>
    async (name) => {
      const { db } = world.database;
      const { session } = caller;
      const { appId, sessionId, userId } = session;
      const entropyUid = await findFirstEntropy(db, session);
      if (entropyUid === null) return;
      if (wallet?.entropy_uid !== entropyUid) {
        const [root] = await listWallets(db, { appId, userId, entropyUid });
        // The frame knows the wallets that it holds; which of them has to sign it learns here.
        const verifier = `${root?.chain_type}-address-verifier`;
        const details = { entropy_id: root?.address, entropy_id_verifier: verifier };
        return fail('wallet_signature_required', { details });
      }
      await admitEntropyChange(db, caller, wallet, factorChange({ method, name, sessionId }));
    };
}
