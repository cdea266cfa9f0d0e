import { route } from '../route.ts';
import type { SendSmsCodeBody, SendSmsCodeReply, SmsAuthenticateBody } from '../schemas/methods/sms.ts';
import type { TokenReply } from '../schemas/session.ts';

export const smsRoutes = {
  sendCode: /* @__PURE__ */ route<SendSmsCodeBody, SendSmsCodeReply>({
    name: 'sms.sendCode',
    method: 'POST',
    path: '/api/v1/passwordless_sms/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['disallowed_login_method', 'allowlist_rejected', 'not_supported', 'delivery_failed'],
    summary: 'Sends a six-digit code to a phone number.',
  }),
  authenticate: /* @__PURE__ */ route<SmsAuthenticateBody, TokenReply>({
    name: 'sms.authenticate',
    method: 'POST',
    path: '/api/v1/passwordless_sms/authenticate',
    auth: 'none',
    retry: 'never',
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
    ],
    summary: 'Logs in with the code that a phone number received.',
  }),
} as const;
