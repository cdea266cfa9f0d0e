import type { FrameEvent, FrameRequests } from '@latchkey/wire';
import { addWalletAt } from '../operations/addWallet.ts';
import { connectWallet } from '../operations/connect.ts';
import { createWallet } from '../operations/create.ts';
import { requestPermission } from '../operations/exportWallet.ts';
import { importWallet } from '../operations/importWallet.ts';
import { recoverWallet } from '../operations/recovery/recover.ts';
import { addRecoveryPasskey, recoverByPasskey } from '../operations/recovery/recoveryPasskey.ts';
import { toRecoverySecret, toReleaseSecret } from '../operations/recovery/recoverySecret.ts';
import { setRecovery } from '../operations/recovery/setRecovery.ts';
import { signRequest } from '../operations/signRequest.ts';
import { toEntropyRoot, toOtherRoot } from '../operations/walletRoot.ts';
import { refuse } from '../refusal.ts';
import { type Imported, readPhrase, readPrivateKey } from '../vault/imported.ts';
import type { Handlers } from './handler.ts';

/** Handlers of `privy:wallets:*`. Most name an entropy by one of its wallets at index 0 (docs/wire/protocol.md §4.3). */
export const walletsEvents: Handlers<FrameEvent & `privy:wallets:${string}`> = {
  'privy:wallets:create': async (frame, payload) => {
    const secret = toRecoverySecret(payload);
    const { chainType } = payload;
    const session = frame.sessions.identify(payload.accessToken);
    const otherRoot = toOtherRoot(chainType, payload);
    return { address: await createWallet(frame, session, { chainType, otherRoot, secret }) };
  },
  'privy:wallets:add': async (frame, payload) => {
    const { accessToken, chainType, hdWalletIndex: index } = payload;
    const given = { rootAddress: toEntropyRoot(payload), chainType, index };
    return { address: await addWalletAt(frame, frame.sessions.identify(accessToken), given) };
  },
  'privy:wallets:import': async (frame, payload) => {
    const { accessToken, chainType } = payload;
    const session = frame.sessions.identify(accessToken);
    return { address: await importWallet(frame, session, { chainType, read: toReader(payload) }) };
  },
  'privy:wallets:check-export': async (frame, payload) => {
    const { accessToken, address } = payload;
    const wallet = { rootAddress: toEntropyRoot(payload), address, what: 'check' } as const;
    await requestPermission(frame, frame.sessions.identify(accessToken), wallet);
    return {};
  },
  'privy:wallets:add-passkey': async (frame, payload) => {
    await addRecoveryPasskey(frame, frame.sessions.identify(payload.accessToken), toEntropyRoot(payload));
    return {};
  },
  'privy:wallets:recover-by-passkey': async (frame, payload) => {
    await recoverByPasskey(frame, frame.sessions.identify(payload.accessToken), toEntropyRoot(payload));
    return { entropyId: payload.entropyId };
  },
  'privy:wallets:connect': async (frame, payload) => {
    await connectWallet(frame, frame.sessions.identify(payload.accessToken), toEntropyRoot(payload));
    return { entropyId: payload.entropyId };
  },
  'privy:wallets:recover': async (frame, payload) => {
    const secret = toReleaseSecret(payload);
    await recoverWallet(frame, frame.sessions.identify(payload.accessToken), toEntropyRoot(payload), secret);
    return { entropyId: payload.entropyId };
  },
  'privy:wallets:set-recovery': async (frame, payload) => {
    const { accessToken, entropyId, entropyIdVerifier } = payload;
    const secret = toRecoverySecret(payload);
    await setRecovery(frame, frame.sessions.identify(accessToken), toEntropyRoot(payload), secret);
    return { entropyId, entropyIdVerifier, recoveryMethod: secret.method };
  },
  'privy:wallets:rpc': async (frame, payload) => {
    const { accessToken, chainType, hdWalletIndex: index, request, chainId } = payload;
    const given = { rootAddress: toEntropyRoot(payload), chainType, index, request, chainId };
    return { ...(await signRequest(frame, frame.sessions.identify(accessToken), given)), chainType };
  },
};

function toReader(payload: FrameRequests['privy:wallets:import']): () => Imported {
  const { chainType, privateKey, recoveryPhrase } = payload;
  if (privateKey !== undefined && recoveryPhrase === undefined)
    return () => readPrivateKey(chainType, privateKey);
  if (recoveryPhrase !== undefined && privateKey === undefined) return () => readPhrase(recoveryPhrase);
  return refuse('invalid_request_arguments', 'An import takes either a private key or a recovery phrase');
}
