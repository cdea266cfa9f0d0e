import type { ChainType } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import { bytesToHex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { ConnectedWallet } from '../../wallets/index.ts';
import { beginSignIn, toSiweMessage, toSiwsInput, toSiwsMessage } from './messages.ts';

export interface WalletOperationInput {
  readonly wallet: ConnectedWallet;
  /** Ends the request, for example if the user leaves; a signature that arrives later is not sent. */
  readonly signal?: AbortSignal;
}

/** Signed message of a wallet, as the service accepts it. */
export interface SignedIn {
  readonly chainType: ChainType;
  readonly message: string;
  /** `0x` and hex digits on Ethereum, base64 on Solana. */
  readonly signature: string;
  readonly chainId: string | null;
  readonly walletClientType: string | null;
  readonly connectorType: string | null;
}

/**
 * Delay in ms before a signature request. MetaMask on a phone does not show a request that arrives while it still
 * shows the pairing (EXTW-07).
 */
const settlingMs = 2500;

/**
 * Signs in with a connected wallet, which prompts the user once.
 *
 * @param signal ends the request; a signature that arrives later is not sent
 * @throws ServiceError the codes of the nonce request and of the wallet
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
    // The wallet wrote the message, and the service reads its fields.
    const message = new TextDecoder().decode(signed.signedMessage);
    return { ...facts, message, signature: toBase64(signed.signature), chainId: null };
  }
  const message = toSiwsMessage(fields);
  const signature = toBase64(await wallet.signMessage(toBytes(message), options));
  return { ...facts, message, signature, chainId: null };
}

/** Waits before a signature is requested from MetaMask on a phone. Rejects at once if `signal` aborts. */
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
