import { fail } from '@latchkey/wire';
import { contextsOf, type WalletsContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { createOwnChain, type WalletChains } from '../wallets/index.ts';
import { createProvider, type EthereumProvider } from './createProvider.ts';
import { findWalletScreens } from './findWalletScreens.ts';
import { type Confirmations, findAddress, toProviderParts } from './toProviderParts.ts';

/** Creates a provider of the signed-in user's Ethereum wallet. If another user signs in, it uses their wallet. */
export function createUserProvider(
  client: LatchkeyClient,
  confirm: () => Promise<Confirmations>,
  chains: WalletChains,
): EthereumProvider {
  const { session, wallets } = contextsOf(client);
  const find = () => findAddress(session, undefined);
  const refuse = () =>
    fail(session.state.get().authenticated ? 'embedded_wallet_not_found' : 'must_be_authenticated');
  const wallet = { find, get: () => find() ?? refuse() };
  const chain = createOwnChain(chains, find);
  return createProvider({
    ...toProviderParts(client, confirm),
    wallet,
    chain,
    connect: () => connect(wallets),
    async begin() {
      // Libraries send requests as soon as they load. A user whose session is being restored must not be asked to log
      // in.
      if (!client.getState().ready) await client.start();
    },
  });
}

/** Opens one login for concurrent requests of several dapps. */
async function connect(wallets: WalletsContext): Promise<void> {
  const screens = (await findWalletScreens(wallets)) ?? fail('must_be_authenticated');
  await wallets.page.flights.run('connect wallet', async () => void (await screens.connect()));
}
