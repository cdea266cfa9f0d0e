import type { EntropyVerifier, FrameEvent, FrameReplies, FrameRequests } from '@latchkey/wire';
import { connectWallet } from './acts/connect.ts';
import { createWallet } from './acts/create.ts';
import { askLeave } from './acts/exportWallet.ts';
import { recoverWallet } from './acts/recover.ts';
import { signRequest } from './acts/signRequest.ts';
import type { Frame } from './frame.ts';
import { type Envelope, isFrameEvent, toPayload } from './protocol.ts';
import { refuse } from './refusal.ts';
import { toChecksumAddress } from './sign/address.ts';

type Handler<E extends FrameEvent> = (frame: Frame, payload: FrameRequests[E]) => Promise<FrameReplies[E]>;
type Handlers = { readonly [E in FrameEvent]: Handler<E> };

/** The events of docs/wire/protocol.md §4.3 and §4.4, each with its act. */
const handlers = {
  'privy:iframe:ready': async ({ store }) => ({ lastingStorage: store.isLasting }),
  'privy:wallet:create': async (frame, payload) => {
    assertAutomatic(payload);
    return { address: await createWallet(frame, frame.sessions.identify(payload.accessToken)) };
  },
  'privy:wallet:connect': async (frame, { accessToken, address }) => {
    await connectWallet(frame, frame.sessions.identify(accessToken), toRoot(address));
    return { address };
  },
  'privy:wallet:recover': async (frame, { accessToken, address }) => {
    await recoverWallet(frame, frame.sessions.identify(accessToken), toRoot(address));
    return { address };
  },
  'privy:wallet:rpc': async (frame, { accessToken, address, hdWalletIndex = 0, request }) => {
    const given = { rootAddress: toRoot(address), index: hdWalletIndex, request };
    return signRequest(frame, frame.sessions.identify(accessToken), given);
  },
  'privy:solana-wallet:create': async () =>
    refuse('error', 'The wallet does not support solana', 'not_supported'),
  'privy:wallets:create': async (frame, payload) => {
    assertAutomatic(payload);
    assertEthereum(payload.chainType);
    return { address: await createWallet(frame, frame.sessions.identify(payload.accessToken)) };
  },
  'privy:wallets:connect': async (frame, { accessToken, entropyId, entropyIdVerifier }) => {
    await connectWallet(frame, frame.sessions.identify(accessToken), toRoot(entropyId, entropyIdVerifier));
    return { entropyId };
  },
  'privy:wallets:recover': async (frame, { accessToken, entropyId, entropyIdVerifier }) => {
    await recoverWallet(frame, frame.sessions.identify(accessToken), toRoot(entropyId, entropyIdVerifier));
    return { entropyId };
  },
  'privy:wallets:rpc': async (frame, payload) => {
    const { accessToken, chainType, entropyId, entropyIdVerifier, hdWalletIndex, request } = payload;
    assertEthereum(chainType);
    const given = { rootAddress: toRoot(entropyId, entropyIdVerifier), index: hdWalletIndex, request };
    return { ...(await signRequest(frame, frame.sessions.identify(accessToken), given)), chainType };
  },
  'privy:wallets:check-export': async (frame, { accessToken, entropyId, entropyIdVerifier, address }) => {
    const wallet = { rootAddress: toRoot(entropyId, entropyIdVerifier), address };
    await askLeave(frame, frame.sessions.identify(accessToken), { ...wallet, what: 'check' });
    return {};
  },
  // What published clients send before they show the export page. Nobody has a second factor to verify yet.
  'privy:mfa:verify': async (frame, { accessToken }) => {
    await frame.sessions.confirm(frame.sessions.identify(accessToken));
    return {};
  },
  'privy:mfa:clear': async (frame) => {
    frame.vault.lock();
    frame.sessions.forget();
    return {};
  },
} satisfies Handlers;

/**
 * Does what a message asks for.
 *
 * @returns the `data` of the answer
 * @throws Refusal `error` for an event that the frame does not know, `invalid_request_arguments` for a payload that
 *   does not fit its event, or the act's own
 */
export async function route(frame: Frame, { event, data }: Envelope): Promise<FrameReplies[FrameEvent]> {
  if (!isFrameEvent(event)) refuse('error', 'The wallet does not know this event');
  return routeKnown(frame, event, data);
}

async function routeKnown<E extends FrameEvent>(
  frame: Frame,
  event: E,
  data: unknown,
): Promise<FrameReplies[E]> {
  const result = toPayload(event, data);
  if (!result.ok)
    refuse('invalid_request_arguments', `${event}: the field ${result.field} is missing or not valid`);
  const handler: Handler<E> = (handlers as Handlers)[event];
  return handler(frame, result.payload);
}

function toRoot(address: string, verifier: EntropyVerifier = 'ethereum-address-verifier'): string {
  const root = verifier === 'ethereum-address-verifier' ? toChecksumAddress(address) : null;
  return root ?? refuse('invalid_request_arguments', 'The wallet must be named by an Ethereum address');
}

function assertEthereum(chainType: string): void {
  if (chainType !== 'ethereum') refuse('error', `The wallet does not support ${chainType}`);
}

/**
 * Refuses wishes for another recovery than the automatic one: a password that protects nothing must not pass unnoticed.
 * 'automatic' is the label of 'privy' (docs/spec/decisions.md 3).
 */
function assertAutomatic(payload: FrameRequests['privy:wallet:create']): void {
  const { recoveryMethod = 'privy', recoveryPassword, recoveryAccessToken, solanaAddress } = payload;
  const isAutomatic = recoveryMethod === 'privy' || recoveryMethod === 'automatic';
  if (!isAutomatic || recoveryPassword || recoveryAccessToken) {
    refuse('error', 'Only automatic recovery is available', 'not_supported');
  }
  if (solanaAddress) refuse('error', 'The wallet does not support solana', 'not_supported');
}
