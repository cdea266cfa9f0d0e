import { factorChange, fail, type MfaMethod, type OwnerWallet } from '@latchkey/wire';
import type { FactorCaller, ProveOwner } from '../../mfa/index.ts';
import { admitEntropyChange } from '../admitEntropyChange.ts';
import type { CustodyDeps } from '../deps.ts';
import { findFirstEntropy, listWallets } from '../store.ts';

/**
 * Creates the check that a first factor is signed with a key of the user's first entropy, if they have one. An
 * attacker who is logged in as the user but cannot open the wallet could otherwise enrol a factor of their own, and
 * lock the owner out. A later entropy does not count, because anyone who is logged in can import one.
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
        const verifier = `${root?.chain_type}-address-verifier`;
        const details = { entropy_id: root?.address, entropy_id_verifier: verifier };
        return fail('wallet_signature_required', { details });
      }
      await admitEntropyChange(db, caller, wallet, factorChange({ method, name, sessionId }));
    };
}
