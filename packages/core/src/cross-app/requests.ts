import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { Hex } from '../wallets/index.ts';
import type { CrossAppMessageInput, CrossAppTransactionInput, CrossAppTypedDataInput } from './crossApp.ts';
import { requestCrossAppWallet } from './requestCrossAppWallet.ts';

/**
 * Asks a provider app's wallet to sign a message, in a popup. Call it in a click handler, because browsers block
 * popups that open later. If the token has expired, the user connects again first, which may require another click.
 *
 * @param input.popup window opened in the click handler; without it one is opened
 * @throws ServiceError `must_be_authenticated`, `wallet_not_linked` (XAPP-08), `not_supported` (`details.reason`
 *   `not_connected` XAPP-09, `read_only` XAPP-10), `missing_or_invalid_token` (XAPP-12), `unable_to_sign`
 *   (`popup_blocked` XAPP-14), `user_rejected_request` (XAPP-16), `client_request_timeout` (XAPP-17),
 *   `invalid_message`, `invalid_data` for a request of more than 12,000 URL-encoded characters, and the errors of the
 *   provider app
 * @example
 * const signature = await signMessageWithCrossApp(client, { message: 'hello', address });
 */
export async function signMessageWithCrossApp(
  client: LatchkeyClient,
  { message, ...wallet }: CrossAppMessageInput,
): Promise<Hex> {
  if (typeof message !== 'string' || message === '') return refuse('invalid_message', wallet.popup);
  return requestCrossAppWallet(client, wallet, {
    method: 'personal_sign',
    params: [message, wallet.address],
  });
}

/** Asks a provider app's wallet to sign typed data (EIP-712). Rejects like {@link signMessageWithCrossApp}. */
export async function signTypedDataWithCrossApp(
  client: LatchkeyClient,
  { typedData, ...wallet }: CrossAppTypedDataInput,
): Promise<Hex> {
  if (!isObject(typedData)) return refuse('invalid_data', wallet.popup);
  return requestCrossAppWallet(client, wallet, {
    method: 'eth_signTypedData_v4',
    params: [wallet.address, typedData],
  });
}

/**
 * Asks a provider app's wallet to send a transaction, on a chain that the provider app supports.
 *
 * @returns the hash of the transaction
 * @throws ServiceError as {@link signMessageWithCrossApp}
 * @example
 * const hash = await sendTransactionWithCrossApp(client, { transaction: { to, value: 1n, chainId: 8453 }, address });
 */
export async function sendTransactionWithCrossApp(
  client: LatchkeyClient,
  { transaction, ...wallet }: CrossAppTransactionInput,
): Promise<Hex> {
  if (!isObject(transaction)) return refuse('invalid_data', wallet.popup);
  const params = [{ ...transaction, from: wallet.address }];
  return requestCrossAppWallet(client, wallet, { method: 'eth_sendTransaction', params });
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

function refuse(code: 'invalid_data' | 'invalid_message', popup: Window | null | undefined): never {
  popup?.close();
  return fail(code);
}
