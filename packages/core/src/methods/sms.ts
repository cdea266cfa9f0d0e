import { smsRoutes } from '@latchkey/wire';
import { passCaptcha } from '../captcha/index.ts';
import { requestCode } from '../codeRequest.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { readPhoneNumber } from './changes/recipients.ts';
import { type CodeInput, createCodeLogin, type OtpState } from './oneTimeCode.ts';

export interface SmsLogin {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  /**
   * Sends a code to a number with its calling code, in any format: `+1 201 555 0123`. Within the cooldown, a repeated
   * call for the same number sends no request, unless the code may be used up.
   * @throws ServiceError `invalid_data` for a malformed number, `not_supported` for a region without SMS, and the
   *   codes of the route
   */
  sendCode(input: { phoneNumber: string }): Promise<void>;
  /**
   * Logs in with the code that the user received, in digits of any script; spaces and dashes are removed. With
   * `disableSignup` only existing users can log in.
   * @throws ServiceError `no_auth_flow` if no code was sent before or a user who is not a guest is signed in,
   *   `invalid_credentials`, `user_does_not_exist` with `disableSignup`, and the codes of the route
   */
  loginWithCode(input: CodeInput): Promise<LoginResult>;
  /**
   * Sends another code to the same number.
   * @throws ServiceError `no_auth_flow` if no code was sent before, `too_many_requests` within the cooldown, and the
   *   codes of the route
   */
  resendCode(): Promise<void>;
  /** Returns to `initial`. Call it when the user leaves the flow. */
  reset(): void;
}

/**
 * Creates a login by SMS code.
 *
 * @example
 * const login = createSmsLogin(client);
 * await login.sendCode({ phoneNumber: '+1 201 555 0123' });
 * const { user } = await login.loginWithCode({ code: '123456' });
 */
export function createSmsLogin(client: LatchkeyClient): SmsLogin {
  const { call } = contextsOf(client).page;
  const login = createCodeLogin(client, {
    method: 'sms',
    read: readPhoneNumber,
    send: (phoneNumber) =>
      passCaptcha(client, (token) =>
        requestCode(client, `login ${phoneNumber}`, (id) =>
          call()(smsRoutes.sendCode, { body: { phoneNumber, ...token, ...id } }),
        ),
      ),
    authenticate: (post, { recipient, code, mode }) =>
      post(smsRoutes.authenticate, { body: { phoneNumber: recipient, code, mode } }),
  });
  return {
    ...login,
    sendCode: ({ phoneNumber }) => login.sendCode(phoneNumber),
    loginWithCode: login.loginWithCode,
  };
}
