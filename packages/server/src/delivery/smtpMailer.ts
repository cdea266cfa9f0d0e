import { fail } from '@latchkey/wire';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import type { Mailer } from './index.ts';

/** A person waits for the answer: a server that takes longer counts as down. */
const longestMs = 10_000;
/** A server far away takes half a second for a letter; so many can be on their way at once. */
const connections = 20;

/**
 * Makes a mailer that speaks SMTP to any server, over connections that it keeps.
 *
 * @param options `url` such as `smtps://user:password@mail.example.com`; `from` such as `Latchkey <login@example.com>`;
 *   `timeoutMs` of each step, 10 s by default
 */
export function createSmtpMailer(options: {
  url: string;
  from: string;
  log: Logger;
  timeoutMs?: number;
}): Mailer {
  const { url, from, log, timeoutMs = longestMs } = options;
  // All of it in the first object: the second one holds defaults of letters, where a pool or a time-out is ignored.
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof nodemailer.createTransport>[0],
    { from },
  );
  return {
    async send(message) {
      try {
        // As an object: a text would be parsed, and could be read as several recipients.
        await transport.sendMail({ ...message, to: { name: '', address: message.to } });
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
