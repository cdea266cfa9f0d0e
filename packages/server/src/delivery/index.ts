/**
 * The delivery room: what leaves the house by mail (and later by SMS). A port with one adapter per way;
 * rooms compose a message, this room sends it. A failure is `delivery_failed`, never the provider's text.
 */
export { createSmtpMailer } from './smtpMailer.ts';

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
