import * as v from 'valibot';
import { flag } from '../about.ts';
import { captchaToken } from '../captcha.ts';
import { changeCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import { feature } from '../feature.ts';
import { code, requestId } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { isEmail, readTypedEmail } from '../typed.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

const email = () =>
  v.pipe(
    v.string(),
    v.maxLength(320),
    v.transform(readTypedEmail),
    v.check(isEmail, 'Invalid email address'),
  );

export const sendCodeBodySchema = () =>
  v.object({
    email: email(),
    token: captchaToken(),
    request_id: requestId(),
  });
export type SendCodeBody = InputOf<typeof sendCodeBodySchema>;
export const sendCodeReplySchema = () => v.object({ success: v.boolean() });
export type SendCodeReply = OutputOf<typeof sendCodeReplySchema>;

export const emailAuthenticateBodySchema = () =>
  proofBody({
    email: email(),
    code: code(),
    mode: loginMode(),
  });
export type EmailAuthenticateBody = InputOf<typeof emailAuthenticateBodySchema>;

export const linkEmailBodySchema = () => proofBody({ email: email(), code: code() });
export type LinkEmailBody = InputOf<typeof linkEmailBodySchema>;
export const updateEmailBodySchema = () =>
  proofBody({
    oldAddress: email(),
    newAddress: email(),
    code: code(),
    token: captchaToken(),
  });
export type UpdateEmailBody = InputOf<typeof updateEmailBodySchema>;
export const unlinkEmailBodySchema = () => v.object({ address: email() });
export type UnlinkEmailBody = InputOf<typeof unlinkEmailBodySchema>;
export const transferEmailBodySchema = () => proofBody({ nonce: transferNonce(), email: email() });
export type TransferEmailBody = InputOf<typeof transferEmailBodySchema>;

export const emailRoutes = {
  sendCode: /* @__PURE__ */ route<SendCodeBody, SendCodeReply>({
    name: 'email.sendCode',
    method: 'POST',
    path: '/api/v1/passwordless/init',
    auth: 'optional',
    retry: 'safe',
    codes: [
      'invalid_captcha',
      'disallowed_login_method',
      'disallowed_plus_email',
      'allowlist_rejected',
      'account_on_hold',
      'recent_login_required',
      'delivery_failed',
    ],
    summary: 'Sends a six-digit code to an email address, for a login or for a signed-in user to link it.',
  }),
  authenticate: /* @__PURE__ */ route<EmailAuthenticateBody, TokenReply>({
    name: 'email.authenticate',
    method: 'POST',
    path: '/api/v1/passwordless/authenticate',
    // A guest sends their token, and becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    forServers: true,
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'disallowed_plus_email',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
      'linked_to_another_user',
    ],
    summary: 'Logs in with the code sent to an email address.',
  }),
  link: /* @__PURE__ */ route<LinkEmailBody, WireUser>({
    name: 'email.link',
    method: 'POST',
    path: '/api/v1/passwordless/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'disallowed_plus_email', ...linkConflictCodes],
    summary: 'Links an email address to the user, with the code sent to it for this user.',
  }),
  update: /* @__PURE__ */ route<UpdateEmailBody, WireUser>({
    name: 'email.update',
    method: 'POST',
    path: '/api/v1/passwordless/update',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'disallowed_plus_email', 'not_found', 'linked_to_another_user'],
    summary: "Replaces the user's email address, with the code sent to the new address for this user.",
  }),
  unlink: /* @__PURE__ */ route<UnlinkEmailBody, WireUser>({
    name: 'email.unlink',
    method: 'POST',
    path: '/api/v1/passwordless/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Unlinks an email address from the user, unless it is the last way to log in.',
  }),
  transfer: /* @__PURE__ */ route<TransferEmailBody, WireUser>({
    name: 'email.transfer',
    method: 'POST',
    path: '/api/v1/passwordless/transfer',
    auth: 'user',
    retry: 'never',
    codes: [...transferCodes, 'disallowed_plus_email'],
    summary:
      'Moves an email address of another user to this user, with the nonce from the answer to its link request.',
  }),
} as const;

export const emailMethod = () =>
  method('email', {
    routes: feature('email', emailRoutes, {
      sendCode: { body: sendCodeBodySchema(), reply: sendCodeReplySchema() },
      authenticate: {
        body: emailAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      link: { body: linkEmailBodySchema(), reply: userSchema() },
      update: { body: updateEmailBodySchema(), reply: userSchema() },
      unlink: { body: unlinkEmailBodySchema(), reply: userSchema() },
      transfer: { body: transferEmailBodySchema(), reply: userSchema() },
    }),
    logins: ['email.authenticate'],
    proof: proofBody({ method: v.literal('email'), ...linkEmailBodySchema().entries }),
    flags: { email_auth: flag('If true, users may log in with a code sent by email.') },
  });
