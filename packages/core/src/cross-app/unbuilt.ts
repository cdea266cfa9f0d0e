import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { EthereumProvider } from '../provider/index.ts';

const refuse = (): never => fail('not_supported', { message: 'Wallets of other apps are not built yet' });

/** The wallet of another app as a provider of EIP-1193, for dapp libraries. */
export const getCrossAppEthereumProvider: (
  client: LatchkeyClient,
  wallet: { readonly address: string },
) => EthereumProvider = refuse;
