import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { type ConfirmAndSign, checkAndSign } from './checkAndSign.ts';
import type { Hex, TypedData } from './sign.ts';

/**
 * Signs typed structured data (EIP-712, `eth_signTypedData_v4`). Shows no review: ask the user first.
 *
 * @param input.sign as in {@link signMessage}
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `wallet_proxy_timeout`,
 *   and other errors of the wallet frame
 */
export async function signTypedData(
  client: LatchkeyClient,
  input: { typedData: TypedData; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'eth_signTypedData_v4', data: input.typedData });
}
