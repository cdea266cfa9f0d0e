import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';
import type { EthereumProvider } from '../provider/index.ts';
import type { Hex, SignRequest, TypedData } from '../signing/sign.ts';
import { getWallet } from '../wallets.ts';

/** Signs a checked request, after asking the person. */
type Sign = (request: SignRequest) => Promise<Hex>;

/**
 * Signs a text, or bytes given as 0x and hex digits (EIP-191, `personal_sign`). Shows nothing: the caller has asked.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; user, wallet and message were checked
 * before it is called
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`
 * @example
 * const signature = await signMessage(client, { message: 'Hello' });
 */
export async function signMessage(
  client: LatchkeyClient,
  input: { message: string; address?: string; sign?: Sign },
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
  input: { typedData: TypedData; address?: string; sign?: Sign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'eth_signTypedData_v4', data: input.typedData });
}

/**
 * Gives an EIP-1193 provider of a wallet, for viem, ethers or wagmi.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it rejects with
 * `user_rejected_request` where the person declines
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`
 */
export async function getEthereumProvider(
  client: LatchkeyClient,
  input: { address?: string; sign?: Sign } = {},
): Promise<EthereumProvider> {
  const internals = internalsOf(client);
  const [{ createProvider }, { getAccess }, { sign }] = await Promise.all([
    import('../provider/index.ts'),
    import('../getAccess.ts'),
    import('../signing/sign.ts'),
  ]);
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const signDirectly = (request: SignRequest) => sign(internals, request);
  return createProvider({ internals, address, sign: input.sign ?? signDirectly });
}

async function checkAndSign(
  client: LatchkeyClient,
  input: { method: SignRequest['method']; data: unknown; address?: string; sign?: Sign },
): Promise<Hex> {
  const internals = internalsOf(client);
  const { sign, toSignRequest } = await import('../signing/sign.ts');
  const { method, data, address } = input;
  const request = await toSignRequest(internals, { method, data, address });
  return input.sign ? input.sign(request) : sign(internals, request);
}
