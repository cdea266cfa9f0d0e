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
