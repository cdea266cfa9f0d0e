import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type Captcha, captchaOf } from './captcha.ts';

/** Gives the captcha of a client to a page that has no login beside it. */
export function getCaptcha(client: LatchkeyClient): Captcha {
  return captchaOf(client);
}
