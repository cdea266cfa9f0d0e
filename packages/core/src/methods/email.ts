import { emailRoutes } from '@latchkey/wire';
import { passCaptcha } from '../captcha/index.ts';
import { requestCode } from '../codeRequest.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { readEmail } from './changes/recipients.ts';
import { type CodeInput, createCodeLogin, type OtpState } from './oneTimeCode.ts';

export interface EmailLogin {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  /**
   * Sends a code to an address. Within the cooldown, a repeated call for the same address sends no request, unless the
   * code may be used up.
   * @throws ServiceError `invalid_data` for a malformed address, and the codes of the route
   */
  sendCode(input: { email: string }): Promise<void>;
  /**
   * Logs in with the code that the user received, in digits of any script; spaces and dashes are removed. With
   * `disableSignup` only existing users can log in.
   * @throws ServiceError `no_auth_flow` if no code was sent before or a user who is not a guest is signed in,
   *   `invalid_credentials`, `user_does_not_exist` with `disableSignup`, and the codes of the route
   */
  loginWithCode(input: CodeInput): Promise<LoginResult>;
  /**
   * Sends another code to the same address.
   * @throws ServiceError `no_auth_flow` if no code was sent before, `too_many_requests` within the cooldown, and the
   *   codes of the route
   */
  resendCode(): Promise<void>;
  /** Returns to `initial`. Call it when the user leaves the flow. */
  reset(): void;
}

/**
 * Creates a login by email code.
 *
 * @example
 * const login = createEmailLogin(client);
 * await login.sendCode({ email: 'you@company.example' });
 * const { user } = await login.loginWithCode({ code: '123456' });
 */
export function createEmailLogin(client: LatchkeyClient): EmailLogin {
  const { call } = contextsOf(client).page;
  const login = createCodeLogin(client, {
    method: 'email',
    read: readEmail,
    send: (email) =>
      passCaptcha(client, (token) =>
        requestCode(client, `login ${email}`, (id) =>
          call()(emailRoutes.sendCode, { body: { email, ...token, ...id } }),
        ),
      ),
    authenticate: (post, { recipient, code, mode }) =>
      post(emailRoutes.authenticate, { body: { email: recipient, code, mode } }),
  });
  return {
    ...login,
    sendCode: ({ email }) => login.sendCode(email),
    loginWithCode: login.loginWithCode,
  };
}
