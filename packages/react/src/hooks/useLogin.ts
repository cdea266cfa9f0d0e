import { isCode, ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../binding.ts';
import type { LoginResult } from '../flow/index.ts';
import { useStable } from './useStable.ts';

export interface UseLoginOptions {
  /** Called when a log-in that this hook started succeeds, as the modal closes. */
  onComplete?(result: LoginResult): void;
  /** Called when it does not: `exited_auth_flow` when the person closed the modal. */
  onError?(error: ServiceError): void;
}

/**
 * Opens the modal to log in.
 *
 * @example
 * ```tsx
 * const { login } = useLogin({ onComplete: ({ user, isNewUser }) => navigate(isNewUser ? '/welcome' : '/home') });
 * ```
 */
export function useLogin({ onComplete, onError }: UseLoginOptions = {}): { login(): void } {
  const result = useBindingResult();
  const login = useStable(() => {
    start().then(onComplete, (reason: unknown) => {
      onError?.(isCode(reason) ? reason : new ServiceError('unknown_auth_error', { cause: reason }));
    });
  });

  async function start(): Promise<LoginResult> {
    const { client, door } = bindingOf(result);
    const { user } = client.getState();
    if (user && !user.isGuest) {
      // biome-ignore lint/suspicious/noConsole: the specification asks for this warning (L§4).
      console.warn('[latchkey] login() was called while a user is logged in already; it is ignored.');
      return new Promise(() => undefined);
    }
    return door.open('login', undefined);
  }

  return { login };
}
