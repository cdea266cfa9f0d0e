import type { FrameEvent } from '@latchkey/wire';
import { addWalletAt } from '../operations/addWallet.ts';
import { connectUnlessGuarded } from '../operations/connect.ts';
import { createWallet } from '../operations/create.ts';
import { importWallet } from '../operations/importWallet.ts';
import { recoverWallet } from '../operations/recovery/recover.ts';
import { toRecoverySecret, toReleaseSecret } from '../operations/recovery/recoverySecret.ts';
import { setRecovery } from '../operations/recovery/setRecovery.ts';
import { signRequest } from '../operations/signRequest.ts';
import { toOtherRoot, toRoot } from '../operations/walletRoot.ts';
import { readPrivateKey } from '../vault/imported.ts';
import type { Handlers } from './handler.ts';

const chainType = 'ethereum';

/** Handlers of `privy:wallet:*`, which published clients send for Ethereum wallets (docs/wire/protocol.md §4.4). */
export const ethereumEvents: Handlers<FrameEvent & `privy:wallet:${string}`> = {
  'privy:wallet:create': async (frame, payload) => {
    const secret = toRecoverySecret(payload);
    const session = frame.sessions.identify(payload.accessToken);
    const otherRoot = toOtherRoot(chainType, payload);
    return { address: await createWallet(frame, session, { chainType, otherRoot, secret }) };
  },
  'privy:wallet:create-additional': async (frame, { accessToken, primaryWalletAddress, hdWalletIndex }) => {
    const given = {
      rootAddress: toRoot(chainType, primaryWalletAddress),
      chainType,
      index: hdWalletIndex,
    } as const;
    return { address: await addWalletAt(frame, frame.sessions.identify(accessToken), given) };
  },
  'privy:wallet:import': async (frame, { accessToken, privateKey }) => {
    const read = () => readPrivateKey(chainType, privateKey);
    return { address: await importWallet(frame, frame.sessions.identify(accessToken), { chainType, read }) };
  },
  'privy:wallet:connect': async (frame, { accessToken, address }) => {
    await connectUnlessGuarded(frame, frame.sessions.identify(accessToken), toRoot(chainType, address));
    return { address };
  },
  'privy:wallet:recover': async (frame, payload) => {
    const { accessToken, address } = payload;
    const secret = toReleaseSecret(payload);
    await recoverWallet(frame, frame.sessions.identify(accessToken), toRoot(chainType, address), secret);
    return { address };
  },
  'privy:wallet:set-recovery': async (frame, payload) => {
    const { accessToken, address } = payload;
    const secret = toRecoverySecret(payload);
    await setRecovery(frame, frame.sessions.identify(accessToken), toRoot(chainType, address), secret);
    return { address };
  },
  'privy:wallet:set-recovery-password': async (
    frame,
    { accessToken, address, recoveryPassword: password },
  ) => {
    const secret = { method: 'user-passcode', password } as const;
    await setRecovery(frame, frame.sessions.identify(accessToken), toRoot(chainType, address), secret);
    return { address };
  },
  'privy:wallet:rpc': async (frame, { accessToken, address, hdWalletIndex: index = 0, request }) => {
    const given = { rootAddress: toRoot(chainType, address), chainType, index, request } as const;
    return signRequest(frame, frame.sessions.identify(accessToken), given);
  },
};
