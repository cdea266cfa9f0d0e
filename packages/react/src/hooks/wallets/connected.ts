import type {
  ConnectedWallet as CoreWallet,
  Eip1193Provider,
  EthereumProvider,
  Hex,
  UsableWallet,
} from '@latchkey/core';
import { fail, type User, type WalletAccount } from '@latchkey/wire';
import type { Binding } from '../../binding.ts';
import { providerOf, switchChain } from './providerOf.ts';

/** A wallet of the person's, embedded or brought, with the ways to use it. */
export interface ConnectedWallet extends Omit<WalletAccount, 'verifiedAt'> {
  /** When it was proved to be the user's; null where it is connected and no account of theirs. */
  verifiedAt: Date | null;
  /** What people know the wallet by; the icon is a `data:image/` address. */
  meta: { readonly id: string; readonly name: string; readonly icon: string | null };
  /** Whether it is an account of the signed-in user, as an embedded one always is. */
  isLinked: boolean;
  /** Unix ms. */
  connectedAt: number;
  /**
   * The EIP-1193 provider of this wallet. An embedded one asks the user in the modal before it signs or sends, unless the app says
   * otherwise; a wallet that they brought asks by itself. Fails with `not_supported` on Solana.
   */
  getEthereumProvider(): Promise<EthereumProvider | Eip1193Provider>;
  /** Switches the wallet to another of the configured chains. Fails as `useSwitchChain` does, with `not_supported` on Solana. */
  switchChain(chainId: number | Hex): Promise<void>;
  /**
   * Logs in by the wallet, or links it where a user is signed in; it asks for a signature. Fails with `not_supported` for an
   * embedded one, which proves no one.
   */
  loginOrLink(): Promise<User>;
  /** Ends the connection, also after a reload. An embedded wallet stays. */
  disconnect(): void;
}

/** A wallet of either kind, as hooks give it. */
export const connectedOf = (binding: Binding, wallet: UsableWallet): ConnectedWallet =>
  'getEthereumProvider' in wallet ? external(binding, wallet) : embedded(binding, wallet);

function embedded(binding: Binding, wallet: WalletAccount): ConnectedWallet {
  const { address, chainType, verifiedAt } = wallet;
  const isEthereum = chainType === 'ethereum';
  return {
    ...wallet,
    meta: { id: 'privy', name: binding.client.getState().settings?.name ?? '', icon: null },
    isLinked: true,
    connectedAt: verifiedAt.getTime(),
    getEthereumProvider: async () =>
      isEthereum
        ? providerOf(binding, address)
        : fail('not_supported', { details: { reason: 'wallet_chain' } }),
    switchChain: async (chainId) =>
      isEthereum
        ? switchChain(binding, address, chainId)
        : fail('not_supported', { details: { reason: 'wallet_chain' } }),
    loginOrLink: async () => fail('not_supported', { details: { reason: 'embedded_wallet' } }),
    disconnect() {},
  };
}

function external({ client }: Binding, wallet: CoreWallet): ConnectedWallet {
  const { address, chainId, chainType, connectedAt, connectorType, isLinked, meta, walletClientType } =
    wallet;
  const account = client
    .getState()
    .user?.linkedAccounts.find(
      (one): one is WalletAccount =>
        one.type === 'wallet' && one.chainType === chainType && one.address === address,
    );
  return {
    type: 'wallet',
    address,
    chainType,
    chainId,
    walletClient: 'unknown',
    walletClientType,
    connectorType,
    walletIndex: null,
    imported: false,
    recoveryMethod: null,
    verifiedAt: account?.verifiedAt ?? null,
    firstVerifiedAt: account?.firstVerifiedAt ?? null,
    latestVerifiedAt: account?.latestVerifiedAt ?? null,
    meta,
    isLinked,
    connectedAt,
    getEthereumProvider: () => wallet.getEthereumProvider(),
    switchChain: (chain) => wallet.switchChain(Number(chain)),
    loginOrLink: () => wallet.loginOrLink(),
    disconnect: () => wallet.disconnect(),
  };
}
