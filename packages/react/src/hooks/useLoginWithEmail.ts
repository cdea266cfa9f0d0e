import { createEmailLogin, type EmailLogin, type OtpState } from '@latchkey/core';
import { isCode, type ServiceError, type User } from '@latchkey/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

export interface UseLoginWithEmailOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

export interface UseLoginWithEmail {
  state: OtpState;
  sendCode(input: { email: string }): Promise<void>;
  loginWithCode(input: { code: string }): Promise<{ user: User; isNewUser: boolean }>;
  resendCode(): Promise<void>;
  reset(): void;
}

const initial: OtpState = { status: 'initial', email: null, resendAvailableAtMs: null, error: null };
const subscribeNothing = () => () => undefined;

/**
 * Log-in by e-mail code with your own screens instead of the modal.
 *
 * @example
 * ```tsx
 * const { state, sendCode, loginWithCode } = useLoginWithEmail();
 * if (state.status === 'awaiting-code-input') return <CodeForm onSubmit={(code) => loginWithCode({ code })} />;
 * return <EmailForm onSubmit={(email) => sendCode({ email })} />;
 * ```
 */
export function useLoginWithEmail({ onComplete, onError }: UseLoginWithEmailOptions = {}): UseLoginWithEmail {
  const result = useBindingResult();
  const login = useMemo(() => (result.binding ? createEmailLogin(result.binding.client) : null), [result]);
  const state = useSyncExternalStore(
    login?.subscribe ?? subscribeNothing,
    login?.getState ?? (() => initial),
    () => initial,
  );

  async function tell<T>(act: (login: EmailLogin) => Promise<T>): Promise<T> {
    try {
      bindingOf(result);
      return await act(login as EmailLogin);
    } catch (error) {
      if (isCode(error)) onError?.(error);
      throw error;
    }
  }

  return {
    state,
    sendCode: useStable((input) => tell((it) => it.sendCode(input))),
    loginWithCode: useStable(async (input) => {
      const done = await tell((it) => it.loginWithCode(input));
      onComplete?.(done);
      return done;
    }),
    resendCode: useStable(() => tell((it) => it.resendCode())),
    reset: useStable(() => login?.reset()),
  };
}
