import { initialOtp, type LatchkeyClient, type OtpState } from '@latchkey/core';
import type { ServiceError, User } from '@latchkey/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';

export interface UseCodeLoginOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

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

  function run<T>(act: (login: CodeLogin<To>) => Promise<T>, onDone?: (done: T) => void): Promise<T> {
    return withCallbacks(
      async () => {
        bindingOf(result);
        return act(login as CodeLogin<To>);
      },
      {
        onDone: (done) => onDone?.(done),
        onError: (error) => onError?.(error),
        otherwise: 'unknown_auth_error',
      },
    );
  }

  return {
    state,
    sendCode: useStable((input) => run((it) => it.sendCode(input))),
    loginWithCode: useStable((input) => run((it) => it.loginWithCode(input), onComplete)),
    resendCode: useStable(() => run((it) => it.resendCode())),
    reset: useStable(() => login?.reset()),
  };
}
