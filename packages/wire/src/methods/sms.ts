import * as v from 'valibot';
import { flag } from '../about.ts';
import { captchaToken } from '../captcha.ts';
import { changeCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import { feature } from '../feature.ts';
import { code, phoneNumber, requestId } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

export const sendSmsCodeBodySchema = () =>
  v.object({
    phoneNumber: phoneNumber(),
    token: captchaToken(),
    request_id: requestId(),
  });
export type SendSmsCodeBody = InputOf<typeof sendSmsCodeBodySchema>;
export const sendSmsCodeReplySchema = () => v.object({ success: v.boolean() });
export type SendSmsCodeReply = OutputOf<typeof sendSmsCodeReplySchema>;

export const smsAuthenticateBodySchema = () =>
  proofBody({
    phoneNumber: phoneNumber(),
    code: code(),
    mode: loginMode(),
  });
export type SmsAuthenticateBody = InputOf<typeof smsAuthenticateBodySchema>;

export const linkPhoneBodySchema = () => proofBody({ phoneNumber: phoneNumber(), code: code() });
export type LinkPhoneBody = InputOf<typeof linkPhoneBodySchema>;
export const updatePhoneBodySchema = () =>
  proofBody({
    old_phone_number: phoneNumber(),
    new_phone_number: phoneNumber(),
    code: code(),
    token: captchaToken(),
  });
export type UpdatePhoneBody = InputOf<typeof updatePhoneBodySchema>;
export const unlinkPhoneBodySchema = () => proofBody({ phoneNumber: phoneNumber() });
export type UnlinkPhoneBody = InputOf<typeof unlinkPhoneBodySchema>;
export const transferPhoneBodySchema = () =>
  proofBody({ nonce: transferNonce(), phoneNumber: phoneNumber() });
export type TransferPhoneBody = InputOf<typeof transferPhoneBodySchema>;

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
    summary: 'Sends a six-digit code to a phone number, for a login or for a signed-in user to link it.',
  }),
  authenticate: /* @__PURE__ */ route<SmsAuthenticateBody, TokenReply>({
    name: 'sms.authenticate',
    method: 'POST',
    path: '/api/v1/passwordless_sms/authenticate',
    // A guest sends their token, and becomes the user of the proved account.
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
    summary: 'Logs in with the code sent to a phone number.',
  }),
  link: /* @__PURE__ */ route<LinkPhoneBody, WireUser>({
    name: 'sms.link',
    method: 'POST',
    path: '/api/v1/passwordless_sms/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links a phone number to the user, with the code sent to it for this user.',
  }),
  update: /* @__PURE__ */ route<UpdatePhoneBody, WireUser>({
    name: 'sms.update',
    method: 'POST',
    path: '/api/v1/passwordless_sms/update',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', 'not_found', 'linked_to_another_user'],
    summary: "Replaces the user's phone number, with the code sent to the new number for this user.",
  }),
  unlink: /* @__PURE__ */ route<UnlinkPhoneBody, WireUser>({
    name: 'sms.unlink',
    method: 'POST',
    path: '/api/v1/passwordless_sms/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Unlinks a phone number from the user, unless it is the last way to log in.',
  }),
  transfer: /* @__PURE__ */ route<TransferPhoneBody, WireUser>({
    name: 'sms.transfer',
    method: 'POST',
    path: '/api/v1/passwordless_sms/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves a phone number of another user to this user, with the nonce from the answer to its link request.',
  }),
} as const;

export const smsMethod = () =>
  method('sms', {
    routes: feature('sms', smsRoutes, {
      sendCode: { body: sendSmsCodeBodySchema(), reply: sendSmsCodeReplySchema() },
      authenticate: {
        body: smsAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      link: { body: linkPhoneBodySchema(), reply: userSchema() },
      update: { body: updatePhoneBodySchema(), reply: userSchema() },
      unlink: { body: unlinkPhoneBodySchema(), reply: userSchema() },
      transfer: { body: transferPhoneBodySchema(), reply: userSchema() },
    }),
    logins: ['sms.authenticate'],
    proof: proofBody({ method: v.literal('sms'), ...linkPhoneBodySchema().entries }),
    flags: {
      sms_auth: flag(
        'If true, users may log in with a code sent by SMS. In production, this needs `LATCHKEY_SMS_URL`.',
      ),
    },
  });
