import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { SolanaSendOptions } from './delivery.ts';
import { type SolanaInput, toSignFunction } from './toSignFunction.ts';
import { sendTransactions } from './transactions.ts';

/**
 * Signs a transaction and sends it through the host's node (`config.solana.rpcUrls`). With `options.commitment`,
 * waits until the network reached that commitment, and sends the same transaction again if it was lost. Without it,
 * returns once the node accepted the transaction.
 *
 * @param input.chain `'solana:mainnet'` by default
 * @param input.options as in the Wallet Standard
 * @returns the transaction's id, in base58
 * @throws ServiceError as {@link signSolanaTransaction}; `unsupported_chain_id` without a node, before the user is
 *   asked; `transaction_failure` if the node refused it, it failed, or its block hash expired (`details.error` is
 *   `expired`); `network_error` and `client_request_timeout` with an id in `details.signature` if it may still
 *   arrive: look for that id before you send another
 */
export async function sendSolanaTransaction(
  client: LatchkeyClient,
  input: SolanaInput & {
    readonly transaction: Uint8Array;
    readonly chain?: SolanaChain;
    readonly options?: SolanaSendOptions;
  },
): Promise<string> {
  const { frame, session } = contextsOf(client);
  const { transaction, address, chain = 'solana:mainnet', options } = input;
  const inputs = [{ transaction, address, chain, options }];
  const [id] = await sendTransactions(session, inputs, toSignFunction(frame, input));
  return id ?? fail('unable_to_sign');
}
