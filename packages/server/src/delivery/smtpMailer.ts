import { fail } from '@latchkey/wire';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import type { Mailer } from './index.ts';

/** A person waits for the answer: a server that takes longer counts as down. */
const timeoutMs = 10_000;

/**
 * Makes a mailer that speaks SMTP to any server.
 *
 * @param options `url` such as `smtps://user:password@mail.example.com`; `from` such as `Latchkey <login@example.com>`
 */
export function createSmtpMailer(options: { url: string; from: string; log: Logger }): Mailer {
  const { url, from, log } = options;
  const transport = nodemailer.createTransport(url, {
    from,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof nodemailer.createTransport>[1]);
  return {
    async send(message) {
      try {
        await transport.sendMail(message);
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        // Never the text: servers quote the recipient in it.
        log.error({ code, responseCode }, 'mail failed');
        fail('delivery_failed');
      }
    },
    async close() {
      transport.close();
    },
  };
}
