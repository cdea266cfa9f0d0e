import type { FarcasterSignerInitBody, FarcasterSignerInitReply, FarcasterSignerReply } from '@latchkey/wire';
import { createSessionCap } from '../http/index.ts';
import type { FarcasterSigners } from '../methods/index.ts';
import type { World } from '../world.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';

/**
 * Creates the operations with which the frame requests a Farcaster signer and reads its state. A malicious script in
 * the host page could otherwise name a key of its own, or report an approval that was not given. Custody routes refuse
 * the host page's origin.
 */
export function createFarcasterSignerOperations(
  world: Pick<World, 'clock' | 'workers'>,
  signers: Pick<FarcasterSigners, 'find' | 'request'>,
) {
  const takeRequest = createSessionCap(world, 'farcaster.signerInit');
  const takeFind = createSessionCap(world, 'frame.farcasterSigner');

  return {
    async request(
      _: CustodyDeps,
      { app, session }: CustodyCaller,
      { deadline, ed25519_public_key: publicKey }: FarcasterSignerInitBody,
    ): Promise<FarcasterSignerInitReply> {
      takeRequest(session);
      return signers.request(app, session, { publicKey, deadlineS: deadline ?? null });
    },

    async find(_: CustodyDeps, { session }: CustodyCaller): Promise<FarcasterSignerReply> {
      takeFind(session);
      return signers.find(session);
    },
  };
}
