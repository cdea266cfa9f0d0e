import type { LatchkeyClient } from '../client.ts';
import { internalsOf } from '../internals.ts';
import { type AskAndSign, getAccess, getWallet, type SignRequest, signEthereum } from '../wallets/index.ts';
import { createProvider, type EthereumProvider } from './createProvider.ts';

/** Makes the provider of a wallet of the user's, which signs at once where the host asks no one. */
export async function openProvider(
  client: LatchkeyClient,
  input: { address?: string; sign?: AskAndSign } = {},
): Promise<EthereumProvider> {
  const internals = internalsOf(client);
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const signDirectly = (request: SignRequest) => signEthereum(internals, request);
  return createProvider({ internals, address, sign: input.sign ?? signDirectly });
}
