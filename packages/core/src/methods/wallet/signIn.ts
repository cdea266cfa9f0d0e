import type { ChainType } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import { bytesToHex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { ConnectedWallet } from '../../wallets/index.ts';
import { beginSignIn, toSiweMessage, toSiwsInput, toSiwsMessage } from './messages.ts';

/** The wallet that signs in, and how long it may be asked. */
export interface WalletOperationInput {
  readonly wallet: ConnectedWallet;
  /** Ends the request, for example if the person leaves; a signature that comes later is not sent. */
  readonly signal?: AbortSignal;
}

/** What a wallet signed, as the service takes it. */
export interface SignedIn {
  readonly chainType: ChainType;
  readonly message: string;
  /** `0x` and hex digits on Ethereum, base64 on Solana. */
  readonly signature: string;
  readonly chainId: string | null;
  readonly walletClientType: string | null;
  readonly connectorType: string | null;
}

/** MetaMask on a phone shows no request that comes while it still shows the pairing (EXTW-07). */
const settlingMs = 2500;

/**
 * Has a connected wallet sign in: the person is asked once.
 *
 * @param signal ends it; a signature that comes later is sent nowhere
 * @throws ServiceError what the nonce was refused with, and what the wallet says
 */
export async function signInBy(
  client: LatchkeyClient,
  wallet: ConnectedWallet,
  signal?: AbortSignal,
): Promise<SignedIn> {
  const { chainType, address, walletClientType, connectorType } = wallet;
  const options = signal ? { signal } : {};
  const facts = { chainType, walletClientType, connectorType };
  await settle(client, wallet, signal);
  const fields = await beginSignIn(client, chainType, address);
  if (chainType === 'ethereum') {
    const { chainId } = wallet;
    const message = toSiweMessage(fields, chainId);
    const signature = bytesToHex(await wallet.signMessage(toBytes(message), options));
    return { ...facts, message, signature, chainId };
  }
  if (wallet.signIn) {
    const signed = await wallet.signIn(toSiwsInput(fields), options);
    // Whose it is and what for, the service reads from the message that was signed.
    const message = new TextDecoder().decode(signed.signedMessage);
    return { ...facts, message, signature: toBase64(signed.signature), chainId: null };
  }
  const message = toSiwsMessage(fields);
  const signature = toBase64(await wallet.signMessage(toBytes(message), options));
  return { ...facts, message, signature, chainId: null };
}

/** Waits before MetaMask on a phone is asked to sign. Rejects at once when `signal` aborts. */
async function settle(client: LatchkeyClient, wallet: ConnectedWallet, signal?: AbortSignal): Promise<void> {
  const isMetaMask = wallet.walletClientType === 'metamask' || /^metamask\b/i.test(wallet.meta.name);
  if (wallet.connectorType !== 'wallet_connect_v2' || !isMetaMask) return;
  signal?.throwIfAborted();
  const { clock } = contextsOf(client).page.environment;
  await new Promise<void>((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(), settlingMs);
    signal?.addEventListener('abort', () => {
      clock.clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const toBytes = (text: string) => new TextEncoder().encode(text);
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
