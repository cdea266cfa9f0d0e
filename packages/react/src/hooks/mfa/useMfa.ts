import { type GivenFactor, loadMfa, type PasskeyFactorOptions } from '@latchkey/core';
import type { MfaMethod } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseMfa {
  /** The methods that the app takes. */
  readonly mfaMethods: readonly MfaMethod[];
  /**
   * Has the user verify a second factor now, in the modal or on your own screen, so that the next signature does not ask.
   * Nothing happens for a user without one.
   */
  promptMfa(): Promise<void>;
  /**
   * Begins to verify on your own screen: sends the code of `'sms'`; gives what `submit` takes of a `'passkey'`. An authenticator
   * app needs nothing.
   */
  init(method: MfaMethod): Promise<PasskeyFactorOptions | undefined>;
  /**
   * Hands what the user gave to the operation that waits, which is tried again with it: a code, or of a passkey what `init` gave;
   * the browser then asks for the passkey, so call it while a press is being handled.
   *
   * Fails with what `errorIndicatesMfaVerificationFailed` recognises where it was wrong (the operation waits for another one),
   * `errorIndicatesMaxMfaRetries` after the fourth attempt, `errorIndicatesMfaTimeout` after five minutes.
   */
  submit(method: MfaMethod, code: GivenFactor['code'] | PasskeyFactorOptions): Promise<void>;
  /** Ends the waiting: the operations fail with `user_rejected_request`, 'MFA canceled'. Nothing happens where none waits. */
  cancel(): void;
}

/**
 * Verifies second factors on screens of your own; {@link useRegisterMfaListener} says when. Without them the modal asks.
 *
 * @example
 * ```tsx
 * const { init, submit, cancel } = useMfa();
 * await init('sms');
 * await submit('sms', '123456');
 * ```
 */
export function useMfa(): UseMfa {
  const result = useBindingResult();
  const { settings } = useClientState();
  const open = async () => ({ ...(await loadMfa()), client: bindingOf(result).client });
  return {
    mfaMethods: settings?.mfa.methods ?? [],
    promptMfa: useStable(async () => {
      const { client, promptMfa } = await open();
      await promptMfa(client);
    }),
    init: useStable(async (method: MfaMethod) => {
      const { client, initMfa } = await open();
      return initMfa(client, method);
    }),
    submit: useStable(async (method: MfaMethod, code: GivenFactor['code'] | PasskeyFactorOptions) => {
      const { client, provePasskeyFactor, submitMfa } = await open();
      const isBegun = typeof code === 'object' && code !== null && 'options' in code;
      await submitMfa(client, method, isBegun ? await provePasskeyFactor(client, code) : code);
    }),
    cancel: useStable(() => {
      void open().then(
        ({ client, cancelMfa }) => cancelMfa(client),
        () => undefined, // what is not loaded waits for nothing
      );
    }),
  };
}
