/**
 * The delivery room: what leaves the house by mail and by SMS. A port with one adapter per way; rooms compose a
 * message, this room sends it. A failure is one of our codes, never the provider's text.
 */
export type { Mailer, MailMessage, SmsMessage, SmsSender } from './messages.ts';
export { createSmtpMailer } from './smtpMailer.ts';
export { createSmsSender, readTwilioUrl } from './twilioSender.ts';
