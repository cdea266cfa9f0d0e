import { isCode, ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../binding.ts';
import type { LoginInput, LoginResult } from '../flow/index.ts';
import { useReturned } from './useReturned.ts';
import { useStable } from './useStable.ts';

export interface UseLoginOptions {
  /**
   * Called when a log-in that this hook started succeeds, as the modal closes; also on the page that a person comes back to
   * from a provider of social login.
   */
  onComplete?(result: LoginResult): void;
  /**
   * Called when it does not: `exited_auth_flow` when the person closed the modal. Without it any other failure is
   * written to the console.
   */
  onError?(error: ServiceError): void;
}

/** Opens the modal. It takes an event for nothing, so that `onClick={login}` works. */
export type OpenLogin = (input?: LoginInput | { readonly nativeEvent: Event }) => void;

/**
 * Opens the modal to log in; `login({ disableSignup: true })` lets in only those who have an account.
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
      // biome-ignore lint/suspicious/noConsole: no other party hears of it, and a button that does nothing explains nothing.
      console.error(`[latchkey] login() failed: ${error.message} (${error.docs})`);
    });
  });

  async function start(input: LoginInput): Promise<LoginResult> {
    const { client, modal } = bindingOf(result);
    const { authenticated, user } = client.getState();
    // A session whose user is not known yet (the service does not answer) is a session as well.
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
