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

declare const process: { readonly env: { readonly NODE_ENV?: string } };

const loadWalletScreens = lazy(() => import('./hooks/wallets/walletScreens.ts'));

/** Avoids the layout effect on a server, where React 18 warns about it. */
const useFirstEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The app's options, or a client that was created from them, which code outside React can then use too. */
export type LatchkeyProviderProps = { children?: ReactNode } & (ClientOptions | { client: LatchkeyClient });

/**
 * Provides Latchkey to the components below it. Use it once around your app. It applies changes of
 * `config.appearance.theme` and `accentColor`, and of `getCustomAccessToken` and `isLoading` in `config.customAuth`; a
 * change of any other option needs a new `key`.
 *
 * Code outside React, such as wagmi's connector, can use the same client: create it with `createClient` and pass it
 * as `client`. The provider starts this client but does not destroy it. Call `destroy` yourself.
 *
 * An invalid option does not break the page. Children still render, and the error is in `useLatchkey().error` and in
 * the console. In development the Doctor also reports problems around the page, in the console and in the modal.
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

  // A host script could read login data that a redirect left in the page's URL, and the Referer of requests could leak
  // it. `start` removes our `privy_…` parameters (S35), so it runs before `useEffect` effects. Layout effects below run
  // earlier. Telegram's login parameters are removed once their code has loaded; a mini app's fragment stays.
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
            () => null, // the Doctor is optional
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

/**
 * Connects the client to its screens and starts it. Runs in an effect, because React may call `bind` twice and drop a
 * result.
 */
function begin(binding: Binding): void {
  const { client, modal } = binding;
  setLoginConfirmer(client, async (refusal) => !modal.isOpen() && modal.confirm(refusal));
  setFactorPromptHandler(
    client,
    async (refusal, { isLogin }) => !!(await modal.open(isLogin ? 'verify-login' : 'verify-factor', refusal)),
  );
  setWalletScreens(client, async () => (await loadWalletScreens()).createWalletScreens(binding));
  void client.start();
}
