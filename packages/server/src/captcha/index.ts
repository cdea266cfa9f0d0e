/**
 * Tells people from programs before anything is sent for them (S44), by the service's own proof of work or by
 * Cloudflare's Turnstile. Owns table `captcha_secrets`. Uses `challenges` for single-use ids, `sessions` and `users`
 * to recognise known users, `audit`, `apps` and `crypto`. Login methods call it first.
 */
import type { CaptchaAction } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';

export { createCaptcha } from './createCaptcha.ts';
export { isTestSecret } from './testSecrets.ts';

/** A call that starts something, with the captcha token that it brought. */
export interface CaptchaClaim {
  readonly app: App;
  readonly action: CaptchaAction;
  readonly token: string | null | undefined;
  readonly caller: Caller;
}

export interface Captcha {
  /**
   * Lets a start call pass whose captcha token is good; any call where the app has no captcha, and one with the bearer
   * of a living session, whose user passed a captcha to get it (guests did not). A token is burnt by being shown. Fails closed: what
   * cannot be checked is refused.
   * @returns whether a token was burnt for this very call, which may then do what is dear
   * @throws ServiceError `invalid_captcha` for a missing, forged, foreign, expired or used token
   */
  check(claim: CaptchaClaim): Promise<boolean>;
  /**
   * Asks for a good token whoever calls: for what is too dear to be had by being signed in. It is burnt by being shown.
   * @returns false where the app has no captcha, so that nothing was asked
   * @throws ServiceError `invalid_captcha`
   */
  demand(claim: CaptchaClaim): Promise<boolean>;
}
