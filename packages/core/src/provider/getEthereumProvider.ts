import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { chainsOf, createOwnChain, getAccess, getWallet } from '../wallets/index.ts';
import { createProvider, type EthereumProvider } from './createProvider.ts';
import { type Confirmations, findAddress, toProviderParts } from './toProviderParts.ts';

export interface ProviderInput extends Confirmations {
  readonly address?: string;
}

/**
 * Returns the EIP-1193 provider of a wallet, for viem, ethers or wagmi.
 *
 * @param input.sign replaces direct signing, for a host that asks the user first; rejects with
 *   `user_rejected_request` if the user declines
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `missing_or_invalid_token`, or an
 *   error of refreshing the session
 */
export async function getEthereumProvider(
  client: LatchkeyClient,
  input: ProviderInput = {},
): Promise<EthereumProvider> {
  const { session } = contextsOf(client);
  const { user } = await getAccess(session);
  const { address } = getWallet(user, input.address, 'ethereum');
  const wallet = { find: () => findAddress(session, address), get: () => address };
  const chain = createOwnChain(chainsOf(session), wallet.get);
  return createProvider({ ...toProviderParts(client, async () => input), wallet, chain });
}
