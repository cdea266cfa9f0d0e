import { initialOtp, type LatchkeyClient, type OtpState } from '@latchkey/core';
import { isCode, ServiceError, type User } from '@latchkey/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

export interface UseCodeLoginOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

/** A login with a one-time code, by email or SMS. */
interface CodeLogin<To> {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  sendCode(input: To): Promise<void>;
  loginWithCode(input: { code: string }): Promise<{ user: User; isNewUser: boolean }>;
  resendCode(): Promise<void>;
  reset(): void;
}

export type UseCodeLogin<To> = Omit<CodeLogin<To>, 'getState' | 'subscribe'> & { state: OtpState };

const subscribeNothing = () => () => undefined;

/** Shared by `useLoginWithEmail` and `useLoginWithSms`. `create` must be the same function at every render. */
export function useCodeLogin<To>(
  create: (client: LatchkeyClient) => CodeLogin<To>,
  { onComplete, onError }: UseCodeLoginOptions,
): UseCodeLogin<To> {
  const result = useBindingResult();
  const login = useMemo(() => (result.binding ? create(result.binding.client) : null), [create, result]);
  const state = useSyncExternalStore(
    login?.subscribe ?? subscribeNothing,
    login?.getState ?? (() => initialOtp),
    () => initialOtp,
  );

  async function tell<T>(act: (login: CodeLogin<To>) => Promise<T>): Promise<T> {
    try {
      bindingOf(result);
      return await act(login as CodeLogin<To>);
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
      onError?.(error);
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
