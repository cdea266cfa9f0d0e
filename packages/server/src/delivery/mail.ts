import type { SendMailOptions } from 'nodemailer';
import type { Clock } from '../world.ts';
import type { MailMessage } from './messages.ts';

/** White space and control characters. Some of them could end a header and begin another one. */
const breaksHeader = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
const address = /^[^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+$/u;

/**
 * Creates a composer of mails with text and HTML for Nodemailer, which encodes them and adds `Message-ID`.
 *
 * @param from such as `Latchkey <login@example.com>`
 * @throws Error if `from` contains no address; the composer throws if `to` is not an address
 */
export function createComposer(
  from: string,
  { clock }: { clock: Clock },
): (message: MailMessage) => SendMailOptions {
  if (!/[^\s<>]@[^\s<>]/.test(from)) throw new Error('The sender of the mails holds no address');

  return ({ to, subject, text, html }) => {
    if (!address.test(to)) throw new Error('The recipient is no address');
    return {
      from,
      // An object is never parsed as a list of recipients.
      to: { name: '', address: to },
      subject: subject.replace(breaksHeader, ' ').trim(),
      date: new Date(clock.now()),
      // Prevents automatic replies (RFC 3834 §5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      text,
      html,
      textEncoding: 'quoted-printable',
    };
  };
}
