/**
 * Requires a captcha, if the app has one, before a login or link code is sent or most other logins start (S44): the
 * service's own proof of work or Cloudflare's Turnstile. Owns table `captcha_secrets`. Uses `challenges` for single-use
 * ids, `sessions` and `users` to recognise known users, `audit`, `apps` and `crypto`.
 */
import type { CaptchaAction } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';

export { createCaptcha } from './createCaptcha.ts';
export { isTestSecret } from './testSecrets.ts';

/** Call that starts a login, link or similar, with its captcha token. */
export interface CaptchaClaim {
  readonly app: App;
  readonly action: CaptchaAction;
  readonly token: string | null | undefined;
  readonly caller: Caller;
}

export interface Captcha {
  /**
   * Checks the captcha token of a call and uses it up. Also allows every call of an app without a captcha, and calls
   * with the session of a user who is not a guest. Fails closed: a token that cannot be checked is refused.
   * @returns true if the call used up a token, so that it may do expensive work
   * @throws ServiceError `invalid_captcha` for a missing, forged, foreign, expired or used token
   */
  check(claim: CaptchaClaim): Promise<boolean>;
  /**
   * Uses up a valid token, which every caller of an app with a captcha must send, even with a session. For work that is
   * too expensive to be allowed by a session alone.
   * @returns false if the app has no captcha, so no token was required
   * @throws ServiceError `invalid_captcha`
   */
  demand(claim: CaptchaClaim): Promise<boolean>;
}
