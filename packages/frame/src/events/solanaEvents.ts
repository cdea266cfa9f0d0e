import type { FrameEvent } from '@latchkey/wire';
import { addWalletAt } from '../operations/addWallet.ts';
import { connectUnlessGuarded } from '../operations/connect.ts';
import { createWallet } from '../operations/create.ts';
import { recoverWallet } from '../operations/recovery/recover.ts';
import { toRecoverySecret } from '../operations/recovery/recoverySecret.ts';
import { signRequest } from '../operations/signRequest.ts';
import { toOtherRoot, toRoot } from '../operations/walletRoot.ts';
import type { Handlers } from './handler.ts';

const chainType = 'solana';

/** Handlers of `privy:solana-wallet:*` (docs/wire/protocol.md §4.3 and §4.4). */
export const solanaEvents: Handlers<FrameEvent & `privy:solana-wallet:${string}`> = {
  'privy:solana-wallet:create': async (frame, payload) => {
    // The newest clients send a recovery method, too. `createWallet` refuses all but the automatic one (SOL-02).
    const secret = toRecoverySecret(payload);
    const session = frame.sessions.identify(payload.accessToken);
    const otherRoot = toOtherRoot(chainType, payload);
    return { publicKey: await createWallet(frame, session, { chainType, otherRoot, secret }) };
  },
  'privy:solana-wallet:create-additional': async (
    frame,
    { accessToken, primaryPublicKey, hdWalletIndex },
  ) => {
    const given = {
      rootAddress: toRoot(chainType, primaryPublicKey),
      chainType,
      index: hdWalletIndex,
    } as const;
    return { publicKey: await addWalletAt(frame, frame.sessions.identify(accessToken), given) };
  },
  'privy:solana-wallet:connect': async (frame, { accessToken, publicKey }) => {
    await connectUnlessGuarded(frame, frame.sessions.identify(accessToken), toRoot(chainType, publicKey));
    return { publicKey };
  },
  'privy:solana-wallet:recover': async (frame, { accessToken, publicKey }) => {
    await recoverWallet(frame, frame.sessions.identify(accessToken), toRoot(chainType, publicKey));
    return { publicKey };
  },
  'privy:solana-wallet:rpc': async (frame, { accessToken, publicKey, hdWalletIndex: index = 0, request }) => {
    const given = { rootAddress: toRoot(chainType, publicKey), chainType, index, request } as const;
    const { address, response } = await signRequest(frame, frame.sessions.identify(accessToken), given);
    return { publicKey: address, response };
  },
};
