import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type Captcha, captchaOf } from './captcha.ts';

/**
 * Returns the captcha of a client, always the same one, for a page that shows it without a login method.
 *
 * @example
 * const captcha = await loadCaptcha(client);
 * captcha.setPlace(document.querySelector('#captcha'));
 */
export function loadCaptcha(client: LatchkeyClient): Captcha {
  return captchaOf(client);
}
