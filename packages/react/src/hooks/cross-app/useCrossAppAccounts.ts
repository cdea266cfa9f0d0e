import {
  type CrossAppProvider,
  type CrossAppTransaction,
  type EthereumProvider,
  type Hex,
  loadCrossApp,
  openCrossAppPopup,
  type TypedData,
} from '@latchkey/core';
import {
  type CrossAppProviderName,
  crossAppProviderOf,
  fail,
  isCode,
  ServiceError,
  type User,
} from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { type Binding, bindingOf, useBindingResult } from '../../binding.ts';
import type { ModalResult } from '../../flow/index.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

interface WalletOfApp {
  /** Address of the wallet, from the user's linked account of type `cross_app`. */
  address: string;
}

export interface UseCrossAppAccounts {
  /**
   * Logs in with another app, in a popup. Call it in a click handler, because browsers block other popups.
   *
   * Fails with `unknown_auth_error` if a user other than a guest is logged in, with `exited_auth_flow` if the user
   * closes the modal, even after an error that it showed, and with `linked_to_another_user` if a guest keeps the wallet
   * instead.
   */
  loginWithCrossAppAccount(app: { appId: string }): Promise<User>;
  /**
   * Links an account from another app, in a popup. Call it in a click handler, because browsers block other popups.
   *
   * Fails with `must_be_authenticated`, `cannot_link_more_of_type`, `linked_to_another_user`, `exited_link_flow`, or
   * another error that the modal showed last.
   */
  linkCrossAppAccount(app: { appId: string }): Promise<User>;
  /**
   * Unlinks an account of another app. If the login is too old, the user confirms in the modal first. Fails with
   * `invalid_data` if the user has no account with this subject, and with the codes of `unlinkEmail`.
   */
  unlinkCrossAppAccount(account: { subject: string }): Promise<User>;
  /**
   * Requests a signature from the wallet, in the other app's popup. This app shows no screen. Call it in a click
   * handler, because browsers block other popups.
   *
   * Fails with `must_be_authenticated`, `wallet_not_linked`, `not_supported` (`details.reason` `not_connected`,
   * `read_only`), `missing_or_invalid_token`, `unable_to_sign` (such as `details.reason` `popup_blocked`),
   * `user_rejected_request`, `client_request_timeout`, `invalid_message`, `invalid_data`, or the other app's error.
   */
  signMessage(message: string, wallet: WalletOfApp): Promise<Hex>;
  /** Requests a signature over typed data (EIP-712). Works and fails as `signMessage` does. */
  signTypedData(typedData: TypedData, wallet: WalletOfApp): Promise<Hex>;
  /**
   * Asks the wallet to send a transaction, and returns the hash. Fails as `signMessage` does. The transaction may
   * have been sent even if the user closed the popup.
   */
  sendTransaction(transaction: CrossAppTransaction, wallet: WalletOfApp): Promise<Hex>;
  /** Returns an EIP-1193 provider for the wallet, for dapp libraries. */
  getEthereumProvider(wallet: WalletOfApp): Promise<EthereumProvider>;
}

/**
 * Lets the user log in with other apps, link accounts from them, and use their wallets. Each of those apps must list
 * this app in its `cross_app_requesters`.
 *
 * @example
 * ```tsx
 * const { loginWithCrossAppAccount, signMessage } = useCrossAppAccounts();
 * return <button onClick={() => loginWithCrossAppAccount({ appId }).catch(tell)}>Use your Tidewater wallet</button>;
 * ```
 */
export function useCrossAppAccounts(): UseCrossAppAccounts {
  const result = useBindingResult();
  const findProvider = useProviders();

  async function inWindow<Result>(
    binding: Binding,
    isWanted: boolean,
    act: (popup: Window | null | undefined) => Promise<Result>,
  ): Promise<Result> {
    const popup = isWanted ? openCrossAppPopup(binding.client) : undefined;
    try {
      return await act(popup);
    } catch (error) {
      popup?.close();
      throw error;
    }
  }

  const request = <Result>(
    address: string,
    act: (
      module: Awaited<ReturnType<typeof loadCrossApp>>,
      client: Binding['client'],
      wallet: { address: string; popup: Window | null | undefined },
    ) => Promise<Result>,
  ) => {
    const binding = bindingOf(result);
    const provider = findProvider(address);
    // A request to a read-only provider fails without a popup. If the provider is not loaded yet, the request loads
    // it before it opens a popup.
    return inWindow(binding, provider?.readOnly === false, async (popup) =>
      act(await loadCrossApp(), binding.client, { address, popup }),
    );
  };

  return {
    loginWithCrossAppAccount: useStable(async ({ appId }) => {
      const binding = bindingOf(result);
      const { authenticated, user } = binding.client.getState();
      if (authenticated && !user?.isGuest) fail('unknown_auth_error', { message: loggedIn });
      return inWindow(binding, true, (popup = null) =>
        toldOf(binding, 'login', crossAppProviderOf(appId), () =>
          binding.modal.open('login', { crossApp: { appId, popup } }),
        ),
      );
    }),
    linkCrossAppAccount: useStable(async ({ appId }) => {
      const binding = bindingOf(result);
      if (!binding.client.getState().authenticated) fail('must_be_authenticated');
      const method = crossAppProviderOf(appId);
      return inWindow(binding, true, (popup = null) =>
        toldOf(binding, 'link', method, () => binding.modal.open('link', { method, popup })),
      );
    }),
    unlinkCrossAppAccount: useStable(async (account) => {
      const { client, modal } = bindingOf(result);
      const { unlinkCrossAppAccount } = await loadCrossApp();
      return modal.confirmed(() => unlinkCrossAppAccount(client, account));
    }),
    signMessage: useStable(async (message, { address }) =>
      request(address, (module, client, wallet) =>
        module.signMessageWithCrossApp(client, { message, ...wallet }),
      ),
    ),
    signTypedData: useStable(async (typedData, { address }) =>
      request(address, (module, client, wallet) =>
        module.signTypedDataWithCrossApp(client, { typedData, ...wallet }),
      ),
    ),
    sendTransaction: useStable(async (transaction, { address }) =>
      request(address, (module, client, wallet) =>
        module.sendTransactionWithCrossApp(client, { transaction, ...wallet }),
      ),
    ),
    getEthereumProvider: useStable(async ({ address }) => {
      const { client } = bindingOf(result);
      return (await loadCrossApp()).getCrossAppEthereumProvider(client, { address });
    }),
  };
}

const loggedIn = 'Attempted to log in, but user is already logged in. Use a `link` helper instead.';

/** Opens the modal and reports the result to every mounted `useLogin` or `useLinkAccount`, as after a redirect. */
async function toldOf(
  { modal }: Binding,
  kind: 'link' | 'login',
  method: CrossAppProviderName,
  open: () => Promise<ModalResult & { user: User }>,
): Promise<User> {
  const heard = () => [...modal.awaiting].map((get) => get()).filter((listener) => listener.kind === kind);
  try {
    const done = await open();
    for (const { onDone } of heard()) onDone(done, method);
    return done.user;
  } catch (cause) {
    const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
    for (const { onFailed } of heard()) onFailed(error, method);
    throw error;
  }
}

/**
 * Loads the providers of the user's cross-app wallets in advance. A popup must open in the click handler, which cannot
 * wait for a response from the service. Returns a function that finds the provider of a wallet.
 */
function useProviders(): (address: string) => CrossAppProvider | null {
  const result = useBindingResult();
  const { user } = useClientState();
  const [providers, setProviders] = useState<readonly CrossAppProvider[]>([]);
  const accounts = (user?.linkedAccounts ?? []).filter((account) => account.type === 'cross_app');
  const isWanted = accounts.length > 0;
  useEffect(() => {
    const { binding } = result;
    if (!isWanted || !binding) return;
    let isLeft = false;
    const load = async () => (await loadCrossApp()).loadCrossAppProviders(binding.client);
    load().then(
      (found) => isLeft || setProviders(found),
      () => undefined, // the signing request loads them again
    );
    return () => {
      isLeft = true;
    };
  }, [result, isWanted]);
  return (address) => {
    const isAsked = (wallet: { address: string }) => wallet.address.toLowerCase() === address.toLowerCase();
    const account = accounts.find(
      ({ embeddedWallets, smartWallets }) => embeddedWallets.some(isAsked) || smartWallets.some(isAsked),
    );
    return providers.find(({ id }) => id === account?.providerApp.id) ?? null;
  };
}
