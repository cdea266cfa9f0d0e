import { createSmsLogin } from '@latchkey/core';
import { type UseCodeLogin, type UseCodeLoginOptions, useCodeLogin } from './useCodeLogin.ts';

export type UseLoginWithSms = UseCodeLogin<{ phoneNumber: string }>;

/**
 * Logs in with an SMS code, with your own screens instead of the modal. Pass phone numbers with their calling code.
 *
 * @example
 * ```tsx
 * const { state, sendCode, loginWithCode } = useLoginWithSms();
 * if (state.status === 'awaiting-code-input') return <CodeForm onSubmit={(code) => loginWithCode({ code })} />;
 * return <PhoneForm onSubmit={(phoneNumber) => sendCode({ phoneNumber })} />;
 * ```
 */
export function useLoginWithSms(options: UseCodeLoginOptions = {}): UseLoginWithSms {
  return useCodeLogin(createSmsLogin, options);
}
