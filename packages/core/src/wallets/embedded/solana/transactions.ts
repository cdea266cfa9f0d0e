import {
  fromBase58,
  readSolanaTransaction,
  type SolanaTransaction,
  toTransactionId,
} from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import type { SessionContext } from '../../../contexts.ts';
import { getSolanaNode } from '../../../nodes/index.ts';
import { deliver, type SignedSolanaTransaction, type SolanaSendOptions } from './delivery.ts';
import {
  getSolanaWallet,
  type SolanaSendRequest,
  type SolanaSignRequest,
  toBase64,
  toTransactionRequest,
} from './request.ts';

/** Signs a checked request and returns the signature in base58. `place` is the index of the input. */
export type SignSolana = (request: SolanaSignRequest, place: number) => Promise<string>;

export interface SignInput {
  /** Serialised, with a slot for each signature. */
  readonly transaction: Uint8Array;
  readonly address: string | undefined;
}

export interface SolanaSendInput extends SignInput {
  readonly chain: SolanaChain;
  readonly options: SolanaSendOptions | undefined;
}

/**
 * Signs serialised transactions. Checks all of them before it signs the first.
 *
 * @throws ServiceError `invalid_data`, and the errors of signing
 */
export async function signTransactions(
  session: SessionContext,
  inputs: readonly SignInput[],
  sign: SignSolana,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const checked = await Promise.all(
    inputs.map(async (input) => {
      const { address, read } = await check(session, input);
      return { read, request: toTransactionRequest(read.messageBytes, address) };
    }),
  );
  return signEach(checked, sign);
}

/**
 * Signs transactions and sends them in order through the host's nodes. First checks every transaction, and that each
 * chain has a node. Signs all transactions before it sends the first, so if the user declines one, none is sent.
 *
 * @returns their ids: the fee payers' signatures, in base58
 * @throws ServiceError `unsupported_chain_id` without a node, `invalid_data` if the fee payer has not signed, and
 *   the errors of delivery, with the ids of the transactions sent before, if any, in `details.sent`
 */
export async function sendTransactions(
  session: SessionContext,
  inputs: readonly SolanaSendInput[],
  sign: SignSolana,
): Promise<string[]> {
  const checked = await Promise.all(
    inputs.map(async ({ chain, options, ...input }) => {
      const node = getSolanaNode(session.page, chain);
      const { address, read } = await check(session, input);
      if (read.message.signers[0] !== address && toTransactionId(input.transaction) === null) {
        fail('invalid_data', { message: 'The fee payer has not signed this transaction' });
      }
      const { data } = toTransactionRequest(read.messageBytes, address);
      const request: SolanaSendRequest = { method: 'solana_signAndSendTransaction', data, address, chain };
      return { node, options, read, request };
    }),
  );
  const signed = await signEach(checked, sign);
  const ids: string[] = [];
  for (const [place, { node, options, read }] of checked.entries()) {
    const sent = toSent(signed[place] ?? fail('unable_to_sign'), read);
    await deliver(session.page.environment.clock, node, sent, options).catch((error) => {
      if (error?.details && ids.length > 0) error.details.sent = [...ids];
      throw error;
    });
    ids.push(sent.id);
  }
  return ids;
}

async function check(session: SessionContext, { transaction, address: wanted }: SignInput) {
  const { address } = await getSolanaWallet(session, wanted);
  const read =
    readSolanaTransaction(transaction) ?? fail('invalid_data', { message: 'This is no Solana transaction' });
  return { address, read };
}

/** Signs one after the other, because the user reviews one request at a time. */
async function signEach(
  checked: readonly { read: SolanaTransaction; request: SolanaSignRequest }[],
  sign: SignSolana,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const signed: Uint8Array<ArrayBuffer>[] = [];
  for (const [place, { read, request }] of checked.entries()) {
    const signature = fromBase58(await sign(request, place)) ?? new Uint8Array();
    signed.push(read.withSignature(request.address, signature) ?? fail('unable_to_sign'));
  }
  return signed;
}

function toSent(signed: Uint8Array, { message }: SolanaTransaction): SignedSolanaTransaction {
  const id = toTransactionId(signed) ?? fail('unable_to_sign');
  return { bytes: toBase64(signed), id, blockhash: message.blockhash };
}
