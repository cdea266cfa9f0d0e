import { createEmailLogin } from '@latchkey/core';
import { type UseCodeLogin, type UseCodeLoginOptions, useCodeLogin } from './useCodeLogin.ts';

export type UseLoginWithEmail = UseCodeLogin<{ email: string }>;

/**
 * Logs in with an email code, with your own screens instead of the modal.
 *
 * @example
 * ```tsx
 * const { state, sendCode, loginWithCode } = useLoginWithEmail();
 * if (state.status === 'awaiting-code-input') return <CodeForm onSubmit={(code) => loginWithCode({ code })} />;
 * return <EmailForm onSubmit={(email) => sendCode({ email })} />;
 * ```
 */
export function useLoginWithEmail(options: UseCodeLoginOptions = {}): UseLoginWithEmail {
  return useCodeLogin(createEmailLogin, options);
}
