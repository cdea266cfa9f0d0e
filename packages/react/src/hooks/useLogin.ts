import { isCode, ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../binding.ts';
import type { LoginInput, LoginResult } from '../flow/index.ts';
import { useReturned } from './useReturned.ts';
import { useStable } from './useStable.ts';

export interface UseLoginOptions {
  /**
   * Called when this hook has logged a user in, as the modal closes. Every mounted hook is also called after
   * `loginWithCrossAppAccount`, and after a login on a page to which the user returned from a social login provider, or
   * that Telegram or a wallet's app opened.
   */
  onComplete?(result: LoginResult): void;
  /**
   * Called if the login fails, with `exited_auth_flow` if the user closed the modal. Without this callback, failures of
   * `login()` other than an exit are written to the console, except after a redirect.
   */
  onError?(error: ServiceError): void;
}

/** Opens the modal. An event argument is ignored, so `onClick={login}` works. */
export type OpenLogin = (input?: LoginInput | { readonly nativeEvent: Event }) => void;

/**
 * Opens the modal to log in. With `login({ disableSignup: true })`, only existing users can log in.
 *
 * @example
 * ```tsx
 * const { login } = useLogin({ onComplete: ({ user, isNewUser }) => navigate(isNewUser ? '/welcome' : '/home') });
 * ```
 */
export function useLogin({ onComplete, onError }: UseLoginOptions = {}): { login: OpenLogin } {
  const result = useBindingResult();
  const login = useStable((input: Parameters<OpenLogin>[0] = {}) => {
    start('nativeEvent' in input ? {} : input).then(onComplete, (reason: unknown) => {
      const error = isCode(reason) ? reason : new ServiceError('unknown_auth_error', { cause: reason });
      if (onError) return onError(error);
      if (error.code === 'exited_auth_flow') return;
      // biome-ignore lint/suspicious/noConsole: nothing else shows the developer why the login failed.
      console.error(`[latchkey] login() failed: ${error.message} (${error.docs})`);
    });
  });

  async function start(input: LoginInput): Promise<LoginResult> {
    const { client, modal } = bindingOf(result);
    const { authenticated, user } = client.getState();
    // A session whose user is not loaded yet also counts as logged in.
    if (authenticated && !user?.isGuest) {
      // biome-ignore lint/suspicious/noConsole: the specification asks for this warning.
      console.warn('[latchkey] login() is ignored: a user is logged in.');
      return new Promise(() => undefined);
    }
    return modal.open('login', input);
  }

  useReturned<LoginResult>(result, {
    kind: 'login',
    onDone: (login) => onComplete?.(login),
    onFailed: (error) => onError?.(error),
  });

  return { login };
}
