import { route } from '../route.ts';
import type {
  EmailAuthenticateBody,
  LinkEmailBody,
  SendCodeBody,
  SendCodeReply,
  UnlinkEmailBody,
  UpdateEmailBody,
} from '../schemas/methods/email.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';

/**
 * What counts as an e-mail address, on both sides: one @, no white space, a dot in the host, at most 254 characters.
 * Deliverability is proved by the code, not by the pattern.
 */
const emailPattern =
  /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/** Tells whether a text is an e-mail address as Latchkey takes it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text);
}

export const loginModes = ['login-or-sign-up', 'no-signup'] as const;
export type LoginMode = (typeof loginModes)[number];

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
    summary: 'Sends a six-digit code to an e-mail address: to log in, or for a signed-in user to link it.',
  }),
  authenticate: /* @__PURE__ */ route<EmailAuthenticateBody, TokenReply>({
    name: 'email.authenticate',
    method: 'POST',
    path: '/api/v1/passwordless/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
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
    summary: 'Logs in with the code that an e-mail address received.',
  }),
  link: /* @__PURE__ */ route<LinkEmailBody, WireUser>({
    name: 'email.link',
    method: 'POST',
    path: '/api/v1/passwordless/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'disallowed_plus_email', ...linkConflictCodes],
    summary: 'Links an e-mail address to the user, by the code that it received for this user.',
  }),
  update: /* @__PURE__ */ route<UpdateEmailBody, WireUser>({
    name: 'email.update',
    method: 'POST',
    path: '/api/v1/passwordless/update',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'disallowed_plus_email', 'not_found', 'linked_to_another_user'],
    summary:
      "Puts an e-mail address in the place of the user's old one, by the code that the new one received for this user.",
  }),
  unlink: /* @__PURE__ */ route<UnlinkEmailBody, WireUser>({
    name: 'email.unlink',
    method: 'POST',
    path: '/api/v1/passwordless/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Takes an e-mail address from the user, unless it is the last way to log in.',
  }),
} as const;
