import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import type { Internals } from '../../../internals.ts';
import type { SolanaInput } from './operations.ts';
import { type RegisterOptions, registerWallet } from './registerWallet.ts';
import { getSolanaWallet, toMessageRequest } from './request.ts';
import { signSolana } from './sign.ts';
import * as transactions from './transactions.ts';

/*
 * What stands behind the operations: each fills in direct signing where the host asks no one.
 */

type TransactionInput = SolanaInput & { readonly transaction: Uint8Array };

/** @throws ServiceError `invalid_message` for bytes too: they have their place in the Wallet Standard (SOL-05) */
export async function signMessage(
  internals: Internals,
  input: SolanaInput & { readonly message: string },
): Promise<string> {
  const { address } = await getSolanaWallet(internals, input.address);
  if (typeof input.message !== 'string') fail('invalid_message');
  return signerOf(internals, input)(toMessageRequest(input.message, address));
}

export function signTransaction(
  internals: Internals,
  input: TransactionInput,
): Promise<Uint8Array<ArrayBuffer>> {
  return transactions.signTransaction(internals, complete(internals, input));
}

export function sendTransaction(
  internals: Internals,
  {
    chain = 'solana:mainnet',
    options,
    ...input
  }: TransactionInput & { readonly chain?: SolanaChain; readonly options?: transactions.SendOptions },
): Promise<string> {
  return transactions.sendTransaction(internals, { ...complete(internals, input), chain, options });
}

export function register(internals: Internals, options: RegisterOptions): () => void {
  return registerWallet(internals, { ...options, sign: signerOf(internals, options) });
}

function complete(internals: Internals, input: TransactionInput): transactions.SignInput {
  const { transaction, address } = input;
  return { transaction, address, sign: signerOf(internals, input) };
}

function signerOf(internals: Internals, { sign }: Pick<SolanaInput, 'sign'>): transactions.SignSolana {
  return sign ?? ((request) => signSolana(internals, request));
}
