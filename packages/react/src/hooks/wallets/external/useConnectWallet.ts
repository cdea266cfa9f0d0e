import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../../binding.ts';
import type { ConnectInput } from '../../../flow/index.ts';
import { useStable } from '../../useStable.ts';
import { type ConnectedWallet, connectedOf } from '../connected.ts';
import { tellConnection } from './tellConnection.ts';

export interface UseConnectWalletOptions {
  /** Called as the modal closes, with the connected wallet. */
  onSuccess?(result: { wallet: ConnectedWallet }): void;
  /**
   * Called if no wallet was connected, such as with `user_rejected_request` (in the wallet), `client_request_timeout`,
   * `generic_connect_wallet_error` or `unknown_connect_wallet_error`; with `exited_wallet_flow` if the user closed the
   * modal first. Without this callback, failures other than an exit are written to the console.
   */
  onError?(error: ServiceError): void;
}

/** Opens the list of wallets. An event argument is ignored, so `onClick={connectWallet}` works. */
export type ConnectWallet = (input?: ConnectInput | { readonly nativeEvent: Event }) => void;

/**
 * Connects an external wallet without logging in or linking it; `wallet.loginOrLink()` does that.
 *
 * @example
 * ```tsx
 * const { connectWallet } = useConnectWallet({ onSuccess: ({ wallet }) => show(wallet.address) });
 * return <button onClick={() => connectWallet({ walletList: ['metamask', 'wallet_connect'] })}>Connect</button>;
 * ```
 */
export function useConnectWallet({ onSuccess, onError }: UseConnectWalletOptions = {}): {
  connectWallet: ConnectWallet;
} {
  const result = useBindingResult();
  const connect = async (input: ConnectInput) => {
    const binding = bindingOf(result);
    const { connected } = await binding.modal.open('connect-wallet', input);
    return { wallet: connectedOf(binding, connected) };
  };
  const connectWallet: ConnectWallet = useStable((input: Parameters<ConnectWallet>[0] = {}) =>
    tellConnection(connect('nativeEvent' in input ? {} : input), 'exited_wallet_flow', {
      onSuccess,
      onError,
    }),
  );
  return { connectWallet };
}
