/**
 * Counts the texts that signed-in users have sent to numbers that are not theirs yet, to link or to enrol one: by
 * user, by app and by day. It says when a captcha is due and when no more are sent. Owns table `new_number_texts`.
 * Uses `captcha` and `audit`. Used by the login methods and `mfa`.
 */
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';

export { createNewNumbers } from './createNewNumbers.ts';

/** A text to a number that is not the user's own. */
export interface NewNumberText {
  readonly app: App;
  readonly userId: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** The request, with its network and page. */
  readonly caller: Caller;
  /** Of a captcha, if they passed one. */
  readonly token: string | null | undefined;
}

export interface NewNumbers {
  /**
   * Sends a text. The first number of a user's day gets a few freely; a second one, or more texts to the first, take a captcha
   * each, and are refused where the app has none. What never left is not counted, and neither is what was sent before.
   *
   * @param deliver tells whether a text was sent now
   * @throws ServiceError `invalid_captcha`, `too_many_requests` with `details.retry_after_s`, and what `deliver` throws
   */
  send(text: NewNumberText, deliver: () => Promise<boolean>): Promise<void>;
  sweep(): Promise<void>;
}
