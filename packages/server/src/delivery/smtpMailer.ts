import { fail } from '@latchkey/wire';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Clock, World } from '../world.ts';
import { createComposer } from './mail.ts';
import type { Mailer } from './messages.ts';

/**
 * A person waits for the answer, and their client for 20 s: a mail that is not taken by then has failed, however much
 * of the time it spent waiting for a connection.
 */
const longestMs = 10_000;
/** How long a connection that is given up may still say goodbye. */
const closingMs = 1_000;
/** A server far away takes half a second for a mail; so many can be on their way at once. */
const connections = 20;

/**
 * Makes a mailer that speaks SMTP to any server, over connections that it keeps.
 *
 * @param options `url` such as `smtps://user:password@mail.example.com`; `from` such as `Latchkey <login@example.com>`;
 *   `timeoutMs` for a mail, from `send` to the server's answer, 10 s by default; `signalAfter` measures it
 * @throws Error when `from` holds no address
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
    // No part of a mail may be read from a file or an address, whatever a message holds.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Each mail's failure reaches its own sender; without a listener the pool's would end the process.
  transport.on('error', () => undefined);

  return {
    async send(message) {
      try {
        // At the signal a mail that waits leaves the queue, so that it is not sent after its code was taken back, and one
        // under way loses its connection: a server that hangs, or trickles its replies, holds neither person nor connection.
        await transport.sendMail({ ...compose(message), signal: signalAfter(timeoutMs) });
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        // Never the text: servers quote the recipient in it.
        log.error({ code, responseCode }, 'mail failed');
        fail('delivery_failed');
      }
    },
    async close() {
      // A caller that still waited for a mail was answered before.
      transport.close({ force: true });
    },
  };
}
