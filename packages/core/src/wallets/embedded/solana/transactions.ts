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

/** Signs a checked request, the first, second … of a call, and gives the signature in base 58. */
export type SignSolana = (request: SolanaSignRequest, place: number) => Promise<string>;

export interface SignInput {
  /** As it travels, with a place for each signature. */
  readonly transaction: Uint8Array;
  readonly address: string | undefined;
}

export interface SolanaSendInput extends SignInput {
  readonly chain: SolanaChain;
  readonly options: SolanaSendOptions | undefined;
}

/**
 * Signs transactions, given and returned as they travel: each is checked before the user is asked for the first.
 *
 * @throws ServiceError `invalid_data`, and what signing throws
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
 * Signs transactions and sends them, in their order, by the host's own nodes, which are known before the user is asked. The user
 * agrees to all before the first is sent: who declines one has sent none.
 *
 * @returns their ids: the fee payers' signatures, in base 58
 * @throws ServiceError `unsupported_chain_id` without a node, `invalid_data` where the fee payer has not signed, and what
 * delivery throws, with the ids of those sent before in `details.sent`
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

/** One after the other: a person reads one request at a time. */
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
