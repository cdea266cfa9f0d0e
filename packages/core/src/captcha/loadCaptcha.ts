import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type Captcha, captchaOf } from './captcha.ts';

/**
 * Returns the captcha of a client, the same one at each call, for a page that shows it outside a login method.
 *
 * @example
 * const captcha = await loadCaptcha(client);
 * captcha.setPlace(document.querySelector('#captcha'));
 */
export function loadCaptcha(client: LatchkeyClient): Captcha {
  return captchaOf(client);
}
