import {
  type FarcasterSignerInitBody,
  type FarcasterSignerInitReply,
  type FarcasterSignerReply,
  rateLimits,
} from '@latchkey/wire';
import { createCap } from '../http/index.ts';
import type { FarcasterSigners } from '../methods/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';

/**
 * Makes the acts by which the frame asks for a Farcaster signer and learns of it. They stand among the custody routes so that
 * no page has a key approved that the wallet does not hold, or tells the frame in its place that one is.
 */
export function createFarcasterSignerOperations(
  { clock }: Pick<World, 'clock'>,
  signers: Pick<FarcasterSigners, 'find' | 'request'>,
) {
  const takeRequest = createCap(clock, rateLimits['farcaster.signerInit'].sessionInProcess);
  const takeFind = createCap(clock, rateLimits['frame.farcasterSigner'].sessionInProcess);
  const nameOf = ({ appId, sessionId }: Session) => `${appId} ${sessionId}`;

  return {
    async request(
      _: CustodyDeps,
      { app, session }: CustodyCaller,
      { deadline, ed25519_public_key: publicKey }: FarcasterSignerInitBody,
    ): Promise<FarcasterSignerInitReply> {
      takeRequest(nameOf(session));
      return signers.request(app, session, { publicKey, deadlineS: deadline ?? null });
    },

    async find(_: CustodyDeps, { session }: CustodyCaller): Promise<FarcasterSignerReply> {
      takeFind(nameOf(session));
      return signers.find(session);
    },
  };
}
