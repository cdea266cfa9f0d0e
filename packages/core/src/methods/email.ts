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
   * Sends a code to an address. Within the cooldown the code sent to it before is still good, so that going back and
   * forth asks for it again without a request.
   * @throws ServiceError `invalid_data` for what is no address, and the codes of the route
   */
  sendCode(input: { email: string }): Promise<void>;
  /**
   * Logs in with the code that arrived, in digits of any script; spaces and dashes are dropped. With `disableSignup` only a
   * person who has an account gets in.
   * @throws ServiceError `no_auth_flow` without a code sent before, `invalid_credentials`, `user_does_not_exist` with
   *   `disableSignup`, and the codes of the route
   */
  loginWithCode(input: CodeInput): Promise<LoginResult>;
  /**
   * Sends another code to the same address.
   * @throws ServiceError `no_auth_flow` without a code sent before, `too_many_requests` within the cooldown
   */
  resendCode(): Promise<void>;
  /** Back to `initial`, when the person leaves the flow. */
  reset(): void;
}

/**
 * Makes a login by e-mail code.
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
