import { type GivenFactor, loadMfa, type PasskeyFactorOptions } from '@latchkey/core';
import type { MfaMethod } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseMfa {
  /** Methods that the app accepts. */
  readonly mfaMethods: readonly MfaMethod[];
  /**
   * Asks the user to verify a second factor now, in the modal or on your own screen, so the next signature does not
   * ask for it. Does not ask if an earlier verification is still valid, or if the user has no second factor that the
   * app accepts.
   */
  promptMfa(): Promise<void>;
  /**
   * Starts verification on your own screen. For `'sms'` it sends the code. For `'passkey'` it returns the options to
   * pass to `submit`. Not needed for an authenticator app.
   */
  init(method: MfaMethod): Promise<PasskeyFactorOptions | undefined>;
  /**
   * Submits the user's factor, and tries the waiting operation again. The factor is a code or, for a passkey, the
   * options from `init`. For a passkey the browser shows its dialog, so call it in a click handler.
   *
   * Fails with an error that `errorIndicatesMfaVerificationFailed` recognises if the factor was wrong (the operation
   * keeps waiting), `errorIndicatesMaxMfaRetries` after the operation's fourth attempt (the first is usually made
   * without a factor), and `not_found` if no operation waits. An operation that waited five minutes for a factor fails
   * with an error that `errorIndicatesMfaTimeout` recognises.
   */
  submit(method: MfaMethod, code: GivenFactor['code'] | PasskeyFactorOptions): Promise<void>;
  /**
   * Cancels the waiting operations, which fail with `user_rejected_request`, 'MFA canceled'. Does nothing if none
   * waits.
   */
  cancel(): void;
}

/**
 * Verifies second factors on screens of your own. {@link useRegisterMfaListener} tells you when a factor is needed.
 * Unless `config.mfa.noPromptOnMfaRequired` or `config.headless` is set, the modal asks for the factor instead.
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
        () => undefined, // if the code does not load, the operations wait until they time out
      );
    }),
  };
}
