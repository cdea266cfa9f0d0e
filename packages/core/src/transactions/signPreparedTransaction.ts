import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type SignTransaction, signEnvelope } from './sending/signEnvelope.ts';
import { getPrepared } from './sending/submit.ts';
import type { Hex, PreparedTransaction } from './transaction.ts';

/**
 * Signs a prepared transaction without sending it.
 *
 * @returns the signed transaction, for `eth_sendRawTransaction`
 * @throws ServiceError `prepared.failure`, or else `transaction_failure`, if `prepared.transaction` is null; and the
 *   errors of signing
 */
export async function signPreparedTransaction(
  client: LatchkeyClient,
  { prepared, sign }: { readonly prepared: PreparedTransaction; readonly sign?: SignTransaction | undefined },
): Promise<Hex> {
  return (await signEnvelope(contextsOf(client).frame, getPrepared(prepared), sign)).signed;
}
