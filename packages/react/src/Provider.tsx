import {
  type ClientOptions,
  createClient,
  type LatchkeyClient,
  setFactorPromptHandler,
  setLoginConfirmer,
  setWalletScreens,
} from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { type Binding, BindingContext, type BindingResult } from './binding.ts';
import { CustomAuthContext } from './customAuth.ts';
import { useFollowCustomAuth } from './hooks/methods/useFollowCustomAuth.ts';
import { lazy } from './lazy.ts';
import { createModalController } from './modalController.ts';

/** Replaced by every bundler: what is for development is no part of a build for production. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The screens on which a person confirms what a dapp library does with the wallet. No hook needs them. */
const loadWalletScreens = lazy(() => import('./hooks/wallets/walletScreens.ts'));

/** On a server there is no layout, and React 18 complains about an effect of it. */
const useFirstEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The app's options, or a client that was made of them, for code outside of React as well. */
export type LatchkeyProviderProps = { children?: ReactNode } & (ClientOptions | { client: LatchkeyClient });

/**
 * Gives Latchkey to the components below it. Put it once around your app; it follows a change of
 * `config.appearance.theme` and `accentColor`, and of `config.customAuth`; a change of any other option needs a new `key`.
 *
 * Code outside of React, such as wagmi's connector, uses the same client: make it by `createClient`, and give it as `client`.
 * The provider starts it, and leaves it running when it goes, modal included: whoever made it calls `destroy`.
 *
 * A wrong option never breaks the page: children render, `useLatchkey().error` says what to change, the console too.
 * In development the Doctor does the same for what surrounds the page, in the console and in the modal.
 *
 * @example
 * ```tsx
 * <LatchkeyProvider appId="latchkey-demo-app-0000001">
 *   <App />
 * </LatchkeyProvider>
 * ```
 */
export function LatchkeyProvider({ children, ...props }: LatchkeyProviderProps) {
  const given = 'client' in props ? props.client : null;
  const options = 'client' in props ? props.client.options : props;
  const [result] = useState(() => bind(given, options));

  // Before any effect of the app's, and before its images are asked for: what came back in the address is no other user's to
  // read there or to send on (S35).
  useFirstEffect(() => {
    if (result.binding) begin(result.binding);
  }, [result]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the client stays the one that was bound.
  useEffect(() => {
    if (!result.binding) {
      // biome-ignore lint/suspicious/noConsole: the developer must see what to change, and there is no other place for it.
      console.error(`[latchkey] ${result.error.message} (${result.error.docs})`);
      return;
    }
    const { client, modal } = result.binding;
    void modal.resume();
    const examination =
      process.env.NODE_ENV === 'production'
        ? null
        : import('./doctor/index.ts').then(
            ({ examine }) => examine(client),
            () => null, // it only ever helps
          );
    return () => {
      if (process.env.NODE_ENV !== 'production') void examination?.then((stop) => stop?.());
      modal.close();
      if (!given) client.destroy();
    };
  }, [result]);

  const { theme, accentColor } = options.config?.appearance ?? {};
  useEffect(() => result.binding?.client.setLook({ theme, accentColor }), [result, theme, accentColor]);

  const customAuth = useFollowCustomAuth(result, options.config?.customAuth);

  return (
    <BindingContext.Provider value={result}>
      <CustomAuthContext.Provider value={customAuth}>{children}</CustomAuthContext.Provider>
    </BindingContext.Provider>
  );
}

function bind(given: LatchkeyClient | null, options: ClientOptions): BindingResult {
  try {
    const client = given ?? createClient(options);
    return { binding: { client, modal: createModalController(client) }, error: null };
  } catch (cause) {
    return { binding: null, error: isCode(cause) ? cause : new ServiceError('invalid_option', { cause }) };
  }
}

/** Gives the client its screens, and starts it: in an effect, because React may bind once more and throw that away. */
function begin(binding: Binding): void {
  const { client, modal } = binding;
  // An open screen made the call itself: the flow shows the step-up.
  setLoginConfirmer(client, async (refusal) => !modal.isOpen() && modal.confirm(refusal));
  setFactorPromptHandler(
    client,
    async (refusal, { isLogin }) => !!(await modal.open(isLogin ? 'verify-login' : 'verify-factor', refusal)),
  );
  setWalletScreens(client, async () => (await loadWalletScreens()).createWalletScreens(binding));
  void client.start();
}
