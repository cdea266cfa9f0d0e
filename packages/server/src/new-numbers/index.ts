/**
 * Limits the text messages that signed-in users request for phone numbers that they want to link or enrol. It counts
 * texts per user, app and day. Over a limit, it requires a captcha or refuses the text. Owns table `new_number_texts`.
 * Uses `audit`, `captcha` and `crypto`.
 */
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';

export { createNewNumbers } from './createNewNumbers.ts';

/** A text to a number that is not the user's own. */
export interface NewNumberText {
  readonly app: App;
  readonly userId: string;
  readonly phoneNumber: string;
  readonly caller: Caller;
  /** Token of a passed captcha, if any. */
  readonly token: string | null | undefined;
}

export interface NewNumbers {
  /**
   * Sends a text. A user's first number of the day gets a few texts without a captcha. Every other text needs one,
   * and is refused if the app has none. Texts over the daily limit of the user or the app are refused. Texts that
   * were not sent now are not counted.
   *
   * @param deliver returns true if a text was sent now
   * @throws ServiceError `invalid_captcha`, `too_many_requests` with `details.retry_after_s`, and what `deliver`
   *   throws
   */
  send(text: NewNumberText, deliver: () => Promise<boolean>): Promise<void>;
  sweep(): Promise<void>;
}
