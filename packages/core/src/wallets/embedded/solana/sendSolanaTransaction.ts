import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { SolanaSendOptions } from './delivery.ts';
import { type SolanaInput, toSignFunction } from './toSignFunction.ts';
import { sendTransactions } from './transactions.ts';

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
  const { frame, session } = contextsOf(client);
  const { transaction, address, chain = 'solana:mainnet', options } = input;
  const inputs = [{ transaction, address, chain, options }];
  const [id] = await sendTransactions(session, inputs, toSignFunction(frame, input));
  return id ?? fail('unable_to_sign');
}
