import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Inbox } from './inbox/index.ts';

/**
 * Largest mail taken, in bytes; announced by the SIZE extension (RFC 1870).
 *
 * @internal
 */
export const maxMailBytes = 5 * 1024 * 1024;
/** A session that never pauses for as long as `socketTimeout` ends all the same. */
const longestSessionMs = 10 * 60_000;
/** What is kept of one mail, in UTF-16 units: a letter with a code is far below, a flood stays small. */
const maxTextLength = 100_000;
const maxSubjectLength = 1_000;

/**
 * Builds a mail server (RFC 5321) whose every accepted mail lands in the inbox, once per recipient of the envelope.
 * It takes any credentials, because the settings of a real deployment must work against it unchanged.
 */
export function createMailServer(inbox: Inbox, { lifeMs } = { lifeMs: longestSessionMs }): SMTPServer {
  const server = new SMTPServer({
    name: 'latchkey-sandbox',
    banner: 'development inbox, nothing is delivered',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (credentials, _session, done) => done(null, { user: credentials.username ?? 'anyone' }),
    disableReverseLookup: true,
    size: maxMailBytes,
    rejectOversized: true,
    maxClients: 100,
    socketTimeout: 30_000,
    closeTimeout: 500,
    logger: false,
    onData(stream, session, done) {
      receive(stream).then(
        (mail) => {
          if (mail) for (const { address } of session.envelope.rcptTo) inbox.add({ to: address, ...mail });
          done(null, 'kept in the sandbox inbox');
        },
        () => done(new Error('This mail cannot be read: it is not valid MIME (RFC 2045).')),
      );
    },
  });
  // A client that is gone in the middle of a mail is an error of the server's, which would end the process.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    const end = setTimeout(() => socket.destroy(), lifeMs).unref();
    socket.once('close', () => clearTimeout(end));
  });
  return server;
}

/** Reads one mail; null when it went over the limit, which the server itself then refuses with 552. */
async function receive(stream: Readable): Promise<{ subject?: string; text: string } | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxMailBytes) chunks.push(chunk);
  }
  if (bytes > maxMailBytes) return null;
  const { subject, html = '', text = html } = await PostalMime.parse(Buffer.concat(chunks));
  return {
    ...(subject === undefined ? {} : { subject: subject.slice(0, maxSubjectLength) }),
    text: text.replaceAll('\r\n', '\n').trim().slice(0, maxTextLength),
  };
}
