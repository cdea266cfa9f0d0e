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

/** Which wallet of another app is asked. */
interface WalletOfApp {
  /** It stands in the user's linked account of type `cross_app`. */
  address: string;
}

export interface UseCrossAppAccounts {
  /**
   * Logs in by another app, in a window of its own. Call it while a press is being handled.
   *
   * Fails with `unknown_auth_error` while a user who is no guest is logged in, and with `exited_auth_flow` when the person
   * closed the modal.
   */
  loginWithCrossAppAccount(app: { appId: string }): Promise<User>;
  /**
   * Links an account of another app, in the same way.
   *
   * Fails with `must_be_authenticated`, `cannot_link_more_of_type`, `linked_to_another_user`, `exited_link_flow`, and what
   * the person saw last.
   */
  linkCrossAppAccount(app: { appId: string }): Promise<User>;
  /**
   * Takes an account of another app from the user, who confirms in the modal first if they logged in long ago. Fails with
   * `invalid_data` for a subject that the user does not have.
   */
  unlinkCrossAppAccount(account: { subject: string }): Promise<User>;
  /**
   * Asks the wallet for a signature, in the other app's window; no screen shows here. Call it while a press is being
   * handled.
   *
   * Fails with `wallet_not_linked`, `not_supported` (`details.reason` `not_connected`, `read_only`),
   * `missing_or_invalid_token`, `unable_to_sign` (`details.reason` `popup_blocked`), `user_rejected_request`,
   * `client_request_timeout`, `invalid_data`.
   */
  signMessage(message: string, wallet: WalletOfApp): Promise<Hex>;
  /** The same for typed data (EIP-712). */
  signTypedData(typedData: TypedData, wallet: WalletOfApp): Promise<Hex>;
  /**
   * Asks the wallet to send a transaction; gives its hash. Fails as `signMessage` does. A window that was closed may have sent
   * it all the same.
   */
  sendTransaction(transaction: CrossAppTransaction, wallet: WalletOfApp): Promise<Hex>;
  /** The wallet as a provider of EIP-1193, for dapp libraries. */
  getEthereumProvider(wallet: WalletOfApp): Promise<EthereumProvider>;
}

/**
 * Accounts and wallets of other apps, which the app has to be listed by.
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

  /** Opens the other app's window, and closes it where nothing came of it. */
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
    // One that refuses anyway opens none. Where it is not known yet, it is asked about first.
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

/** Has the modal do it, and tells `useLogin` and `useLinkAccount` how it ended, as after a return from a provider. */
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
 * What is known of the apps whose wallets the user has, from before a press: a window that is to open in it can wait for
 * no answer of the service. Users without such an account cost no request.
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
      () => undefined, // asked for again by the request itself
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
