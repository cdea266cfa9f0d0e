import type { LatchkeyClient } from '../../../client.ts';
import type { SolanaChain } from '../../../config/index.ts';
import { internalsOf } from '../../../internals.ts';
import type { RegisterOptions } from './registerWallet.ts';
import type { SolanaSignRequest } from './request.ts';
import type { SendOptions } from './transactions.ts';

/*
 * The public operations on a Solana wallet. Their code loads at the first call, as that of the room above does.
 */
const load = () => import('./acts.ts');

/** What every act on a Solana wallet takes. */
export interface SolanaInput {
  /** @default the user's Solana wallet */
  readonly address?: string;
  /**
   * Replaces direct signing, for a host that asks the person first; it gives the signature in base 58. User, wallet and
   * data were checked before it is called.
   */
  readonly sign?: (request: SolanaSignRequest) => Promise<string>;
}

/**
 * Signs a text with the user's Solana wallet. Shows nothing: the caller has asked. A text that is a transaction of this
 * wallet is refused.
 *
 * @returns the signature, in base 58
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`
 * @example
 * const signature = await signSolanaMessage(client, { message: 'Hello' });
 */
export async function signSolanaMessage(
  client: LatchkeyClient,
  input: SolanaInput & { readonly message: string },
): Promise<string> {
  return (await load()).signMessage(internalsOf(client), input);
}

/**
 * Signs a transaction with the user's Solana wallet, given and returned as libraries serialise it; signatures that it has
 * already stay. Shows nothing: the caller has asked.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` for what is no transaction, or
 * none that this wallet signs, `wallet_proxy_timeout`
 */
export async function signSolanaTransaction(
  client: LatchkeyClient,
  input: SolanaInput & { readonly transaction: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> {
  return (await load()).signTransaction(internalsOf(client), input);
}

/**
 * Signs a transaction and sends it by the host's node (`config.solana.rpcUrls`). It is sent, not yet confirmed.
 *
 * @param input.chain `'solana:mainnet'` by default
 * @param input.options for the node, as Solana's `sendTransaction` has them
 * @returns the transaction's id, in base 58
 * @throws ServiceError as {@link signSolanaTransaction}; `unsupported_chain_id` without a node, before the user is asked;
 * `transaction_failure` with the node's words, `network_error`
 */
export async function sendSolanaTransaction(
  client: LatchkeyClient,
  input: SolanaInput & {
    readonly transaction: Uint8Array;
    readonly chain?: SolanaChain;
    readonly options?: SendOptions;
  },
): Promise<string> {
  return (await load()).sendTransaction(internalsOf(client), input);
}

/**
 * Shows the wallet to Solana code in this page that looks for wallets by the Wallet Standard. Does nothing at import: a
 * host calls it once its page wants that.
 *
 * @returns the function that takes the wallet away again
 * @example
 * const unregister = await registerSolanaWallet(client);
 */
export async function registerSolanaWallet(
  client: LatchkeyClient,
  options: RegisterOptions = {},
): Promise<() => void> {
  return (await load()).register(internalsOf(client), options);
}
