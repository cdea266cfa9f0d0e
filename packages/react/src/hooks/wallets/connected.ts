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

/** A wallet of the user, embedded or external, with the functions to use it. */
export interface ConnectedWallet extends Omit<WalletAccount, 'verifiedAt'> {
  /**
   * Time when the user proved ownership of the wallet, your back end imported it, or the embedded wallet was created.
   * Null if the wallet is connected but not linked to the user's account.
   */
  verifiedAt: Date | null;
  /** Name and icon to show. The icon is a `data:image/` URL. */
  meta: { readonly id: string; readonly name: string; readonly icon: string | null };
  /** True if the wallet is linked to the signed-in user. True for an embedded wallet. */
  isLinked: boolean;
  /** Unix ms. */
  connectedAt: number;
  /**
   * Returns the wallet's EIP-1193 provider. An embedded wallet asks the user in the modal before it signs or sends,
   * unless the app signs without prompts; before it signs a bare hash, it always asks. An external wallet asks by
   * itself. Fails with `not_supported` on Solana.
   */
  getEthereumProvider(): Promise<EthereumProvider | Eip1193Provider>;
  /**
   * Switches the wallet to another configured chain. Fails with `not_supported` on Solana. For a chain that is not
   * configured, an embedded wallet fails as `useSwitchChain` does, and an external one with `unsupported_chain_id`.
   */
  switchChain(chainId: number | Hex): Promise<void>;
  /**
   * Logs in with the wallet, or links it if a user who is not a guest is signed in. The wallet asks for a signature.
   * Fails with `not_supported` for an embedded wallet.
   */
  loginOrLink(): Promise<User>;
  /** Ends the connection; a reload does not restore it. Does nothing for an embedded wallet. */
  disconnect(): void;
}

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
