import { limits } from '../limits.ts';
import { route } from '../route.ts';
import type { EmailAuthenticateBody, SendCodeBody, SendCodeReply } from '../schemas/methods/email.ts';
import type { TokenReply } from '../schemas/session.ts';

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

/** The form in which an address is stored and compared: trimmed and lower-cased (D further 27). */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Tells whether a text is a code: exactly six digits once trimmed. */
export function isCodeText(text: string): boolean {
  return new RegExp(`^[0-9]{${limits.codeLength}}$`).test(text.trim());
}

export const loginModes = ['login-or-sign-up', 'no-signup'] as const;

export const emailRoutes = {
  sendCode: /* @__PURE__ */ route<SendCodeBody, SendCodeReply>({
    name: 'email.sendCode',
    method: 'POST',
    path: '/api/v1/passwordless/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['disallowed_login_method', 'disallowed_plus_email', 'allowlist_rejected', 'delivery_failed'],
    summary: 'Sends a six-digit code to an e-mail address.',
  }),
  authenticate: /* @__PURE__ */ route<EmailAuthenticateBody, TokenReply>({
    name: 'email.authenticate',
    method: 'POST',
    path: '/api/v1/passwordless/authenticate',
    auth: 'none',
    retry: 'never',
    forServers: true,
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'disallowed_plus_email',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
    ],
    summary: 'Logs in with the code that an e-mail address received.',
  }),
} as const;
