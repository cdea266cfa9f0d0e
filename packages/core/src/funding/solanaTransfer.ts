import { fromBase58, toBase58 } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { getSolanaNode, readValue, type SolanaNode, toRecord } from '../nodes/index.ts';
import { poll } from '../poll.ts';
import type { ConnectedWallet } from '../wallets/index.ts';
import type { SentByWallet } from './payByWallet.ts';

interface Payment {
  readonly wallet: ConnectedWallet;
  readonly recipient: string;
  /** In lamports. */
  readonly amount: bigint;
}

const at = { commitment: 'confirmed' };

/**
 * Requests the cost of a SOL transfer.
 *
 * @returns the fee, in lamports
 * @throws ServiceError `unsupported_chain_id` if the wallet is on another network or no node is set, and the node's
 *   errors
 */
export async function prepareOnSolana(
  page: PageContext,
  chain: SolanaChain,
  payment: Payment,
): Promise<bigint> {
  assertOn(payment.wallet, chain);
  const node = getSolanaNode(page, chain);
  const message = toMessage(payment, await readBlockhash(node));
  const fee = readValue(await node('getFeeForMessage', [toBase64(message), at]));
  return typeof fee === 'number' && Number.isSafeInteger(fee)
    ? BigInt(fee)
    : fail('network_error', { message: 'The node gave no fee' });
}

/**
 * Has the wallet sign and send a prepared transfer. @throws ServiceError as {@link prepareOnSolana}, the wallet's
 * errors, and the signal's reason if the user left before the wallet is asked to pay
 */
export async function sendOnSolana(
  page: PageContext,
  chain: SolanaChain,
  payment: Payment,
  leaving: AbortSignal | undefined,
): Promise<SentByWallet> {
  assertOn(payment.wallet, chain);
  const node = getSolanaNode(page, chain);
  const message = toMessage(payment, await readBlockhash(node));
  leaving?.throwIfAborted();
  const unsigned = Uint8Array.from([1, ...new Uint8Array(64), ...message]);
  const hash = toBase58(await payment.wallet.signAndSendTransaction(unsigned));
  return {
    hash,
    async wait(signal = new AbortController().signal) {
      const waiting = { everyMs: 2_000, withinMs: 10 * 60_000, signal };
      const end = await poll(page.environment.clock, waiting, () => findSolanaEnd(node, hash));
      if (end === 'failed')
        fail('transaction_failure', { message: 'The transfer failed', details: { hash } });
    },
  };
}

/**
 * A wallet may send on its own network, whatever is requested, and could spend real coins for a test. Another network
 * is refused.
 */
function assertOn({ chainId }: ConnectedWallet, chain: SolanaChain): void {
  if (chainId !== chain)
    fail('unsupported_chain_id', { message: `The wallet is on ${chainId}, and the transfer on ${chain}` });
}

async function readBlockhash(node: SolanaNode): Promise<Uint8Array> {
  const { blockhash } = toRecord(readValue(await node('getLatestBlockhash', [at])));
  const bytes = typeof blockhash === 'string' ? fromBase58(blockhash) : null;
  return bytes?.length === 32 ? bytes : fail('network_error', { message: 'The node gave no block hash' });
}

/** Requests the status of a transaction; null while it is under way or unknown. */
export async function findSolanaEnd(node: SolanaNode, hash: string): Promise<'completed' | 'failed' | null> {
  const reply = await node('getSignatureStatuses', [[hash], { searchTransactionHistory: true }]).catch(
    () => null,
  );
  const statuses = reply && readValue(reply);
  const { confirmationStatus, err } = toRecord(Array.isArray(statuses) ? statuses[0] : null);
  if (err) return 'failed';
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' ? 'completed' : null;
}

/** Creates the message of a SOL transfer, paid by the wallet, with one instruction to the System program. */
function toMessage({ wallet, recipient, amount }: Payment, blockhash: Uint8Array): Uint8Array {
  const key = (address: string) => fromBase58(address) ?? fail('invalid_data');
  const accounts = [key(wallet.address), key(recipient), new Uint8Array(32)];
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, 2, true); // SystemInstruction::Transfer
  data.setBigUint64(4, amount, true);
  const header = [1, 0, 1];
  const instruction = [2, 2, 0, 1, 12, ...new Uint8Array(data.buffer)];
  return Uint8Array.from([
    ...header,
    accounts.length,
    ...accounts.flatMap((one) => [...one]),
    ...blockhash,
    1,
    ...instruction,
  ]);
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
