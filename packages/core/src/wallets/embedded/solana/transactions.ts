import { fromBase58, readSolanaTransaction, toTransactionId } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { askNode } from '../../../http/index.ts';
import type { Internals } from '../../../internals.ts';
import { getSolanaWallet, type SolanaSignRequest, toBase64, toTransactionRequest } from './request.ts';

/** Signs a checked request and gives the signature in base 58. */
export type SignSolana = (request: SolanaSignRequest) => Promise<string>;

/** How a node is told to treat a transaction; all as Solana's `sendTransaction` has it. */
export interface SendOptions {
  readonly skipPreflight?: boolean;
  readonly preflightCommitment?: string;
  readonly maxRetries?: number;
  readonly minContextSlot?: number;
}

export interface SignInput {
  /** As it travels, with a place for each signature. */
  readonly transaction: Uint8Array;
  readonly address: string | undefined;
  readonly sign: SignSolana;
}

/** Signs a transaction, given and returned as it travels. @throws ServiceError `invalid_data`, and what signing throws */
export async function signTransaction(
  internals: Internals,
  { transaction, address, sign }: SignInput,
): Promise<Uint8Array<ArrayBuffer>> {
  const wallet = await getSolanaWallet(internals, address);
  const read =
    readSolanaTransaction(transaction) ?? fail('invalid_data', { message: 'This is no Solana transaction' });
  const signature = await sign(toTransactionRequest(read.messageBytes, wallet.address));
  return (
    read.withSignature(wallet.address, fromBase58(signature) ?? new Uint8Array()) ?? fail('unable_to_sign')
  );
}

/**
 * Signs a transaction and sends it by the host's own node, which is known before the user is asked.
 *
 * @returns its id: the fee payer's signature, in base 58
 * @throws ServiceError `unsupported_chain_id` without a node, `invalid_data` where the fee payer has not signed,
 * `transaction_failure` with the node's words, `network_error`, `client_request_timeout`
 */
export async function sendTransaction(
  internals: Internals,
  { chain, options, ...input }: SignInput & { chain: SolanaChain; options: SendOptions | undefined },
): Promise<string> {
  const url = rpcUrlOf(internals, chain);
  const signed = await signTransaction(internals, input);
  const id = toTransactionId(signed);
  if (id === null) fail('invalid_data', { message: 'The fee payer has not signed this transaction' });
  const params = [toBase64(signed), { ...options, encoding: 'base64' }];
  const reply = await askNode(internals.environment, url, { method: 'sendTransaction', params });
  if ('error' in reply && reply.error) {
    fail('transaction_failure', {
      message: `The node refused the transaction: ${String(reply.error.message).slice(0, 160)}`,
      details: { code: reply.error.code },
    });
  }
  return id;
}

function rpcUrlOf({ options }: Internals, chain: SolanaChain): string {
  const urls = options.config?.solana?.rpcUrls ?? {};
  const message = `There is no JSON-RPC address for ${chain}. Add it to config.solana.rpcUrls.`;
  return (Object.hasOwn(urls, chain) && urls[chain]) || fail('unsupported_chain_id', { message });
}
