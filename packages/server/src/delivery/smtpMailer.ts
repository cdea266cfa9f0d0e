import { Readable } from 'node:stream';
import { fail } from '@latchkey/wire';
import MimeNode from 'nodemailer/lib/mime-node';
import SmtpPool from 'nodemailer/lib/smtp-pool';
import type { Logger } from 'pino';
import type { Clock, Random, World } from '../world.ts';
import { createComposer, type Mail } from './mail.ts';
import type { Mailer } from './messages.ts';

/**
 * A person waits for the answer, and their client for 20 s: a letter that is not taken by then has failed, however much
 * of the time it spent waiting for a connection.
 */
const longestMs = 10_000;
/** How long a connection that is given up may still say goodbye. */
const closingMs = 1_000;
/** A server far away takes half a second for a letter; so many can be on their way at once. */
const connections = 20;

/**
 * Makes a mailer that speaks SMTP to any server, over connections that it keeps.
 *
 * @param options `url` such as `smtps://user:password@mail.example.com`; `from` such as `Latchkey <login@example.com>`;
 *   `timeoutMs` for a letter, from `send` to the server's answer, 10 s by default; `signalAfter` measures it
 * @throws Error when `from` holds no address
 */
export function createSmtpMailer(options: {
  url: string;
  from: string;
  clock: Clock;
  random: Random;
  log: Logger;
  timeoutMs?: number;
  signalAfter?: World['signalAfter'];
}): Mailer {
  const { url, from, log, timeoutMs = longestMs, signalAfter = (ms) => AbortSignal.timeout(ms) } = options;
  const compose = createComposer(from, options);
  const pool = new SmtpPool({
    url,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: closingMs,
  });
  // Each letter's failure reaches its own sender; without a listener the pool's would end the process.
  pool.on('error', () => undefined);

  return {
    async send(message) {
      try {
        await post(pool, compose(message), signalAfter(timeoutMs));
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        // Never the text: servers quote the recipient in it.
        log.error({ code, responseCode }, 'mail failed');
        fail('delivery_failed');
      }
    },
    async close() {
      // A caller that still waited for a letter was answered before.
      pool.close({ force: true });
    },
  };
}

/**
 * Hands a letter to the pool; resolves when the server has accepted it. At the signal one that waits leaves the queue, so
 * that it is not sent after its code was taken back, and one under way loses its connection: a server that hangs, or
 * trickles its replies, holds neither the person nor the connection.
 */
function post(pool: SmtpPool, { id, envelope, content }: Mail, signal: AbortSignal): Promise<void> {
  // What the pool asks of a message, answered from the letter; the rest of the node is never built.
  const message = Object.assign(new MimeNode('text/plain', { baseBoundary: id }), {
    getEnvelope: () => ({ from: envelope.from, to: [envelope.to] }),
    getHeader: () => `<${id}>`,
    messageId: () => `<${id}>`,
    // A stream, so that the pool sees whether a connection that broke had begun to take it.
    createReadStream: () => toStream(content),
  });
  const mail = { data: { signal }, message } as unknown as Parameters<SmtpPool['send']>[0];
  return new Promise((resolve, reject) => {
    pool.send(mail, (error) => (error ? reject(error) : resolve()));
  });
}

function toStream(text: string): Readable {
  return new Readable({
    read() {
      this.push(text);
      this.push(null);
    },
  });
}
