import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type SignTransaction, signEnvelope } from './sending/signEnvelope.ts';
import { getPrepared } from './sending/submit.ts';
import type { Hex, PreparedTransaction } from './transaction.ts';

/**
 * Signs a prepared transaction, and does not send it.
 *
 * @returns the signed transaction, as `eth_sendRawTransaction` takes it
 * @throws ServiceError what could not be read of the chain, and what signing throws
 */
export async function signPreparedTransaction(
  client: LatchkeyClient,
  { prepared, sign }: { readonly prepared: PreparedTransaction; readonly sign?: SignTransaction | undefined },
): Promise<Hex> {
  return (await signEnvelope(contextsOf(client).frame, getPrepared(prepared), sign)).signed;
}
