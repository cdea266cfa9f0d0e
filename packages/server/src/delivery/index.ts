/**
 * Sends mail and SMS, with one adapter per channel: other modules compose a message, this one sends it. A failure of
 * sending is one of our codes, not the provider's text.
 */

export { checkSmtp } from './checkSmtp.ts';
export type { Mailer, MailMessage, SmsMessage, SmsSender } from './messages.ts';
export { createSmtpMailer } from './smtpMailer.ts';
export { createSmsSender, readTwilioUrl } from './twilioSender.ts';
