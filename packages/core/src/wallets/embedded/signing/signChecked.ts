import { internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { TransactionSignRequest } from '../../../transactions/index.ts';
import { isSolanaRequest, type SolanaSignRequest } from '../solana/request.ts';
import { signSolana } from '../solana/sign.ts';
import { type FarcasterSignRequest, isFarcasterRequest, signFarcaster } from './farcaster.ts';
import { type Hex, type SignRequest, signEthereum, type TypedData, toSignRequest } from './sign.ts';

/** Signs a checked request, after asking the person. */
export type ConfirmAndSign = (request: SignRequest) => Promise<Hex>;

/**
 * Signs a request that an operation's `sign` was handed: checked, and put to the person by the host. Shows nothing.
 *
 * @returns 0x and hex digits for Ethereum, base 58 for Solana
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest | FarcasterSignRequest | TransactionSignRequest,
): Promise<string> {
  const internals = internalsOf(client);
  if (isFarcasterRequest(request)) return signFarcaster(internals, request);
  return isSolanaRequest(request) ? signSolana(internals, request) : signEthereum(internals, request);
}

/**
 * Signs a text, or bytes given as 0x and hex digits (EIP-191, `personal_sign`). Shows nothing: the caller has asked.
 *
 * If the wallet wants a second factor, it waits until one is verified: the modal asks, or the host
 * (`registerMfaListener`). So does every operation that opens the wallet.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; user, wallet and message were checked
 * before it is called
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`;
 * `missing_or_invalid_mfa` where no one asks for the second factor, `mfa_timeout`,
 * `mfa_verification_max_attempts_reached`, `user_rejected_request` where the person cancelled
 * @example
 * const signature = await signMessage(client, { message: 'Hello' });
 */
export async function signMessage(
  client: LatchkeyClient,
  input: { message: string; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'personal_sign', data: input.message });
}

/**
 * Signs typed structured data (EIP-712, `eth_signTypedData_v4`). Shows nothing: the caller has asked.
 *
 * @param input.sign as in {@link signMessage}
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `wallet_proxy_timeout`
 */
export async function signTypedData(
  client: LatchkeyClient,
  input: { typedData: TypedData; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'eth_signTypedData_v4', data: input.typedData });
}

async function checkAndSign(
  client: LatchkeyClient,
  input: { method: SignRequest['method']; data: unknown; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  const internals = internalsOf(client);
  const { method, data, address } = input;
  const request = await toSignRequest(internals, { method, data, address });
  return input.sign ? input.sign(request) : signEthereum(internals, request);
}
