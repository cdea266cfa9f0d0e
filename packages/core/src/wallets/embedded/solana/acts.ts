import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { type Internals, internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { SolanaSendOptions } from './delivery.ts';
import { type RegisterOptions, registerWallet } from './registerWallet.ts';
import { getSolanaWallet, type SolanaSignRequest, toMessageRequest } from './request.ts';
import { signSolana } from './sign.ts';
import { createSigner, type SolanaSigner } from './signer.ts';
import { type SignSolana, sendTransactions, signTransactions } from './transactions.ts';

/*
 * What stands behind the operations: each fills in direct signing where the host asks no one.
 */

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
  const internals = internalsOf(client);
  const { address } = await getSolanaWallet(internals, input.address);
  if (typeof input.message !== 'string') fail('invalid_message');
  return signerOf(internals, input)(toMessageRequest(input.message, address), 0);
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
  const internals = internalsOf(client);
  const { transaction, address } = input;
  const [signed] = await signTransactions(internals, [{ transaction, address }], signerOf(internals, input));
  return signed ?? fail('unable_to_sign');
}

/**
 * Signs a transaction and sends it by the host's node (`config.solana.rpcUrls`). With a `commitment` it waits until the network
 * is so sure of it, and sends the same transaction again where it was lost; without one it is sent, not yet confirmed.
 *
 * @param input.chain `'solana:mainnet'` by default
 * @param input.options as the Wallet Standard has them
 * @returns the transaction's id, in base 58
 * @throws ServiceError as {@link signSolanaTransaction}; `unsupported_chain_id` without a node, before the user is asked;
 * `transaction_failure` where the node refused it, it failed, or its block hash has ended (`details.error` is `expired`);
 * `network_error` and `client_request_timeout` where it may still arrive: then look for `details.signature` before you send another
 */
export async function sendSolanaTransaction(
  client: LatchkeyClient,
  input: SolanaInput & {
    readonly transaction: Uint8Array;
    readonly chain?: SolanaChain;
    readonly options?: SolanaSendOptions;
  },
): Promise<string> {
  const internals = internalsOf(client);
  const { transaction, address, chain = 'solana:mainnet', options } = input;
  const inputs = [{ transaction, address, chain, options }];
  const [id] = await sendTransactions(internals, inputs, signerOf(internals, input));
  return id ?? fail('unable_to_sign');
}

/**
 * Returns the functions by which the user's Solana wallet signs and sends, in the form of the Wallet Standard's features: bytes,
 * several at a time.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it is told which of a call's inputs it is
 * @throws ServiceError nothing by itself; its functions as {@link sendSolanaTransaction} and {@link signSolanaMessage}
 * @example
 * const { signAndSendTransaction } = await getSolanaSigner(client);
 */
export async function getSolanaSigner(
  client: LatchkeyClient,
  input: { readonly sign?: SignSolana } = {},
): Promise<SolanaSigner> {
  const internals = internalsOf(client);
  return createSigner(internals, signerOf(internals, input));
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
  const internals = internalsOf(client);
  return registerWallet(internals, { ...options, sign: signerOf(internals, options) });
}

function signerOf(internals: Internals, { sign }: { readonly sign?: SignSolana }): SignSolana {
  return sign ?? ((request) => signSolana(internals, request));
}
