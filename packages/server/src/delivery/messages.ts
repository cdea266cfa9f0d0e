export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** @throws ServiceError `delivery_failed` if the server does not accept the mail within 10 s */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

export interface SmsMessage {
  /** In E.164. */
  to: string;
  text: string;
}

export interface SmsSender {
  /**
   * @throws ServiceError `not_supported` for a number that the provider does not reach (mostly because of its
   *   region), `twilio_verification_failed` if it refuses otherwise or cannot be reached within 10 s,
   *   `delivery_failed` without a provider
   */
  send(message: SmsMessage): Promise<void>;
}
