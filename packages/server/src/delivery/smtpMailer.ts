import { fail } from '@latchkey/wire';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Clock, World } from '../world.ts';
import { createComposer } from './mail.ts';
import type { Mailer } from './messages.ts';

/**
 * Longest time for a mail, in ms, including the wait for a connection. A user may be waiting for the answer,
 * and their client gives up after 20 s.
 */
const longestMs = 10_000;
/** Time that an abandoned connection has to close, in ms. */
const closingMs = 1_000;
/** Most simultaneous connections. */
const connections = 20;

/**
 * Creates a mailer that sends by SMTP to any server, over connections that it keeps.
 *
 * @param options `url` such as `smtps://user:password@mail.example.com`; `from` such as `Latchkey
 *   <login@example.com>`; `timeoutMs` for a mail, from `send` to the server's answer, 10 s by default; `signalAfter`
 *   creates the signal that ends this time
 * @throws Error if `from` contains no address
 */
export function createSmtpMailer(options: {
  url: string;
  from: string;
  clock: Clock;
  log: Logger;
  timeoutMs?: number;
  signalAfter?: World['signalAfter'];
}): Mailer {
  const { url, from, log, timeoutMs = longestMs, signalAfter = (ms) => AbortSignal.timeout(ms) } = options;
  const compose = createComposer(from, options);
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: closingMs,
    // Prevents Nodemailer from reading any part of a mail from a file or a URL that a message names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Each caller of `send` gets the failure of its own mail. Without a listener the pool's error would end the
  // process.
  transport.on('error', () => undefined);

  return {
    async send(message) {
      try {
        // Ends a mail at the signal. A waiting mail leaves the queue, so it is not sent after its code was taken
        // back. A mail under way loses its connection, so a server that hangs or trickles its replies keeps neither
        // user nor connection waiting.
        await transport.sendMail({ ...compose(message), signal: signalAfter(timeoutMs) });
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        // Omits the text, in which servers quote the recipient.
        log.error({ code, responseCode }, 'mail failed');
        fail('delivery_failed');
      }
    },
    async close() {
      transport.close({ force: true });
    },
  };
}
