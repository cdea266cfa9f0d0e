/**
 * Sends mail and SMS. A port with one adapter per channel: other modules compose a message, this one sends it. A
 * failure is one of our codes, never the provider's text.
 */
export type { Mailer, MailMessage, SmsMessage, SmsSender } from './messages.ts';
export { createSmtpMailer } from './smtpMailer.ts';
export { createSmsSender, readTwilioUrl } from './twilioSender.ts';
