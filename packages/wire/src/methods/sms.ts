import { route } from '../route.ts';
import type {
  LinkPhoneBody,
  SendSmsCodeBody,
  SendSmsCodeReply,
  SmsAuthenticateBody,
  UnlinkPhoneBody,
  UpdatePhoneBody,
} from '../schemas/methods/sms.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';

export const smsRoutes = {
  sendCode: /* @__PURE__ */ route<SendSmsCodeBody, SendSmsCodeReply>({
    name: 'sms.sendCode',
    method: 'POST',
    path: '/api/v1/passwordless_sms/init',
    auth: 'optional',
    retry: 'safe',
    codes: [
      'invalid_captcha',
      'disallowed_login_method',
      'allowlist_rejected',
      'not_supported',
      'account_on_hold',
      'recent_login_required',
      'twilio_verification_failed',
      'delivery_failed',
    ],
    summary: 'Sends a six-digit code to a phone number: to log in, or for a signed-in user to link it.',
  }),
  authenticate: /* @__PURE__ */ route<SmsAuthenticateBody, TokenReply>({
    name: 'sms.authenticate',
    method: 'POST',
    path: '/api/v1/passwordless_sms/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
      'linked_to_another_user',
    ],
    summary: 'Logs in with the code that a phone number received.',
  }),
  link: /* @__PURE__ */ route<LinkPhoneBody, WireUser>({
    name: 'sms.link',
    method: 'POST',
    path: '/api/v1/passwordless_sms/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links a phone number to the user, by the code that it received for this user.',
  }),
  update: /* @__PURE__ */ route<UpdatePhoneBody, WireUser>({
    name: 'sms.update',
    method: 'POST',
    path: '/api/v1/passwordless_sms/update',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', 'not_found', 'linked_to_another_user'],
    summary:
      "Puts a phone number in the place of the user's old one, by the code that the new one received for this user.",
  }),
  unlink: /* @__PURE__ */ route<UnlinkPhoneBody, WireUser>({
    name: 'sms.unlink',
    method: 'POST',
    path: '/api/v1/passwordless_sms/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Takes a phone number from the user, unless it is the last way to log in.',
  }),
} as const;
