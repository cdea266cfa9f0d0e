/**
 * The delivery room: what leaves the house by mail and by SMS. A port with one adapter per way; rooms compose a
 * message, this room sends it. A failure is one of our codes, never the provider's text.
 */
export { createSmtpMailer } from './smtpMailer.ts';
export { createSmsSender, readTwilioUrl } from './twilioSender.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** @throws ServiceError `delivery_failed` when the server refuses or cannot be reached within 10 s. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

export interface SmsMessage {
  /** E.164. */
  to: string;
  text: string;
}

export interface SmsSender {
  /**
   * @throws ServiceError `not_supported` for a number that the provider never reaches (its region above all),
   *   `twilio_verification_failed` when it refuses otherwise or cannot be reached within 10 s, `delivery_failed` without a
   *   provider
   */
  send(message: SmsMessage): Promise<void>;
}
