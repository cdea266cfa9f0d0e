import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { type Internals, internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { SendOptions } from './delivery.ts';
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

/** @throws ServiceError `invalid_message` for bytes too: they have their place in the Wallet Standard (SOL-05) */
export async function signText(
  client: LatchkeyClient,
  input: SolanaInput & { readonly message: string },
): Promise<string> {
  const internals = internalsOf(client);
  const { address } = await getSolanaWallet(internals, input.address);
  if (typeof input.message !== 'string') fail('invalid_message');
  return signerOf(internals, input)(toMessageRequest(input.message, address), 0);
}

export async function signSerialized(
  client: LatchkeyClient,
  input: SolanaInput & { readonly transaction: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> {
  const internals = internalsOf(client);
  const { transaction, address } = input;
  const [signed] = await signTransactions(internals, [{ transaction, address }], signerOf(internals, input));
  return signed ?? fail('unable_to_sign');
}

export async function sendSerialized(
  client: LatchkeyClient,
  input: SolanaInput & {
    readonly transaction: Uint8Array;
    readonly chain?: SolanaChain;
    readonly options?: SendOptions;
  },
): Promise<string> {
  const internals = internalsOf(client);
  const { transaction, address, chain = 'solana:mainnet', options } = input;
  const inputs = [{ transaction, address, chain, options }];
  const [id] = await sendTransactions(internals, inputs, signerOf(internals, input));
  return id ?? fail('unable_to_sign');
}

export async function getSigner(
  client: LatchkeyClient,
  input: { readonly sign?: SignSolana } = {},
): Promise<SolanaSigner> {
  const internals = internalsOf(client);
  return createSigner(internals, signerOf(internals, input));
}

export async function announceWallet(
  client: LatchkeyClient,
  options: RegisterOptions = {},
): Promise<() => void> {
  const internals = internalsOf(client);
  return registerWallet(internals, { ...options, sign: signerOf(internals, options) });
}

function signerOf(internals: Internals, { sign }: { readonly sign?: SignSolana }): SignSolana {
  return sign ?? ((request) => signSolana(internals, request));
}
